import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { unframe } from '../lib/framed.ts';
import { captureRef, codeIn } from '../lib/ref-link.ts';
import { untilMoved } from '../lib/until-moved.ts';

/** After a navigation: focus on the main heading; a referral code in the address is kept. */
export function useArrival(): void {
  const { pathname, search } = useLocation();
  const arrivedAt = useRef(pathname);

  useEffect(() => {
    captureRef(search);
    const code = codeIn(search);
    // Rarely is there one: what counts it comes only then.
    if (code) import('../lib/count-visit.ts').then(({ countVisit }) => countVisit(code)).catch(console.warn);
  }, [search]);

  useEffect(() => {
    if (arrivedAt.current === pathname) return;
    arrivedAt.current = pathname;
    unframe();
    // The server named the first page; what a browser shares is the one on show.
    document.querySelector('link[rel=canonical]')?.setAttribute('href', location.origin + pathname);
    return keepOnHeading();
  }, [pathname]);
}

/** A page often begins with a skeleton, whose heading goes with it: the focus follows until the person moves it. */
function keepOnHeading(): () => void {
  const over = untilMoved();
  let target: HTMLElement | null = null;
  const settle = () => {
    if (target?.isConnected) return;
    target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
    if (!target) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  };
  settle();
  const watch = new MutationObserver(() => {
    if (document.activeElement === document.body) settle();
  });
  watch.observe(document.body, { childList: true, subtree: true });
  over.signal.addEventListener('abort', () => watch.disconnect());
  return () => over.abort();
}
