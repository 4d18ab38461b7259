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

/** Side menu, top bar and footer instead of the tab bar. Source: specification, section 9. */
export const useWide = (): boolean => useMedia('(min-width: 576px)');
