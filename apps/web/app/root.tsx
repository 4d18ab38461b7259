import { QueryClientProvider } from '@tanstack/react-query';
import { Splash } from '@wopack/ui/feedback/skeleton.tsx';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { I18nextProvider } from 'react-i18next';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { queryClient } from './lib/api/query-client.ts';
import { abortOnUserInput } from './lib/browser/use-has-interacted.ts';
import { i18n } from './lib/i18n/i18n.ts';
import { recordVisit } from './lib/session/record-visit.ts';
import { parseReferralCode, saveReferralCode } from './lib/session/referral-code.ts';
import { clearPrerenderedMark } from './performance/prerendered-shell.ts';
import { useScrollRestoration } from './use-scroll-restoration.ts';

export function Root() {
  useScrollRestoration();
  useNavigationEffects();
  return (
    <>
      <NavigationProgress />
      <Suspense fallback={<Splash />}>
        <Outlet />
      </Suspense>
    </>
  );
}

/** Landing, sign-in and wizard: no menus; each page has its own `<main>`. */
export const BareLayout = () => (
  <div className="page-in min-h-dvh">
    <Outlet />
  </div>
);

/** A line at the top while the next page loads for longer than 200 ms. */
function NavigationProgress() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <div
      aria-hidden="true"
      className="fixed inset-x-0 top-0 z-60 h-[3px] origin-left animate-[nav-bar_8s_200ms_ease-out_both] bg-sun"
    />
  );
}

export const Providers = ({ children }: { children: ReactNode }) => (
  <I18nextProvider i18n={i18n}>
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  </I18nextProvider>
);

/** After a navigation: focuses the main heading and stores a referral code from the URL. */
function useNavigationEffects(): void {
  const { pathname, search } = useLocation();
  const lastPathname = useRef(pathname);

  useEffect(() => {
    saveReferralCode(search);
    const referralCode = parseReferralCode(search);
    if (referralCode) void recordVisit(referralCode);
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
