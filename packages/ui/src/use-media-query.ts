import { useCallback, useSyncExternalStore } from 'react';

/** Whether a query matches, followed. Widths in rem, as in the style sheet: both are wide from the same size of the browser's text on. */
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
