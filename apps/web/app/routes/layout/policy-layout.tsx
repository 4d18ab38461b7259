import { OptionalBoundary } from '@wopack/ui/feedback/lazy-with-error-boundary.tsx';
import { Logo } from '@wopack/ui/images/logo-and-mascot.tsx';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, Outlet, useLocation } from 'react-router';
import { paths, policies } from '../../lib/paths.ts';
import { useStored } from '../../lib/storage/storage.ts';
import { LanguageSelect, LanguageSwitcher } from '../../ui/language-picker.tsx';
import { SkipLink } from '../../ui/links.tsx';
import { PendingBars, RunningHolds } from './status-bars.tsx';
import { Footer } from './wide/footer.tsx';

/** Policies are public: logo, language, and a bar that links them. Printed without any of that. */
export function Component() {
  const { pathname } = useLocation();
  const [token] = useStored('token');
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="wrap flex min-h-16 items-center justify-between gap-4 py-2">
        <Link to={token === null ? paths.landing : paths.offers} className="rounded-xs">
          <Logo />
        </Link>
        <LanguageSelect className="sm:hidden print:hidden" />
        <LanguageSwitcher className="max-sm:hidden print:hidden" />
      </header>
      <OptionalBoundary resetKey={pathname}>
        <RunningHolds />
      </OptionalBoundary>
      <OptionalBoundary resetKey={pathname}>
        <PolicyBar />
      </OptionalBoundary>
      <main id="main" key={pathname} tabIndex={-1} className="page-in wrap flex-1 py-7 lg:py-10">
        <Outlet />
      </main>
      <OptionalBoundary resetKey={pathname}>
        <PendingBars />
      </OptionalBoundary>
      <OptionalBoundary resetKey={pathname}>
        <Footer />
      </OptionalBoundary>
    </div>
  );
}

/** Marks the current policy and scrolls it into view where the bar scrolls. */
export function PolicyBar() {
  const { t, i18n } = useTranslation();
  const { pathname } = useLocation();
  const listRef = useRef<HTMLUListElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each page, and for each language, whose labels differ in width
  useEffect(() => {
    const currentLink = listRef.current?.querySelector<HTMLElement>('[aria-current]');
    if (listRef.current && currentLink) listRef.current.scrollLeft = currentLink.offsetLeft;
  }, [pathname, i18n.language]);

  return (
    <nav aria-label={t('footer.policies')} className="border-b border-line print:hidden">
      <ul
        ref={listRef}
        className="relative mx-auto flex max-w-(--page-max) snap-x snap-mandatory scroll-px-(--gutter) gap-2 overflow-x-auto px-(--gutter) py-2.5 [scrollbar-width:none] xl:px-0"
      >
        {policies.map((policy) => (
          <li key={policy} className="shrink-0 snap-start">
            <NavLink
              to={paths.policies[policy]}
              className="inline-flex min-h-11 items-center rounded-full px-4 text-sm font-semibold text-muted inset-ring inset-ring-line -outline-offset-3! hover:bg-quiet aria-[current=page]:bg-brand aria-[current=page]:text-on-brand aria-[current=page]:inset-ring-0"
            >
              {t(`footer.${policy}`)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
