import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { cn } from '../../../lib/cn.ts';

const VIEWS = ['upcoming', 'today', 'past', 'reports'] as const;
type OrdersViewName = (typeof VIEWS)[number];

export const isView = (text: string | null): text is OrdersViewName => VIEWS.includes(text as OrdersViewName);

/** Links, so that Back and a bookmark lead to the same list. Null: none of them is on show. */
export function ViewTabs({ view }: { view: OrdersViewName | null }) {
  const { t } = useTranslation('seller');
  return (
    <nav aria-label={t('orders.views')} className="flex flex-wrap gap-2">
      {VIEWS.map((name) => (
        <Link
          key={name}
          to={name === 'today' ? '?' : `?view=${name}`}
          aria-current={view === name ? 'page' : undefined}
          className={cn(
            'inline-flex min-h-11 items-center rounded-full px-4 text-[.9375rem] font-semibold whitespace-nowrap',
            view === name ? 'bg-primary text-on-primary' : 'bg-quiet-2 text-text',
          )}
        >
          {t(`orders.viewNames.${name}`)}
        </Link>
      ))}
    </nav>
  );
}
