import { useInfiniteQuery } from '@tanstack/react-query';
import { IconChevronRight, IconClock } from '@wopack/ui/icons';
import { serverDate } from '@wopack/ui/server-clock.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCountdown } from '../../lib/browser/use-now.ts';
import { paths } from '../../lib/paths.ts';
import { Timer } from '../../ui/timer.tsx';
import {
  type BuyerOrder,
  getOrderTitle,
  isAwaitingPickup,
  ordersQuery,
  useMyOrderUpdates,
} from './buyer-orders.api.ts';

/** The next pickup with countdown and PIN, beside the offers of a phone. Renders nothing without one. */
export function OpenOrderStrip() {
  const { i18n } = useTranslation();
  const { data } = useInfiniteQuery(ordersQuery(i18n.language));
  const openOrders = (data?.pages.flatMap((page) => page.data) ?? [])
    .filter((order) => isAwaitingPickup(order, serverDate()))
    .toSorted((a, b) => a.pickup_start.localeCompare(b.pickup_start));
  useMyOrderUpdates(openOrders);
  const [next] = openOrders;
  return next ? <Strip order={next} /> : null;
}

function Strip({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  const untilOpen = useCountdown(order.pickup_start);
  const untilClose = useCountdown(order.pickup_end);
  return (
    <aside aria-label={t('strip.label')} className="on-brand bg-brand text-on-brand">
      <Link to={paths.ticket(order.id)} className="gutter flex min-h-14 items-center gap-3 py-1.5">
        <IconClock className="size-[22px] shrink-0" />
        <span className="min-w-0 flex-1 leading-5">
          <b className="block truncate text-sm">{getOrderTitle(order)}</b>
          <span className="block truncate text-xs tabular-nums">
            {t(untilOpen > 0 ? 'ticket.opens' : untilClose > 0 ? 'ticket.closes' : 'ticket.over')}{' '}
            {untilClose > 0 ? (
              <Timer
                key={untilOpen > 0 ? 'opens' : 'closes'}
                remainingMs={untilOpen > 0 ? untilOpen : untilClose}
                what={t(untilOpen > 0 ? 'ticket.opens' : 'ticket.closes')}
                over={t(untilOpen > 0 ? 'ticket.openNow' : 'ticket.over')}
              />
            ) : null}
          </span>
        </span>
        {order.pin ? (
          <span className="shrink-0 text-right leading-tight">
            <span className="block text-xs">PIN</span>
            <span className="font-display text-lg font-bold tabular-nums" aria-hidden="true">
              {order.pin}
            </span>
            <span className="sr-only">{[...order.pin].join(' ')}</span>
          </span>
        ) : null}
        <IconChevronRight className="size-5 shrink-0" />
      </Link>
    </aside>
  );
}
