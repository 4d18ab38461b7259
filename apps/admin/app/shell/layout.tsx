import { useQuery } from '@tanstack/react-query';
import { IconButton } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { IconAlertTriangle, IconClock, IconMenu2, IconSearch } from '@wopack/ui/icons';
import { Logo } from '@wopack/ui/images/logo-and-mascot.tsx';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, NavLink, Outlet, useLocation } from 'react-router';
import { version } from '../../package.json';
import { getOperatorToken } from '../lib/api.ts';
import { dashboardQuery, operatorQuery } from '../lib/queries.ts';
import { getSignInPath, useFormat, useRights } from '../lib/use-console.ts';
import { PageState } from '../ui/panels.tsx';
import { Account, StepUp } from './account.tsx';
import { getItemPath, getItemRight, menu } from './menu.ts';
import { SearchField } from './search.tsx';

const LOADING = { error: null, refetch: () => {} };

/** Menu, search and the signed-in operator around every page. */
export default function Layout() {
  const { t } = useTranslation('admin');
  const { pathname, search } = useLocation();
  const isSignedIn = getOperatorToken() !== null;
  const operator = useQuery({ ...operatorQuery, enabled: isSignedIn });
  const mainRef = useRef<HTMLElement>(null);
  const formerPath = useRef(pathname);
  // A new page is announced by its heading, as if it had been loaded.
  useEffect(() => {
    if (formerPath.current === pathname) return;
    formerPath.current = pathname;
    scrollTo(0, 0);
    mainRef.current?.focus({ preventScroll: true });
  }, [pathname]);
  if (!isSignedIn) return <Navigate to={getSignInPath(pathname + search)} replace />;
  return (
    <div className="min-h-dvh text-sm lg:grid lg:grid-cols-[232px_1fr]">
      <a
        href="#main"
        className="sr-only rounded-sm bg-contrast px-4 py-3 font-bold text-on-contrast focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60"
      >
        {t('skip')}
      </a>
      <aside
        aria-label={t('console')}
        className="sticky top-0 hidden h-dvh overflow-y-auto border-r border-line p-3 lg:block"
      >
        <Brand />
        <MainMenu />
        <p className="mt-3 px-2.5 text-xs text-muted">WoPack {version}</p>
      </aside>
      <div className="min-w-0">
        <TopBar />
        <main
          ref={mainRef}
          id="main"
          tabIndex={-1}
          className="mx-auto grid max-w-[1440px] grid-cols-[minmax(0,1fr)] px-4 py-5 outline-none lg:px-8 lg:py-6"
        >
          {operator.error ? (
            <PageState query={operator} />
          ) : operator.data ? (
            <Suspense fallback={<PageState query={LOADING} />}>
              <QuietNotice />
              <Outlet />
            </Suspense>
          ) : (
            <PageState query={LOADING} />
          )}
        </main>
      </div>
      <StepUp />
    </div>
  );
}

/** On every page, as what it shows may have been done already. */
function QuietNotice() {
  const { t } = useTranslation('admin');
  const { formatDateTime } = useFormat();
  const { data: dashboard } = useQuery(dashboardQuery);
  if (!dashboard?.quiet_since) return null;
  return (
    <div role="status" className="mb-4 rounded-md bg-urgent-soft p-4 text-urgent">
      <p className="flex items-center gap-2 font-bold">
        <IconAlertTriangle className="size-5 shrink-0" />
        {t('quiet.title', { time: formatDateTime(dashboard.quiet_since) })}
      </p>
      <p className="mt-1">{t('quiet.text')}</p>
      <p className="mt-2 font-mono text-xs break-words">
        npm run operator -- recovery show
        <br />
        npm run operator -- recovery confirm
      </p>
    </div>
  );
}

const Brand = () => {
  const { t } = useTranslation('admin');
  return (
    <Link to="/" className="flex min-h-11 items-center gap-2 rounded-sm px-2.5">
      <Logo className="h-7" />
      <span className="rounded-full bg-quiet px-2.5 py-1 text-xs font-semibold">{t('console')}</span>
    </Link>
  );
};

