import { useCallback, useSyncExternalStore } from 'react';

/** Widths in rem, as in the style sheet: both are wide from the same size of the browser's text on. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const mediaQueryList = matchMedia(query);
      mediaQueryList.addEventListener('change', listener);
      return () => mediaQueryList.removeEventListener('change', listener);
    },
    [query],
  );
  // Prerendered pages are those of a phone.
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}

const WIDE_QUERY = '(min-width: 36rem)';

/** Room for a table of many columns beside the side menu. */
export const useHasTableRoom = (): boolean => useMediaQuery('(min-width: 992px)');

/** Side menu, top bar and footer instead of the tab bar. Source: docs/specification.md, Layout. */
export const useIsWideScreen = (): boolean => useMediaQuery(WIDE_QUERY);
