import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** How long Back waits for a page to become as tall as it was. */
const RESTORE_MS = 2000;

const STORED_AS = 'scroll';

/**
 * By the key of the history entry and its path: whatever the tab opens first has the same key. Kept in the session so
 * that coming back from another site restores too.
 */
const positions = new Map<string, number>(JSON.parse(sessionStorage.getItem(STORED_AS) ?? '[]'));

/** A new page scrolls smoothly to the top after 100 ms; Back and Forward restore the position. */
export function useScroll(): void {
  const { key, pathname } = useLocation();
  const entry = `${key} ${pathname}`;
  const type = useNavigationType();
  const lastPath = useRef(pathname);
  const first = useRef(true);

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const keep = () => sessionStorage.setItem(STORED_AS, JSON.stringify([...positions].slice(-50)));
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, []);

  // Before the browser notices that the next page is shorter: where that makes it jump is not where this one was left.
  useLayoutEffect(() => {
    const remember = () => positions.set(entry, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [entry]);

  useLayoutEffect(() => {
    const samePage = lastPath.current === pathname;
    lastPath.current = pathname;
    const arriving = first.current;
    first.current = false;
    const top = positions.get(entry) ?? 0;
    // Who comes is at the top, or where they scrolled to in what the server drew beforehand.
    if (arriving && !top) return;
    if (type === 'POP') return restore(top);
    if (samePage) return;
    const over = new AbortController();
    // Not needed before somebody goes somewhere.
    void import('../lib/to-top.ts').then(({ toTop }) => toTop(over.signal));
    return () => over.abort();
  }, [entry, pathname, type]);
}

function restore(top: number): () => void {
  const until = performance.now() + RESTORE_MS;
  let frame = 0;
  const attempt = () => {
    window.scrollTo({ top, behavior: 'instant' });
    if (Math.abs(window.scrollY - top) > 1 && performance.now() < until)
      frame = requestAnimationFrame(attempt);
  };
  attempt();
  return () => cancelAnimationFrame(frame);
}
