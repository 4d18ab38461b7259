import type { CustomTypeOptions } from 'i18next';
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { useMatches } from 'react-router';

/** What a page may ask of the layout around it. */
export interface LayoutOptions {
  /** Icons instead of the full side menu, at every width (map). */
  compactMenu?: boolean;
  /** Phones: no tab bar (full-screen detail, sticky pay bar, success). */
  hideTabBar?: boolean;
  /** No top bar and no footer (map fills the screen). */
  fullHeight?: boolean;
  /** Page on the sunken background (seller's desk). */
  sunken?: boolean;
  /** A picture behind the bar at the top, as the API gives it. */
  headerImage?: { path: string; srcset: string };
}

/** The `handle` of a route: what is known of a page before its code is there. */
export interface RouteHandle {
  /** Files of app/locales/<language> that the page needs, beside those of every page. */
  namespaces?: (keyof CustomTypeOptions['resources'])[];
  layout?: LayoutOptions;
}

const LayoutOptionsContext = createContext<LayoutOptions>({});
const SetLayoutOptionsContext = createContext<(options: LayoutOptions) => void>(() => {});

export function LayoutOptionsProvider({ children }: { children: ReactNode }) {
  const [options, setOptions] = useState<LayoutOptions>({});
  return (
    <SetLayoutOptionsContext value={setOptions}>
      <LayoutOptionsContext value={options}>{children}</LayoutOptionsContext>
    </SetLayoutOptionsContext>
  );
}

/** For the layout: what the page on show asks, in the `handle` of its route and by `useLayoutOptions`. */
export function useCurrentLayoutOptions(): LayoutOptions {
  const matches = useMatches();
  const options = use(LayoutOptionsContext);
  return Object.assign(
    {},
    ...matches.map(({ handle }) => (handle as RouteHandle | undefined)?.layout),
    options,
  );
}

/** For what depends on data or on a choice, while the component shows; what never changes is in the route's `handle`. */
export function useLayoutOptions({
  compactMenu,
  hideTabBar,
  fullHeight,
  sunken,
  headerImage,
}: LayoutOptions): void {
  const setOptions = use(SetLayoutOptionsContext);
  const options = useMemo(
    () => ({
      ...(compactMenu !== undefined && { compactMenu }),
      ...(hideTabBar !== undefined && { hideTabBar }),
      ...(fullHeight !== undefined && { fullHeight }),
      ...(sunken !== undefined && { sunken }),
      ...(headerImage !== undefined && { headerImage }),
    }),
    [compactMenu, hideTabBar, fullHeight, sunken, headerImage],
  );
  useEffect(() => {
    setOptions(options);
    return () => setOptions({});
  }, [setOptions, options]);
}
