import { getFullName } from '@wopack/domain';
import { IconButton } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { EmptyFallback, lazyWithErrorBoundary } from '@wopack/ui/feedback/lazy-with-error-boundary.tsx';
import {
  IconArrowRight,
  IconArrowsExchange,
  IconBuildingStore,
  IconCalendarWeek,
  IconClipboardList,
  IconHeart,
  IconLayoutDashboard,
  IconLink,
  IconLogout,
  IconMilk,
  IconPin,
  IconPinFilled,
  IconReceipt,
  IconSunHigh,
  IconTag,
  IconUserCircle,
  IconUsers,
} from '@wopack/ui/icons';
import { Logo } from '@wopack/ui/images/logo-and-mascot.tsx';
import { useMediaQuery } from '@wopack/ui/use-media-query.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { logOut } from '../../../features/identity/identity.api.ts';
import { type Me, useMe } from '../../../lib/data/shared-queries.ts';
import { paths } from '../../../lib/paths.ts';
import { useStored } from '../../../lib/storage/storage.ts';
import { Avatar } from '../../../ui/images/photo.tsx';
import { buildMenu, getActiveNavKey, getNavPath, type NavKey, NO_ROLES } from '../navigation.ts';

const SellerTaskCount = lazyWithErrorBoundary(
  async () => ({
    default: (await import('../../../features/orders/seller/seller-task-count.tsx')).SellerTaskCount,
  }),
  EmptyFallback,
);

const BusinessSwitcher = lazyWithErrorBoundary(
  async () => ({ default: (await import('../business-switcher.tsx')).BusinessSwitcher }),
  EmptyFallback,
);

const menuIcons: Record<NavKey, typeof IconHeart> = {
  home: IconSunHigh,
  offers: IconMilk,
  favourites: IconHeart,
  history: IconReceipt,
  account: IconUserCircle,
  transactions: IconArrowsExchange,
  seller: IconLayoutDashboard,
  week: IconCalendarWeek,
  sales: IconTag,
  partner: IconLink,
  referredSellers: IconBuildingStore,
  referredBuyers: IconUsers,
  orders: IconClipboardList,
  business: IconBuildingStore,
};

interface Props {
  /** Collapsed, even if the user pinned it open. */
  isCompact: boolean;
  /** Shown even if the user hid it: the page has no top bar with the button to show it. */
  isAlwaysShown: boolean;
}

/**
 * 248 px with labels or 80 px with icons: as pinned by the user, else by the width; collapsed when a page requests
 * it.
 */
export function SideMenu({ isCompact, isAlwaysShown }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { data: me } = useMe();
  const { canPin, isPinned, isHidden, togglePinned } = useSideMenu();
  const isCollapsed = !isPinned || isCompact;
  const roles = me ?? NO_ROLES;
  const { general, partner, seller } = buildMenu(roles);
  const activeKey = getActiveNavKey(pathname);
  const renderItem = (item: NavKey) => (
    <MenuItem
      key={item}
      item={item}
      path={getNavPath(item, roles)}
      isActive={item === activeKey}
      isCollapsed={isCollapsed}
    />
  );
  if (isHidden && !isAlwaysShown) return null;
  return (
    <aside
      id="side-menu"
      className={cn(
        'sticky top-0 z-20 flex h-dvh shrink-0 flex-col gap-1 border-r border-line bg-page py-6 print:hidden',
        isCollapsed ? 'w-20 items-center px-3' : 'w-62 overflow-y-auto px-4',
      )}
    >
      <div
        className={cn(
          'mb-5 flex items-center gap-2',
          isCollapsed ? 'flex-col' : 'min-h-11 justify-between pl-2',
        )}
      >
        <Link to={paths.offers} className={cn('rounded-xs', isCollapsed && 'p-1')}>
          <Logo markOnly={isCollapsed} className={isCollapsed ? 'h-10' : undefined} />
        </Link>
        {canPin && !isCompact ? (
          <IconButton variant="plain" label={t('nav.pin')} aria-pressed={isPinned} onClick={togglePinned}>
            {isPinned ? <IconPinFilled /> : <IconPin />}
          </IconButton>
        ) : null}
      </div>
      <nav aria-label={t('nav.main')} className="grid gap-1">
        {general.map(renderItem)}
        {partner.length ? <GroupTitle isCollapsed={isCollapsed}>{t('nav.groups.partner')}</GroupTitle> : null}
        {partner.map(renderItem)}
        {seller.length ? (
          <GroupTitle isCollapsed={isCollapsed}>{t('nav.groups.salePlaces')}</GroupTitle>
        ) : null}
        {seller.length ? (
          <Suspense fallback={null}>
            <BusinessSwitcher isCollapsed={isCollapsed} />
          </Suspense>
        ) : null}
        {seller.map(renderItem)}
      </nav>
      <div className="mt-auto grid gap-3 pt-4">
        {me && !me.business && !isCollapsed ? <SellerTeaser /> : null}
        {me ? <SideMenuUser me={me} isCollapsed={isCollapsed} /> : null}
      </div>
    </aside>
  );
}

