import { useEffect, useReducer } from 'react';
import { withTimeout } from '../../lib/api/with-timeout.ts';
import { isWideScreen, useIsWideScreen } from '../../lib/browser/use-media-query.ts';

let wideLayout: typeof import('./wide-layout.ts') | undefined;

/**
 * On a wide screen they are there before the first page is, so that nothing moves when they come; without them a page
 * stands as it does on a phone.
 */
export async function loadWideLayout(): Promise<void> {
  try {
    if (isWideScreen()) wideLayout ??= await withTimeout(import('./wide-layout.ts'));
  } catch (error) {
    console.error(error);
  }
}

/** Nothing on a phone; nor on one that is turned to its side, until they have come. */
export function useWideLayout() {
  const isWide = useIsWideScreen();
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (isWide && !wideLayout) void loadWideLayout().then(rerender);
  }, [isWide]);
  return isWide ? wideLayout : undefined;
}
