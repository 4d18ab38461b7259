import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sellerTaskCountsQuery } from '../seller-orders.api.ts';

const MAX_SHOWN = 99;

/** Badge beside 'Orders' in the menu: orders to hand out today, unanswered reports, and questions about reports. */
export function SellerTaskCount() {
  const { t } = useTranslation();
  const { data } = useQuery(sellerTaskCountsQuery);
  const count = data ? data.to_hand_out + data.reports + data.report_questions : 0;
  if (count === 0) return null;
  return (
    <span className="grid h-6 min-w-6 place-items-center rounded-full bg-urgent px-1.5 text-xs font-bold text-page">
      <span aria-hidden="true">{count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}</span>
      <span className="sr-only">{t('nav.waiting', { count })}</span>
    </span>
  );
}
