import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { abortOnUserInput } from './lib/browser/abort-on-user-input.ts';
import { safeSessionStorage } from './lib/storage/storage.ts';

/** How long Back waits for a page to become as tall as it was: on a slow network its list comes late. */
const MAX_RESTORE_FRAMES = 1200;
/** There, it has only to hold out against what was still moving the page before. */
const RESTORED_FRAME_COST = 60;

const STORAGE_KEY = 'scroll';

/**
 * By the key of the history entry and its path: whatever the tab opens first has the same key. Kept in the session so
 * that coming back from another site restores too.
 */
const positions = new Map<string, number>(JSON.parse(safeSessionStorage.getItem(STORAGE_KEY) ?? '[]'));

/** Where a page stands until it is tall enough again is not where it was left. */
let restoreController: AbortController | undefined;

/** A new page scrolls smoothly to the top after 100 ms; Back and Forward restore the position. */
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

  // Before the browser notices that the next page is shorter: where that makes it jump is not where this one was left.
  useLayoutEffect(() => {
    const savePosition = () =>
      restoreController?.signal.aborted !== false && positions.set(entryKey, scrollY);
    addEventListener('scroll', savePosition);
    return () => removeEventListener('scroll', savePosition);
  }, [entryKey]);

  useLayoutEffect(() => {
    const previousPath = lastPath.current;
    lastPath.current = pathname;
    const top = positions.get(entryKey) ?? 0;
    // Who comes is at the top, or where they scrolled to in what the server drew beforehand.
    if (!previousPath && !top) return;
    if (navigationType === 'POP') return restoreScroll(top);
    if (previousPath === pathname) return;
    const abortController = new AbortController();
    // Not needed before somebody goes somewhere.
    void import('./lib/browser/scroll-to-top.ts').then(
      ({ scrollToTop }) => scrollToTop(abortController.signal),
      () => scrollTo(0, 0),
    );
    return () => abortController.abort();
  }, [entryKey, pathname, navigationType]);
}

/** Until the page stays where it was left, or somebody moves it. */
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
