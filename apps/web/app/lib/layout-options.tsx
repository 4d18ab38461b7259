import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';

/** What a page may ask of the frame around it. */
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

/** For the frame: what the page on show asks. */
export const useCurrentLayoutOptions = (): LayoutOptions => use(LayoutOptionsContext);

/** For pages: `useShell({ hideTabBar: true })`, while the page shows. */
export function useLayoutOptions({
  compactMenu,
  hideTabBar,
  fullHeight,
  sunken,
  headerImage,
}: LayoutOptions): void {
  const setOptions = use(SetLayoutOptionsContext);
  const options = useMemo(
    () => ({ compactMenu, hideTabBar, fullHeight, sunken, headerImage }),
    [compactMenu, hideTabBar, fullHeight, sunken, headerImage],
  );
  useEffect(() => {
    setOptions(options);
    return () => setOptions({});
  }, [setOptions, options]);
}
