import { IconStarFilled } from '@tabler/icons-react';
import { COMMISSION_CENTS } from '@wopack/domain';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Stat } from '../../../ui/display/stat.tsx';
import type { SellerDay } from '../seller-orders.api.ts';

interface Props {
  day: SellerDay;
  /** Today's two figures, the two of a longer time, or all four. */
  show: 'today' | 'longer' | 'all';
}

/** The seller's figures, each with the sum or the comparison behind it. */
export function SellerStats({ day, show }: Props) {
  const { t } = useTranslation(['seller', 'common']);
  const { formatMoney, formatDecimal } = useFormat();
  const { sold, quantity, sold_last_week, quantity_last_week, rating, rating_count } = day;
  const earningsNote = t(day.refunded_cents > 0 ? 'today.sumBack' : 'today.sum', {
    back: formatMoney(day.refunded_cents),
    price: formatMoney(day.price_cents),
    count: sold,
    commission: formatMoney(COMMISSION_CENTS),
  });
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-5">
      {show === 'longer' ? null : (
        <>
          <Stat
            name={t('today.soldToday')}
            note={t('today.lastWeek', { sold: sold_last_week, quantity: quantity_last_week })}
          >
            {t('today.of', { sold, quantity })}
          </Stat>
          <Stat name={t('today.earnings')} note={sold ? earningsNote : t('today.noSales')}>
            {formatMoney(day.earning_cents)}
          </Stat>
        </>
      )}
      {show === 'today' ? null : (
        <>
          <Stat name={t('today.month')} note={t('today.saved', { count: day.month_packs })}>
            {formatMoney(day.month_earning_cents)}
          </Stat>
          <Stat
            name={t('today.rating')}
            note={rating_count ? t('today.opinions', { count: rating_count }) : t('today.noOpinions')}
          >
            <span className="inline-flex items-center gap-1.5">
              {rating === null ? t('common:ratingNew') : formatDecimal(rating)}
              <IconStarFilled className="size-[1em] text-star" aria-hidden="true" />
            </span>
          </Stat>
        </>
      )}
    </dl>
  );
}