const GroupTitle = ({ isCollapsed, children }: { isCollapsed: boolean; children: string }) => (
  <p className={cn('overline', isCollapsed ? 'sr-only' : 'px-3 pt-4 pb-1.5')}>{children}</p>
);

function MenuItem({
  item,
  path,
  isActive,
  isCollapsed,
}: {
  item: NavKey;
  path: string;
  isActive: boolean;
  isCollapsed: boolean;
}) {
  const { t } = useTranslation();
  const Icon = menuIcons[item];
  return (
    <Link
      to={path}
      aria-current={isActive ? 'page' : undefined}
      className={cn(
        'group relative flex min-h-[46px] items-center gap-3 rounded-sm font-semibold',
        isCollapsed ? 'w-13 justify-center' : 'px-3',
        isActive ? 'on-brand bg-brand text-on-brand' : 'text-muted hover:bg-quiet hover:text-text',
      )}
    >
      <Icon className="size-[23px] shrink-0" />
      <span
        className={
          isCollapsed
            ? 'pointer-events-none absolute left-full z-30 ml-3 rounded-xs bg-inverse px-3 py-1.5 text-sm whitespace-nowrap text-on-inverse opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100'
            : undefined
        }
      >
        {t(`nav.${item}`)}
      </span>
      {item === 'orders' ? (
        <span className={isCollapsed ? 'absolute -top-1 -right-1' : 'ml-auto'}>
          <Suspense fallback={null}>
            <SellerTaskCount />
          </Suspense>
        </span>
      ) : null}
    </Link>
  );
}

function SellerTeaser() {
  const { t } = useTranslation();
  return (
    <Link to={paths.sellerRole} className="grid gap-1.5 rounded-md bg-brand-soft p-4 text-sm">
      <b>{t('teaser.title')}</b>
      <span className="text-muted">{t('teaser.text')}</span>
      <span className="mt-1 flex items-center gap-2 font-bold">
        {t('teaser.action')}
        <IconArrowRight className="size-5" />
      </span>
    </Link>
  );
}

function SideMenuUser({ me, isCollapsed }: { me: Me; isCollapsed: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isLoggingOut, setLoggingOut] = useState(false);
  const name = getFullName(me.name, me.sname);
  const handleLogOut = async () => {
    setLoggingOut(true);
    await logOut();
    await navigate(paths.landing, { replace: true });
  };
  return (
    <div className={cn('flex items-center', isCollapsed ? 'flex-col gap-3' : 'gap-1 pl-1')}>
      <Link
        to={paths.account}
        aria-label={isCollapsed ? name || t('nav.account') : undefined}
        className="flex min-w-0 flex-1 items-center gap-3"
      >
        <Avatar name={name || me.email} path={me.avatar_path} />
        {isCollapsed ? null : (
          <span className="grid min-w-0 text-sm leading-5">
            <b className="truncate">{name || me.email}</b>
            <span className="truncate text-xs text-muted">{me.city}</span>
          </span>
        )}
      </Link>
      <IconButton
        variant="plain"
        label={t('logOut')}
        disabled={isLoggingOut}
        onClick={() => void handleLogOut()}
      >
        <IconLogout />
      </IconButton>
    </div>
  );
}

/**
 * State of the side menu. Collapsed by default under 1200 px; from 992 px it can be pinned or collapsed, and hidden
 * at any width. Source: docs/specification.md, Layout.
 */
export function useSideMenu() {
  const [stored, setStored] = useStored('sideMenu');
  const isRoomy = useMediaQuery('(min-width: 75rem)');
  const canPin = useMediaQuery('(min-width: 62rem)');
  const { pinned: isPinned = isRoomy, hidden: isHidden = false } = stored ?? {};
  return {
    canPin,
    isPinned: canPin && isPinned,
    isHidden,
    togglePinned: () => setStored({ ...stored, pinned: !isPinned }),
    toggleHidden: () => setStored({ ...stored, hidden: !isHidden }),
  };
}
