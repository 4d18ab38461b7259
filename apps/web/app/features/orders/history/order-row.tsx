import { getLocale } from '@wopack/domain';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { IconArrowBackUp, IconCheck, IconClock, IconClockX, IconShare, IconX } from '@wopack/ui/icons';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useNow } from '../../../lib/browser/use-now.ts';
import { useFormat, useFormattedPickup } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { Photo } from '../../../ui/images/photo.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { type BuyerOrder, getOrderTitle, getReturnedCents, getStateKey } from '../buyer-orders.api.ts';
import { useMeans, usePartsText, useReturnedText } from '../means.ts';
import { OrderRatingStars, ReportPill } from '../order-facts.tsx';

export function OrderStatePill({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  if (order.state === 'paid') return <OpenOrderPill order={order} />;
  const { tone, Icon } = pillStyles[order.state];
  return (
    <Pill tone={tone} className="min-w-0 py-1 whitespace-normal!" icon={<Icon />}>
      {t(getStateKey(order, order.state))}
    </Pill>
  );
}

function OpenOrderPill({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const pickupPhase = getPickupPhase(order, useNow(30_000));
  return (
    <Pill tone="warn" className="py-1 whitespace-normal!" icon={<IconClock />}>
      {pickupPhase === 'over'
        ? t('windowOver')
        : 'before' in pickupPhase
          ? t('opensIn', { duration: format.formatDuration(pickupPhase.before) })
          : t('closesIn', { duration: format.formatDuration(pickupPhase.open) })}
    </Pill>
  );
}

type PillStyle = { tone: ComponentProps<typeof Pill>['tone']; Icon: typeof IconCheck };

const pillStyles: Record<Exclude<BuyerOrder['state'], 'paid'>, PillStyle> = {
  collected: { tone: 'ok', Icon: IconCheck },
  not_collected: { tone: 'plain', Icon: IconClockX },
  cancelled_by_buyer: { tone: 'bad', Icon: IconX },
  cancelled_by_store: { tone: 'bad', Icon: IconX },
  refunded: { tone: 'info', Icon: IconArrowBackUp },
};

/** Before, within or after the pickup window, with the milliseconds until it opens or closes. */
type PickupPhase = { before: number } | { open: number } | 'over';

export function getPickupPhase({ pickup_start, pickup_end }: BuyerOrder, now: number): PickupPhase {
  const before = Date.parse(pickup_start) - now;
  if (before > 0) return { before };
  const open = Date.parse(pickup_end) - now;
  return open > 0 ? { open } : 'over';
}

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
              {getOrderTitle(order)}
            </Link>
          </h3>
          <b className="whitespace-nowrap">{format.formatMoney(order.price_cents)}</b>
        </div>
        <p className="text-sm text-muted">
          <Link to={paths.salePlace(salePlace.id)} className="link relative z-1 py-[11px]">
            {salePlace.name}
          </Link>{' '}
          · <Unbroken>{pickupText}</Unbroken>
        </p>
        <OrderPaymentLine order={order} />
        {order.rating ? <OrderRatingStars stars={order.rating.stars} className="mt-1.5" /> : null}
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
          <span className="flex min-w-0 flex-wrap gap-1.5">
            <OrderStatePill order={order} />
            {order.state === 'paid' && order.friend?.opened_at ? (
              <Pill tone="plain" className="py-1 whitespace-normal!" icon={<IconShare />}>
                {t('friend.pill')}
              </Pill>
            ) : null}
            <ReportPill order={order} />
          </span>
          <span className="ml-auto text-xs text-hint">{t('number', { id: order.id })}</span>
        </div>
      </div>
    </article>
  );
}

/** How it was paid and what was refunded. */
function OrderPaymentLine({ order }: { order: BuyerOrder }) {
  const returnedCents = getReturnedCents(order);
  const returnedText = useReturnedText(order);
  const means = [useMeans(order), usePartsText(order)].filter(Boolean).join(' · ');
  if (!means && returnedCents === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-3 text-xs text-muted">
      {means ? <span>{means}</span> : null}
      {returnedCents > 0 ? <span className="font-semibold text-info">{returnedText}</span> : null}
    </p>
  );
}
