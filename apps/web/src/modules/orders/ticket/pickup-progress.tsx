import { useTranslation } from 'react-i18next';
import { useCountdown } from '../../../lib/use-countdown.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { usePickup } from '../../../lib/use-pickup.ts';
import type { MyOrder } from '../my-orders.api.ts';

/** The window, the time until it opens or closes, and how much of the wait is over. */
export function PickupProgress({ order }: { order: MyOrder }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const untilOpen = useCountdown(order.pickup_start);
  const untilClose = useCountdown(order.pickup_end);
  const [from, to, left] =
    untilOpen > 0
      ? [order.created_at, order.pickup_start, untilOpen]
      : [order.pickup_start, order.pickup_end, untilClose];
  const whole = Date.parse(to) - Date.parse(from);
  const done = whole > 0 ? Math.min(100, Math.max(0, 100 - (left / whole) * 100)) : 100;
  const { day, hours } = splitPickup(usePickup(order, order.sale_place.time_zone));
  return (
    <>
      <div className="flex justify-between gap-4">
        <p className="grid">
          <span className="text-sm text-2">{t('ticket.collect', { day })}</span>
          <span className="h2">{hours}</span>
        </p>
        <p className="grid text-right">
          <span className="text-sm text-2">
            {t(untilOpen > 0 ? 'ticket.opens' : untilClose > 0 ? 'ticket.closes' : 'ticket.over')}
          </span>
          {untilClose > 0 ? (
            <span role="timer" aria-live="off" className="h2 tabular-nums">
              {format.countdown(left)}
            </span>
          ) : null}
        </p>
      </div>
      <div aria-hidden="true" className="mt-3.5 h-2 overflow-hidden rounded-full bg-quiet-2">
        <div className="h-full rounded-full bg-brand" style={{ width: `${done}%` }} />
      </div>
    </>
  );
}

/** 'Hoje 17:30–19:00' in its two parts. */
export function splitPickup(pickup: string): { day: string; hours: string } {
  const at = pickup.lastIndexOf(' ');
  return at < 0 ? { day: '', hours: pickup } : { day: pickup.slice(0, at), hours: pickup.slice(at + 1) };
}
