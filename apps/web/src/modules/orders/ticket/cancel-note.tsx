import { useTranslation } from 'react-i18next';
import { dayClock } from '../../../lib/day-clock.ts';
import { useNow } from '../../../lib/use-now.ts';
import type { MyOrder } from '../my-orders.api.ts';

/** Until when cancelling is free, or why it is over. */
export function CancelNote({ order }: { order: MyOrder }) {
  const { t, i18n } = useTranslation('orders');
  const now = useNow(30_000);
  if (order.state !== 'paid') return null;
  const begun = now >= Date.parse(order.pickup_start);
  const free = now < Date.parse(order.cancel_until);
  return (
    <p className="text-center text-xs text-2">
      {free
        ? t('ticket.cancelUntil', {
            until: dayClock(order.cancel_until, i18n.language, order.sale_place.time_zone),
          })
        : t(begun ? 'ticket.cancelStarted' : 'ticket.cancelOver')}
    </p>
  );
}