function MainMenu({ onOpen }: { onOpen?: () => void }) {
  const { t } = useTranslation('admin');
  const hasRight = useRights();
  const { pathname } = useLocation();
  const { data: dashboard } = useQuery(dashboardQuery);
  const navRef = useRef<HTMLElement>(null);
  // The menu is higher than a small window.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another item
  useEffect(() => {
    navRef.current?.querySelector('[aria-current=page]')?.scrollIntoView?.({ block: 'nearest' });
  }, [pathname]);
  const groups = menu
    .map((group) => ({ ...group, items: group.items.filter((item) => hasRight(getItemRight(item))) }))
    .filter((group) => group.items.length > 0);
  return (
    <nav ref={navRef} aria-label={t('menu.main')} className="mt-2 grid gap-3">
      {groups.map((group) => (
        <div key={group.label ?? 'first'} className="grid">
          {group.label ? (
            <p className="px-2.5 py-1.5 text-xs font-semibold text-muted">{t(`menu.${group.label}`)}</p>
          ) : null}
          <ul className="grid gap-0.5">
            {group.items.map((item) => {
              const count = dashboard?.tasks.find(({ kind }) => kind === item.task)?.count ?? 0;
              return (
                <li key={item.name}>
                  <NavLink
                    to={getItemPath(item)}
                    end={item.name === 'dashboard'}
                    onClick={onOpen}
                    className={({ isActive }) =>
                      cn(
                        'flex min-h-9 items-center gap-3 rounded-sm px-2.5 font-medium pointer-coarse:min-h-11',
                        isActive ? 'on-brand bg-brand font-semibold text-on-brand' : 'hover:bg-quiet',
                      )
                    }
                  >
                    <item.icon className="size-5 shrink-0" aria-hidden="true" />
                    <span className="min-w-0 flex-1">{t(`menu.${item.name}`)}</span>
                    {count ? (
                      <span className="min-w-6 rounded-full bg-urgent-strong px-1.5 py-0.5 text-center text-xs font-bold text-paper">
                        {count}
                        <span className="sr-only"> {t('menu.waiting')}</span>
                      </span>
                    ) : null}
                  </NavLink>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function TopBar() {
  const { t } = useTranslation('admin');
  const { formatTime } = useFormat();
  const { data: operator } = useQuery(operatorQuery);
  const [sheet, setSheet] = useState<'menu' | 'account' | null>(null);
  const close = () => setSheet(null);
  return (
    <header className="sticky top-0 z-30 flex min-h-16 items-center gap-2 border-b border-line bg-page px-4 lg:gap-4 lg:px-8">
      <div className="lg:hidden">
        <Brand />
      </div>
      <div className="hidden min-w-0 flex-1 lg:block">
        <SearchField />
      </div>
      <Link
        to="/search"
        aria-label={t('search.label')}
        className="ml-auto grid size-11 place-items-center rounded-full bg-quiet lg:hidden"
      >
        <IconSearch className="size-5" />
      </Link>
      {operator ? (
        <>
          <p className="hidden items-center gap-1.5 text-xs whitespace-nowrap text-muted xl:flex">
            <IconClock className="size-4" />
            {t('signedInUntil', { time: formatTime(operator.session_expires_at) })}
          </p>
          <button
            type="button"
            onClick={() => setSheet('account')}
            className="hidden min-h-11 rounded-sm px-2 text-left leading-5 hover:bg-quiet lg:block"
          >
            <b className="block max-w-48 truncate">{operator.name || operator.email}</b>
            <span className="text-xs text-muted">{t(`roles.${operator.role}`)}</span>
          </button>
        </>
      ) : null}
      <IconButton
        label={t('menu.open')}
        variant="flat"
        className="lg:hidden"
        onClick={() => setSheet('menu')}
      >
        <IconMenu2 />
      </IconButton>
      <Sheet open={sheet === 'menu'} onClose={close} title={t('menu.main')}>
        <MainMenu onOpen={close} />
        <Account />
      </Sheet>
      <Sheet
        open={sheet === 'account'}
        onClose={close}
        title={operator?.name ?? ''}
        description={operator?.email}
      >
        <Account />
      </Sheet>
    </header>
  );
}
