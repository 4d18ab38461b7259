import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import type { UnchangedSlot } from './seller-week.api.ts';
import { formatLongDay } from './week-dates.ts';

/** Which orders keep their time after a change, and the way to them. */
export function UnchangedSlotsNote({ unchangedSlots }: { unchangedSlots: readonly UnchangedSlot[] }) {
  const { t, i18n } = useTranslation('week');
  const { formatTime } = useFormat();
  if (unchangedSlots.length === 0) return null;
  const formatHours = ({
    pickup_start,
    pickup_end,
    time_zone,
  }: Pick<UnchangedSlot, 'pickup_start' | 'pickup_end' | 'time_zone'>) =>
    `${formatTime(pickup_start, time_zone)}–${formatTime(pickup_end, time_zone)}`;
  const dates = [...new Set(unchangedSlots.map(({ date }) => date))];
  return (
    <div role="status" className="grid gap-2 rounded-md bg-brand-soft p-4">
      <p className="flex gap-2 font-bold">
        <IconInfoCircle className="size-5 shrink-0" aria-hidden="true" />
        {t('kept.title')}
      </p>
      <ul className="grid gap-2 text-sm">
        {unchangedSlots.map(({ product_id, product_name, date, orders, held, ...pickupWindow }) => (
          <li key={`${product_id} ${date}`}>
            <b>{product_name}</b> · {formatLongDay(date, i18n.language)} · {formatHours(pickupWindow)}
            <br />
            {orders.length ? `${t('kept.orders', { count: orders.length, list: orders.join(', ') })} ` : null}
            {held ? t('kept.held', { count: held }) : null}
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{t('kept.cancel')}</p>
      {dates.map((date) => (
        <Link
          key={date}
          to={`${paths.sellerOrders}?date=${date}`}
          className="link min-h-11 content-center justify-self-start text-sm"
        >
          {t('kept.toOrders')}
          {dates.length > 1 ? ` · ${formatLongDay(date, i18n.language)}` : null}
        </Link>
      ))}
    </div>
  );
}
