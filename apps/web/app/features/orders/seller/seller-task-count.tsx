import { useQuery } from '@tanstack/react-query';
import { cn } from '@wopack/ui/cn.ts';
import { useTranslation } from 'react-i18next';
import { useChosenSalePlaces } from '../../../lib/data/chosen-sale-places.ts';
import { sellerTaskCountsQuery } from '../seller-orders.api.ts';

const MAX_SHOWN = 99;

interface BadgeProps {
  count: number;
  className?: string | undefined;
  /** For screen readers. */
  children: string;
}

/** Nothing where nothing waits. */
export const TaskBadge = ({ count, className, children }: BadgeProps) =>
  count === 0 ? null : (
    <span
      className={cn(
        'grid h-6 min-w-6 place-items-center rounded-full bg-urgent px-1.5 text-xs font-bold text-page',
        className,
      )}
    >
      <span aria-hidden="true">{count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}</span>
      <span className="sr-only">{children}</span>
    </span>
  );

/** Today's orders to hand out at the sale places that the seller's pages are about. */
export function useCountToHandOut(): number {
  const { data } = useQuery(sellerTaskCountsQuery);
  const { chosen } = useChosenSalePlaces(data?.places ?? []);
  return chosen.reduce((sum, { to_hand_out: count }) => sum + count, 0);
}

/**
 * Badge beside 'Orders' in the menu, the sum of those of the page's tabs: today's orders to hand out at the shops that the
 * page is about, and problems of all shops that wait for the seller.
 */
export function SellerTaskCount() {
  const { t } = useTranslation();
  const { data } = useQuery(sellerTaskCountsQuery);
  const toHandOut = useCountToHandOut();
  const count = data ? toHandOut + data.reports + data.report_questions + data.hand_out_conflicts : 0;
  return <TaskBadge count={count}>{t('nav.waiting', { count })}</TaskBadge>;
}
