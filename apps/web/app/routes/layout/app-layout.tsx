import { ButtonLink } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import {
  EmptyFallback,
  lazyWithErrorBoundary,
  OptionalBoundary,
} from '@wopack/ui/feedback/lazy-with-error-boundary.tsx';
import {
  IconBuildingStore,
  IconHeart,
  IconLink,
  IconMilk,
  IconReceipt,
  IconUserCircle,
} from '@wopack/ui/icons';
import { Logo } from '@wopack/ui/images/logo-and-mascot.tsx';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, useLocation } from 'react-router';
import { useIsWideScreen } from '../../lib/browser/use-media-query.ts';
import { hasRight, useMe } from '../../lib/data/shared-queries.ts';
import { HeaderImage, LayoutOptionsProvider, useCurrentLayoutOptions } from '../../lib/layout-options.tsx';
import { paths, withNextPath } from '../../lib/paths.ts';
import { useStored } from '../../lib/storage/storage.ts';
import { LanguageSelect, LanguageSwitcher } from '../../ui/language-picker.tsx';
import { SkipLink } from '../../ui/links.tsx';
import { getActiveTab, getNavPath, guestTabs, listTabs, NO_ROLES, type TabKey } from './navigation.ts';
import { LegalTextChanges, OfflineBanner, PendingBars, RunningHolds } from './status-bars.tsx';
import { Footer } from './wide/footer.tsx';
import { SideMenu } from './wide/side-menu.tsx';
import { TopBar } from './wide/top-bar.tsx';

const SellerLiveUpdates = lazyWithErrorBoundary(
  async () => ({
    default: (await import('../../features/orders/seller/seller-live-updates.tsx')).SellerLiveUpdates,
  }),
  EmptyFallback,
);

export const Component = () => (
  <LayoutOptionsProvider>
    <LayoutContent />
  </LayoutOptionsProvider>
);

/**
 * From 36 rem side menu, top bar and footer; below only the page and the tab bar. The page stays mounted across the
 * change.
 */
function LayoutContent() {
  const { pathname } = useLocation();
  const [token] = useStored('token');
  const {
    compactMenu = false,
    hideTabBar = false,
    fullHeight = false,
    sunken = false,
  } = useCurrentLayoutOptions();
  const isWide = useIsWideScreen();
  const isSignedIn = token !== null;
  const { data: me } = useMe();
  // On phones only on seller pages, since a buyer's phone should not keep a stream open.
  const hasSellerLiveUpdates = hasRight(me, 'hand_out') && (isWide || /^\/seller(\/|$)/.test(pathname));
  const hasTabBar = !isWide && !hideTabBar;
  const hasGuestBar = !isSignedIn && !hasTabBar;
  const hasBars = isWide && !fullHeight;
  return (
    <div className="flex min-h-dvh">
      <SkipLink />
      <OptionalBoundary resetKey={pathname}>
        {isWide && isSignedIn ? <SideMenu isCompact={compactMenu} isAlwaysShown={fullHeight} /> : null}
      </OptionalBoundary>
      <div
        className={cn(
          'flex min-w-0 flex-1 flex-col',
          // The page gets what the bars leave; where that is next to nothing, it scrolls.
          fullHeight && 'h-dvh',
          sunken && 'bg-sunken',
        )}
      >
        <OptionalBoundary resetKey={pathname}>
          <OfflineBanner isSignedIn={isSignedIn} />
        </OptionalBoundary>
        <OptionalBoundary resetKey={pathname}>
          {hasGuestBar ? <GuestBar /> : hasBars ? <TopBar /> : null}
        </OptionalBoundary>
        <OptionalBoundary resetKey={pathname}>
          <RunningHolds />
        </OptionalBoundary>
        <OptionalBoundary resetKey={pathname}>
          <LegalTextChanges />
        </OptionalBoundary>
        <main
          id="main"
          key={pathname}
          tabIndex={-1}
          className={cn(
            'page-in flex-1',
            fullHeight && 'flex min-h-80 flex-col',
            hasTabBar && 'pb-[calc(84px+env(safe-area-inset-bottom))]',
          )}
        >
          <Suspense fallback={null}>
            <Outlet />
          </Suspense>
        </main>
        <OptionalBoundary resetKey={pathname}>
          <div className="sticky bottom-[calc(76px+env(safe-area-inset-bottom))] z-20">
            <PendingBars hasTabBar={hasTabBar} />
          </div>
        </OptionalBoundary>
        <OptionalBoundary resetKey={pathname}>{hasBars ? <Footer /> : null}</OptionalBoundary>
      </div>
      <OptionalBoundary resetKey={pathname}>
        {hasTabBar ? <TabBar isGuest={!isSignedIn} /> : null}
      </OptionalBoundary>
      {hasSellerLiveUpdates ? (
        <Suspense fallback={null}>
          <SellerLiveUpdates />
        </Suspense>
      ) : null}
    </div>
  );
}

