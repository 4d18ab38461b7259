import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { abortOnUserInput } from './lib/browser/use-has-interacted.ts';
import { parseReferralCode, saveReferralCode } from './lib/session/referral-code.ts';
import { clearPrerenderedMark } from './performance/prerendered-shell.ts';

/** After a navigation: focuses the main heading and stores a referral code from the URL. */
export function useNavigationEffects(): void {
  const { pathname, search } = useLocation();
  const lastPathname = useRef(pathname);

  useEffect(() => {
    saveReferralCode(search);
    const referralCode = parseReferralCode(search);
    // Rarely set, so its code loads on demand.
    if (referralCode)
      import('./lib/session/record-visit.ts')
        .then(({ recordVisit }) => recordVisit(referralCode))
        .catch(console.warn);
  }, [search]);

  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    clearPrerenderedMark();
    // The canonical link is that of the first page; sharing must use the current one.
    document.querySelector('link[rel=canonical]')?.setAttribute('href', location.origin + pathname);
    return keepFocusOnHeading();
  }, [pathname]);
}

/**
 * A page often starts with a skeleton, whose heading is unmounted with it: the focus follows until the user moves it.
 */
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
