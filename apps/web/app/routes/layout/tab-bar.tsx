import { IconBuildingStore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { cn } from '../../lib/cn.ts';
import { useMe } from '../../lib/data/shared-queries.ts';
import { getActiveTab, listTabs, navIcons, navPaths } from './navigation.ts';

/** Fixed at the bottom, on phones. */
export function TabBar() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { data: me } = useMe();
  const tabs = listTabs(me ?? { is_owner: false, is_partner: false });
  const activeKey = getActiveTab(pathname, tabs);
  return (
    <nav
      aria-label={t('nav.main')}
      className="fixed inset-x-0 bottom-0 z-30 grid print:hidden auto-cols-fr grid-flow-col bg-raised px-2 pt-2 pb-[calc(8px+env(safe-area-inset-bottom))] shadow-[0_-1px_0_var(--color-line),0_-12px_32px_rgb(52_16_42/.06)]"
    >
      {tabs.map((tab) => {
        // The side menu's dashboard icon does not fit phones.
        const Icon = tab === 'seller' ? IconBuildingStore : navIcons[tab];
        const isActive = tab === activeKey;
        return (
          <Link
            key={tab}
            to={navPaths[tab]}
            aria-current={isActive ? 'page' : undefined}
            className={cn(
              'relative grid min-h-[60px] min-w-0 content-center justify-items-center gap-[7px] rounded-sm text-xs',
              isActive ? 'font-bold text-text' : 'font-semibold text-muted',
            )}
          >
            <span className={cn('relative grid place-items-center', isActive && 'text-on-brand')}>
              {isActive ? <span className="absolute size-[38px] rounded-full bg-brand" /> : null}
              <Icon className="relative size-[25px]" aria-hidden="true" />
            </span>
            <span className="max-w-full truncate">
              {t(tab === 'affiliate' ? 'nav.partner' : `nav.${tab}`)}
            </span>
          </Link>
        );
      })}
    </nav>
  );
}
