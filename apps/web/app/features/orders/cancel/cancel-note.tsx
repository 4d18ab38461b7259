import { useTranslation } from 'react-i18next';
import { useNow } from '../../../lib/browser/use-now.ts';
import { formatRelativeDayTime } from '../../../lib/format/format-relative-day-time.ts';
import type { BuyerOrder } from '../buyer-orders.api.ts';

/** Until when cancelling is free, or why it is over. */
export function CancelNote({ order }: { order: BuyerOrder }) {
  const { t, i18n } = useTranslation('orders');
  const now = useNow(30_000);
  if (order.state !== 'paid') return null;
  const hasPickupStarted = now >= Date.parse(order.pickup_start);
  const isFree = now < Date.parse(order.cancel_until);
  return (
    <p className="text-center text-xs text-2">
      {isFree
        ? t('ticket.cancelUntil', {
            until: formatRelativeDayTime(order.cancel_until, i18n.language, order.sale_place.time_zone),
          })
        : t(hasPickupStarted ? 'ticket.cancelStarted' : 'ticket.cancelOver')}
    </p>
  );
}
