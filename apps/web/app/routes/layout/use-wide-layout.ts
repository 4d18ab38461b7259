import { useEffect, useReducer } from 'react';
import { withTimeout } from '../../lib/api/api.ts';
import { isWideScreen, useIsWideScreen } from '../../lib/browser/use-media-query.ts';

let wideLayout: typeof import('./wide/wide-layout.tsx') | undefined;

/**
 * On wide screens loads before the first page renders, so that nothing shifts; if it fails, the page renders as on a
 * phone.
 */
export async function loadWideLayout(): Promise<void> {
  try {
    if (isWideScreen()) wideLayout ??= await withTimeout(import('./wide/wide-layout.tsx'));
  } catch (error) {
    console.error(error);
  }
}

/** Null on phones, and until it has loaded after a phone is turned. */
export function useWideLayout() {
  const isWide = useIsWideScreen();
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (isWide && !wideLayout) void loadWideLayout().then(rerender);
  }, [isWide]);
  return isWide ? wideLayout : undefined;
}
