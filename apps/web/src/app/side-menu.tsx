import { IconArrowRight, IconPin, IconPinFilled } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { cx } from '../lib/cx.ts';
import { paths } from '../lib/paths.ts';
import { useMe } from '../modules/identity/identity.api.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { lazyPart, showNothing } from '../ui/lazy-part.tsx';
import { Logo } from '../ui/logo.tsx';
import { navIcons } from './nav-icons.ts';
import { activeNav, menuFor, type NavKey, navPaths } from './navigation.ts';
import { SidePerson } from './side-person.tsx';
import { useSideMenu } from './use-side-menu.ts';

/** For sellers alone: fetched with their menu. */
const OrdersCount = lazyPart(() => import('../modules/orders/live/seller-task-count.tsx'), showNothing);

interface Props {
  /** Small, whatever the person pinned. */
  compact: boolean;
  /** Shown even where the person hid it: the page has no top bar from which to show it again. */
  always: boolean;
}

/** 248 px with words, or 80 px with icons: as the person pinned it, else by the width; small when a page asks for it. */
export function SideMenu({ compact, always }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { data: me } = useMe();
  const { pinnable, pinned, hidden, pin } = useSideMenu();
  const narrow = !pinned || compact;
  const { own, partner, points } = menuFor(me ?? { is_owner: false, is_partner: false });
  const active = activeNav(pathname);
  const entry = (item: NavKey) => <Entry key={item} item={item} active={item === active} narrow={narrow} />;
  if (hidden && !always) return null;
  return (
    <aside
      id="side-menu"
      className={cx(
        'sticky top-0 z-20 flex h-dvh shrink-0 flex-col gap-1 border-r border-line bg-bg py-6 print:hidden',
        narrow ? 'w-20 items-center px-3' : 'w-62 overflow-y-auto px-4',
      )}
    >
      <div
        className={cx('mb-5 flex items-center gap-2', narrow ? 'flex-col' : 'min-h-11 justify-between pl-2')}
      >
        <Link to={paths.offers} className={cx('rounded-xs', narrow && 'p-1')}>
          <Logo mark={narrow} className={narrow ? 'h-10' : undefined} />
        </Link>
        {pinnable && !compact ? (
          <IconButton look="plain" label={t('nav.pin')} aria-pressed={pinned} onClick={pin}>
            {pinned ? <IconPinFilled aria-hidden="true" /> : <IconPin aria-hidden="true" />}
          </IconButton>
        ) : null}
      </div>
      <nav aria-label={t('nav.main')} className="grid gap-1">
        {own.map(entry)}
        {partner.length ? <GroupTitle narrow={narrow}>{t('nav.partner')}</GroupTitle> : null}
        {partner.map(entry)}
        {points.length ? <GroupTitle narrow={narrow}>{t('nav.myPoints')}</GroupTitle> : null}
        {points.map(entry)}
      </nav>
      <div className="mt-auto grid gap-3 pt-4">
        {me && !me.is_owner && !narrow ? <Teaser /> : null}
        {me ? <SidePerson me={me} narrow={narrow} /> : null}
      </div>
    </aside>
  );
}

const GroupTitle = ({ narrow, children }: { narrow: boolean; children: string }) => (
  <p className={cx('overline', narrow ? 'sr-only' : 'px-3 pt-4 pb-1.5')}>{children}</p>
);

function Entry({ item, active, narrow }: { item: NavKey; active: boolean; narrow: boolean }) {
  const { t } = useTranslation();
  const Icon = navIcons[item];
  return (
    <Link
      to={navPaths[item]}
      aria-current={active ? 'page' : undefined}
      className={cx(
        'group relative flex min-h-[46px] items-center gap-3 rounded-sm font-semibold',
        narrow ? 'w-13 justify-center' : 'px-3',
        active ? 'on-yellow bg-brand font-bold text-on-brand' : 'text-2 hover:bg-quiet hover:text-text',
      )}
    >
      <Icon className="size-[23px] shrink-0" aria-hidden="true" />
      <span
        className={
          narrow
            ? 'pointer-events-none absolute left-full z-30 ml-3 rounded-xs bg-inverse px-3 py-1.5 text-sm whitespace-nowrap text-on-inverse opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100'
            : undefined
        }
      >
        {t(`nav.${item}`)}
      </span>
      {item === 'orders' ? (
        <span className={narrow ? 'absolute -top-1 -right-1' : 'ml-auto'}>
          <Suspense fallback={null}>
            <OrdersCount />
          </Suspense>
        </span>
      ) : null}
    </Link>
  );
}

function Teaser() {
  const { t } = useTranslation();
  return (
    <Link to={paths.point} className="grid gap-1.5 rounded-md bg-brand-soft p-4 text-sm">
      <b>{t('teaser.title')}</b>
      <span className="text-2">{t('teaser.text')}</span>
      <span className="mt-1 flex items-center gap-2 font-bold">
        {t('teaser.action')}
        <IconArrowRight className="size-5" aria-hidden="true" />
      </span>
    </Link>
  );
}