/** For guests where there is no tab bar: the language, and links to the landing page and to sign-in, which leads back. */
function GuestBar() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const { headerImage } = useCurrentLayoutOptions();
  return (
    <header className="gutter relative isolate flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-2">
      <HeaderImage photo={headerImage} />
      <Link to={paths.landing} className="-ml-3 rounded-full bg-page px-3 py-1.5">
        <Logo />
      </Link>
      <div className="flex items-center gap-3">
        <LanguageSelect className="bg-page sm:hidden" />
        <LanguageSwitcher className="max-sm:hidden" />
        <ButtonLink size="small" to={withNextPath(paths.auth, pathname + search)}>
          {t('signIn')}
        </ButtonLink>
      </div>
    </header>
  );
}

const tabIcons: Record<TabKey, typeof IconHeart> = {
  offers: IconMilk,
  favourites: IconHeart,
  history: IconReceipt,
  seller: IconBuildingStore,
  partner: IconLink,
  account: IconUserCircle,
};

/** Fixed at the bottom, on phones. The account tab of guests is sign-in, which leads back here. */
function TabBar({ isGuest }: { isGuest: boolean }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const { data: me } = useMe();
  const roles = me ?? NO_ROLES;
  const tabs = isGuest ? guestTabs : listTabs(roles);
  const activeKey = getActiveTab(pathname, tabs);
  return (
    <nav
      aria-label={t('nav.main')}
      className="fixed inset-x-0 bottom-0 z-30 grid print:hidden auto-cols-fr grid-flow-col bg-raised px-2 pt-2 pb-[calc(8px+env(safe-area-inset-bottom))] shadow-[0_-1px_0_var(--color-line),0_-12px_32px_rgb(52_16_42/.06)]"
    >
      {tabs.map((tab) => {
        const Icon = tabIcons[tab];
        const isActive = tab === activeKey;
        const isSignIn = isGuest && tab === 'account';
        return (
          <Link
            key={tab}
            to={isSignIn ? withNextPath(paths.auth, pathname + search) : getNavPath(tab, roles)}
            aria-current={isActive ? 'page' : undefined}
            className={cn(
              'relative grid min-h-[60px] min-w-0 content-center justify-items-center gap-[7px] rounded-sm text-center text-[clamp(11px,.75rem,4vw)] leading-tight',
              isActive ? 'font-bold text-text' : 'font-semibold text-muted',
            )}
          >
            <span className={cn('relative grid place-items-center', isActive && 'text-on-brand')}>
              {isActive ? <span className="absolute size-[38px] rounded-full bg-brand" /> : null}
              <Icon className="relative size-[25px]" />
            </span>
            <span className="max-w-full hyphens-auto">
              {t(isSignIn ? 'signIn' : tab === 'partner' ? 'nav.groups.partner' : `nav.${tab}`)}
            </span>
          </Link>
        );
      })}
    </nav>
  );
}
