import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useFormattedPickup } from '../../../lib/format/use-formatted-pickup.ts';
import { getLocale } from '../../../lib/i18n/language.ts';
import { paths } from '../../../lib/paths.ts';
import { Photo } from '../../../ui/images/photo.tsx';
import type { BuyerOrder } from '../buyer-orders.api.ts';
import { OrderRatingStars } from '../reviews/order-rating-stars.tsx';
import { OrderStatePill } from './order-state-pill.tsx';

/** One order; leads to its ticket. */
export function OrderRow({ order }: { order: BuyerOrder }) {
  const { t, i18n } = useTranslation('orders');
  const format = useFormat();
  const { sale_place: salePlace } = order;
  const pickup = useFormattedPickup(order, salePlace.time_zone);
  const pickupText =
    order.state === 'paid'
      ? pickup
      : new Intl.DateTimeFormat(getLocale(i18n.language), {
          day: 'numeric',
          month: 'short',
          timeZone: salePlace.time_zone,
        }).format(new Date(order.pickup_start));
  return (
    <article className="relative flex gap-3.5 border-b border-line pb-3.5">
      <div className="size-[84px] shrink-0 overflow-hidden rounded-md">
        <Photo photo={order.product.photos[0]} alt="" sizes="140px" className="aspect-square!" />
      </div>
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-2">
          <h3 className="h3 min-w-0">
            <Link to={paths.ticket(order.id)} className="after:absolute after:inset-0 after:rounded-md">
              {order.product.name}
            </Link>
          </h3>
          <b className="whitespace-nowrap">{format.formatMoney(order.price_cents)}</b>
        </div>
        <p className="text-sm text-muted">
          {salePlace.name} · {pickupText}
        </p>
        <OrderPaymentLine order={order} />
        {order.rating ? <OrderRatingStars stars={order.rating.stars} className="mt-1.5" /> : null}
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
          <OrderStatePill order={order} />
          <span className="ml-auto text-xs text-hint">{t('number', { id: order.id })}</span>
        </div>
      </div>
    </article>
  );
}

/** How it was paid and what came back. */
function OrderPaymentLine({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  if (!order.card && order.refunded_cents === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-3 text-xs text-muted">
      {order.card ? <span>{t('card', { card: order.card })}</span> : null}
      {order.refunded_cents > 0 ? (
        <span className="font-semibold text-info">
          {t('returned', { amount: format.formatMoney(order.refunded_cents) })}
        </span>
      ) : null}
    </p>
  );
}
