import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { sessionArea } from '../lib/storage.ts';
import { untilMoved } from '../lib/until-moved.ts';

/** How long Back waits for a page to become as tall as it was: on a slow network its list comes late. */
const RESTORE_FRAMES = 1200;
/** There, it has only to hold out against what was still moving the page before. */
const HOLDING = 60;

const STORED_AS = 'scroll';

/**
 * By the key of the history entry and its path: whatever the tab opens first has the same key. Kept in the session so
 * that coming back from another site restores too.
 */
const positions = new Map<string, number>(JSON.parse(sessionArea.getItem(STORED_AS) ?? '[]'));

/** Where a page stands until it is tall enough again is not where it was left. */
let restoring: AbortController | undefined;

/** A new page scrolls smoothly to the top after 100 ms; Back and Forward restore the position. */
export function useScroll(): void {
  const { key, pathname } = useLocation();
  const entry = `${key} ${pathname}`;
  const type = useNavigationType();
  const lastPath = useRef('');

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const keep = () => sessionArea.setItem(STORED_AS, JSON.stringify([...positions].slice(-50)));
    addEventListener('pagehide', keep);
    return () => removeEventListener('pagehide', keep);
  }, []);

  // Before the browser notices that the next page is shorter: where that makes it jump is not where this one was left.
  useLayoutEffect(() => {
    const remember = () => restoring?.signal.aborted !== false && positions.set(entry, scrollY);
    addEventListener('scroll', remember);
    return () => removeEventListener('scroll', remember);
  }, [entry]);

  useLayoutEffect(() => {
    const before = lastPath.current;
    lastPath.current = pathname;
    const top = positions.get(entry) ?? 0;
    // Who comes is at the top, or where they scrolled to in what the server drew beforehand.
    if (!before && !top) return;
    if (type === 'POP') return restore(top);
    if (before === pathname) return;
    const over = new AbortController();
    // Not needed before somebody goes somewhere.
    void import('../lib/to-top.ts').then(
      ({ toTop }) => toTop(over.signal),
      () => scrollTo(0, 0),
    );
    return () => over.abort();
  }, [entry, pathname, type]);
}

/** Until the page stays where it was left, or somebody moves it. */
function restore(top: number): () => void {
  const over = untilMoved();
  restoring = over;
  let frames = RESTORE_FRAMES;
  const attempt = () => {
    if (over.signal.aborted) return;
    scrollTo(0, top);
    frames -= scrollY < top - 1 ? 1 : HOLDING;
    if (top && frames > 0) requestAnimationFrame(attempt);
    else over.abort();
  };
  attempt();
  return () => over.abort();
}
