import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { cx } from '../lib/cx.ts';
import { ShellProvider, useShellWish } from '../lib/shell.tsx';
import { useStored } from '../lib/storage.ts';
import { useWide } from '../lib/use-media.ts';
import { useMe } from '../modules/identity/identity.api.ts';
import { lazyPart, showNothing } from '../ui/lazy-part.tsx';
import { Optional } from '../ui/optional.tsx';
import { GuestBar } from './guest-bar.tsx';
import { Held } from './held.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { TabBar } from './tab-bar.tsx';
import { useWideParts } from './use-wide-parts.ts';

/** Sellers hear of a sale on every page of a wide screen; a phone in the hand of a buyer is spared the stream. */
const SellerNews = lazyPart(() => import('../modules/orders/live/seller-live-updates.tsx'), showNothing);

export const AppLayout = () => (
  <ShellProvider>
    <Frame />
  </ShellProvider>
);

/**
 * From 576 px side menu, top bar and footer; below only the page and the tab bar. The page stays mounted between.
 */
function Frame() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [token] = useStored('token');
  const { compactMenu = false, hideTabBar = false, fullHeight = false, sunken = false } = useShellWish();
  const wide = useWide();
  const parts = useWideParts();
  const member = token !== null;
  const { data: me } = useMe();
  const sells = me?.is_owner && (wide || /^\/seller(\/|$)/.test(pathname));
  const tabBar = !parts && member && !hideTabBar;
  const bars = parts && !fullHeight;
  return (
    <div className="flex min-h-dvh">
      <a
        href="#main"
        className="sr-only z-60 rounded-sm bg-primary px-4 py-3 font-bold text-on-primary focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t('skip')}
      </a>
      <Optional resetKey={pathname}>
        {parts && member ? <parts.SideMenu compact={compactMenu} always={fullHeight} /> : null}
      </Optional>
      <div className={cx('flex min-w-0 flex-1 flex-col', sunken && 'bg-sunken')}>
        <Optional resetKey={pathname}>
          <OfflineBanner member={member} />
        </Optional>
        <Optional resetKey={pathname}>{member ? bars && <parts.TopBar /> : <GuestBar />}</Optional>
        <main
          id="main"
          key={pathname}
          tabIndex={-1}
          className={cx('page-in flex-1', tabBar && 'pb-[calc(84px+env(safe-area-inset-bottom))]')}
        >
          <Suspense fallback={null}>
            <Outlet />
          </Suspense>
        </main>
        <Optional resetKey={pathname}>
          <Held aboveTabs={tabBar} />
        </Optional>
        <Optional resetKey={pathname}>{bars ? <parts.Footer /> : null}</Optional>
      </div>
      <Optional resetKey={pathname}>{tabBar ? <TabBar /> : null}</Optional>
      {sells ? (
        <Suspense fallback={null}>
          <SellerNews />
        </Suspense>
      ) : null}
    </div>
  );
}
