import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { abortOnUserInput } from './lib/browser/abort-on-user-input.ts';
import { parseReferralCode, saveReferralCode } from './lib/session/referral-code.ts';
import { clearPrerenderedMark } from './performance/prerendered-shell.ts';

/** After a navigation: focus on the main heading; a referral code in the address is kept. */
export function useNavigationEffects(): void {
  const { pathname, search } = useLocation();
  const lastPathname = useRef(pathname);

  useEffect(() => {
    saveReferralCode(search);
    const referralCode = parseReferralCode(search);
    // Rarely is there one: what counts it comes only then.
    if (referralCode)
      import('./lib/session/record-visit.ts')
        .then(({ recordVisit }) => recordVisit(referralCode))
        .catch(console.warn);
  }, [search]);

  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    clearPrerenderedMark();
    // The server named the first page; what a browser shares is the one on show.
    document.querySelector('link[rel=canonical]')?.setAttribute('href', location.origin + pathname);
    return keepFocusOnHeading();
  }, [pathname]);
}

/** A page often begins with a skeleton, whose heading goes with it: the focus follows until the person moves it. */
function keepFocusOnHeading(): () => void {
  const abortController = abortOnUserInput();
  let target: HTMLElement | null = null;
  const focusHeading = () => {
    if (target?.isConnected) return;
    target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
    if (!target) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  };
  focusHeading();
  const observer = new MutationObserver(() => {
    if (document.activeElement === document.body) focusHeading();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  abortController.signal.addEventListener('abort', () => observer.disconnect());
  return () => abortController.abort();
}
