import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds, kept up to date. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

const WIDE = '(min-width: 576px)';

/** Side menu, top bar and footer instead of the tab bar. Source: docs/specification.md, Layout. */
export const useWide = (): boolean => useMedia(WIDE);

/** The same, asked once. */
export const isWide = (): boolean => matchMedia(WIDE).matches;
