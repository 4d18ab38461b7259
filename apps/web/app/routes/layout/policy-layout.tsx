import { Link, Outlet, useLocation } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useStored } from '../../lib/storage/storage.ts';
import { OptionalBoundary } from '../../ui/feedback/optional-boundary.tsx';
import { Logo } from '../../ui/images/logo.tsx';
import { LanguageSelect } from '../../ui/language-picker.tsx';
import { LanguageSwitcher } from '../../ui/language-switcher.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { Footer } from './footer.tsx';
import { PendingHoldsBar } from './pending-holds-bar.tsx';
import { PolicyBar } from './policy-bar.tsx';

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
        <PolicyBar />
      </OptionalBoundary>
      <main id="main" key={pathname} tabIndex={-1} className="page-in wrap flex-1 py-7 lg:py-10">
        <Outlet />
      </main>
      <OptionalBoundary resetKey={pathname}>
        <PendingHoldsBar />
      </OptionalBoundary>
      <OptionalBoundary resetKey={pathname}>
        <Footer />
      </OptionalBoundary>
    </div>
  );
}
