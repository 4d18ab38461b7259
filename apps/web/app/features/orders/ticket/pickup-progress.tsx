import { useTranslation } from 'react-i18next';
import { useCountdown } from '../../../lib/browser/use-countdown.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useFormattedPickup } from '../../../lib/format/use-formatted-pickup.ts';
import type { BuyerOrder } from '../buyer-orders.api.ts';

/** The window, the time until it opens or closes, and how much of the wait is over. */
export function PickupProgress({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const untilOpen = useCountdown(order.pickup_start);
  const untilClose = useCountdown(order.pickup_end);
  const [from, to, remainingMs] =
    untilOpen > 0
      ? [order.created_at, order.pickup_start, untilOpen]
      : [order.pickup_start, order.pickup_end, untilClose];
  const totalMs = Date.parse(to) - Date.parse(from);
  const percentDone = totalMs > 0 ? Math.min(100, Math.max(0, 100 - (remainingMs / totalMs) * 100)) : 100;
  const { day, hours } = splitPickupText(useFormattedPickup(order, order.sale_place.time_zone));
  return (
    <>
      <div className="flex justify-between gap-4">
        <p className="grid">
          <span className="text-sm text-muted">{t('ticket.collect', { day })}</span>
          <span className="h2">{hours}</span>
        </p>
        <p className="grid text-right">
          <span className="text-sm text-muted">
            {t(untilOpen > 0 ? 'ticket.opens' : untilClose > 0 ? 'ticket.closes' : 'ticket.over')}
          </span>
          {untilClose > 0 ? (
            <span role="timer" aria-live="off" className="h2 tabular-nums">
              {format.formatCountdown(remainingMs)}
            </span>
          ) : null}
        </p>
      </div>
      <div aria-hidden="true" className="mt-3.5 h-2 overflow-hidden rounded-full bg-panel">
        <div className="h-full rounded-full bg-brand" style={{ width: `${percentDone}%` }} />
      </div>
    </>
  );
}

/** 'Hoje 17:30–19:00' in its two parts. */
export function splitPickupText(pickup: string): { day: string; hours: string } {
  const spaceIndex = pickup.lastIndexOf(' ');
  return spaceIndex < 0
    ? { day: '', hours: pickup }
    : { day: pickup.slice(0, spaceIndex), hours: pickup.slice(spaceIndex + 1) };
}
