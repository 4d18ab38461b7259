import { cn } from '@wopack/ui/cn.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { useCurrentBusiness, useMemberRights } from '../../lib/data/shared-queries.ts';
import { paths } from '../../lib/paths.ts';

const tabs = [
  ['team', paths.members, 'members.manage'],
  ['places', paths.comparison, 'figures.view'],
  ['import', paths.productImport, 'products.manage'],
  ['counters', paths.counters, 'devices.manage'],
  ['activity', paths.activity, 'activity.view'],
  ['payout', paths.businessPayout, 'money.manage'],
  ['codes', paths.discountCodes, 'money.view'],
  ['statements', paths.businessStatements, 'money.view'],
  ['transactions', paths.businessTransactions, 'money.view'],
] as const;

/** The pages of *Business* that the role may open; nothing for a single one. */
export function BusinessTabs() {
  const { t } = useTranslation('membership');
  const { can } = useMemberRights();
  const business = useCurrentBusiness();
  const navRef = useRef<HTMLElement>(null);
  // Money belongs to the whole business.
  const hasAll = business?.sale_places === null;
  const shown = tabs.filter(([, , right]) => can(right) && (hasAll || !right.startsWith('money.')));
  const count = shown.length;
  // On a phone the open one may be beyond the edge.
  useEffect(() => {
    if (count > 1)
      navRef.current
        ?.querySelector('[aria-current="page"]')
        ?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [count]);
  if (count < 2) return null;
  return (
    <nav
      ref={navRef}
      aria-label={t('tabs.label')}
      className="mb-4 flex gap-6 overflow-x-auto border-b border-line sm:mb-5"
    >
      {shown.map(([name, path]) => (
        <NavLink
          key={name}
          to={path}
          className={({ isActive }) =>
            cn(
              'inline-flex min-h-11 items-center border-b-3 font-semibold whitespace-nowrap',
              isActive ? 'border-brand text-text' : 'border-transparent text-muted hover:text-text',
            )
          }
        >
          {t(`tabs.${name}`)}
        </NavLink>
      ))}
    </nav>
  );
}
