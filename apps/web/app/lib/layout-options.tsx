import type { MemberRight } from '@wopack/contract/vocabulary';
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { useMatches } from 'react-router';
import { getMediaSrcset, getMediaUrl } from './api/api.ts';
import type { TextFile } from './i18n/i18n.ts';

/** Options of the layout around a page. */
export interface LayoutOptions {
  /** Icons instead of the full side menu, at every width (map). */
  compactMenu?: boolean;
  /** Phones: no tab bar (full-screen detail, sticky pay bar, success). */
  hideTabBar?: boolean;
  /** No top bar and no footer (map fills the screen). */
  fullHeight?: boolean;
  /** Sunken background (seller pages). */
  sunken?: boolean;
  /** An image behind the top bar, as the API gives it. */
  headerImage?: { path: string; srcset: string };
}

/** The `handle` of a route: properties of its page, or of the pages below it, available before their code has loaded. */
export interface RouteHandle {
  /** What they need beside `shared`. */
  texts?: TextFile[];
  layout?: LayoutOptions;
  /** What the role in the business must allow. */
  right?: MemberRight;
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

/** For the layout: the options of the current page, from its route's `handle` and `useLayoutOptions`. */
export function useCurrentLayoutOptions(): LayoutOptions {
  const matches = useMatches();
  const options = use(LayoutOptionsContext);
  return Object.assign(
    {},
    ...matches.map(({ handle }) => (handle as RouteHandle | undefined)?.layout),
    options,
  );
}

/** Options that depend on data or state, while the component is mounted; constant ones are in the route's `handle`. */
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

/** Behind the top bar while a page requests it: blurred, so that the text in front stays legible. */
export const HeaderImage = ({ photo }: { photo: LayoutOptions['headerImage'] }) =>
  photo ? (
    <span aria-hidden="true" className="absolute inset-0 -z-10 overflow-hidden">
      <img
        src={getMediaUrl(photo.path)}
        srcSet={getMediaSrcset(photo.srcset) || undefined}
        sizes="160px"
        alt=""
        className="size-full scale-110 animate-[fade-in_var(--t-base)] object-cover blur-md"
      />
    </span>
  ) : null;
