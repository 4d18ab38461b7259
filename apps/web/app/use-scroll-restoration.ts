import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { abortOnUserInput } from './lib/browser/use-has-interacted.ts';
import { safeSessionStorage } from './lib/storage/storage.ts';

/** Frames, about 20 seconds at 60 Hz: on a slow network a list loads late and the page grows slowly. */
const MAX_RESTORE_FRAMES = 1200;
/**
 * A frame at the saved position costs as much as 60 waiting ones: only remaining layout shifts must be corrected
 * there.
 */
const RESTORED_FRAME_COST = 60;

const STORAGE_KEY = 'scroll';

/**
 * By the key of the history entry and its path: the first entry of a tab always has the same key. In session storage,
 * so that returning from another site restores it too.
 */
const positions = new Map<string, number>(JSON.parse(safeSessionStorage.getItem(STORAGE_KEY) ?? '[]'));

const [documentNavigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
/** An address or a link of another site opened the page, whose saved position is that of an earlier visit. */
let isFreshVisit = documentNavigation?.type === 'navigate';

/** While it is not aborted, scroll positions are not saved: they are those of a page still growing. */
let restoreController: AbortController | undefined;

/** A new page scrolls smoothly to the top after 100 ms; Back, Forward and reloading restore the position. */
export function useScrollRestoration(): void {
  const { key, pathname } = useLocation();
  const entryKey = `${key} ${pathname}`;
  const navigationType = useNavigationType();
  const lastPath = useRef('');

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const savePositions = () =>
      safeSessionStorage.setItem(STORAGE_KEY, JSON.stringify([...positions].slice(-50)));
    addEventListener('pagehide', savePositions);
    return () => removeEventListener('pagehide', savePositions);
  }, []);

  // A layout effect, because a shorter next page clamps the scroll position before other effects run.
  useLayoutEffect(() => {
    const savePosition = () =>
      restoreController?.signal.aborted !== false && positions.set(entryKey, scrollY);
    addEventListener('scroll', savePosition);
    return () => removeEventListener('scroll', savePosition);
  }, [entryKey]);

  useLayoutEffect(() => {
    const previousPath = lastPath.current;
    lastPath.current = pathname;
    if (isFreshVisit) positions.delete(entryKey);
    isFreshVisit = false;
    const top = positions.get(entryKey) ?? 0;
    // The first page starts at the top, or where the prerendered page was scrolled to.
    if (!previousPath && !top) return;
    if (navigationType === 'POP') return restoreScroll(top);
    if (previousPath === pathname) return;
    const abortController = new AbortController();
    // Not needed before the first navigation.
    void import('./lib/browser/scroll-to-top.ts').then(
      ({ scrollToTop }) => scrollToTop(abortController.signal),
      () => scrollTo(0, 0),
    );
    return () => abortController.abort();
  }, [entryKey, pathname, navigationType]);
}

/** Until the page reaches its saved position, or the user scrolls. */
function restoreScroll(top: number): () => void {
  const abortController = abortOnUserInput();
  restoreController = abortController;
  let framesLeft = MAX_RESTORE_FRAMES;
  const scrollToPosition = () => {
    if (abortController.signal.aborted) return;
    scrollTo(0, top);
    framesLeft -= scrollY < top - 1 ? 1 : RESTORED_FRAME_COST;
    if (top && framesLeft > 0) requestAnimationFrame(scrollToPosition);
    else abortController.abort();
  };
  scrollToPosition();
  return () => abortController.abort();
}
