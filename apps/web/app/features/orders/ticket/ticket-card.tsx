import { countKeptUnits, isolateWords } from '@wopack/domain';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { IconShare } from '@wopack/ui/icons';
import { QrCode } from '@wopack/ui/images/qr-code.tsx';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { Photo } from '../../../ui/images/photo.tsx';
import { Zigzag } from '../../../ui/images/zigzag.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { type BuyerOrder, getOrderTitle, getReturnedCents, getStateKey } from '../buyer-orders.api.ts';
import { useMeans, usePaidText, usePartsText, useReturnedText } from '../means.ts';
import { PastWindow, Perforation, PickupProgress, PinDigits, TicketEnding } from './ticket-parts.tsx';

type FinalState = Exclude<BuyerOrder['state'], 'paid'>;

/** States of a refund that 'goes back the way you paid' does not say. */
const MONEY_BACK_NEWS = ['waiting', 'failed', 'refused', 'settled', 'disputed'] as const;

/** What became of a refund that did not simply go back to the card; null otherwise. */
function useMoneyBackText({ money_back: moneyBack }: BuyerOrder): string | null {
  const { t } = useTranslation('orders');
  const { formatMoney } = useFormat();
  const news = MONEY_BACK_NEWS.find((state) => state === moneyBack?.state);
  if (!moneyBack || !news) return null;
  return t(`moneyBack.${moneyBack.reason ?? news}`, { amount: formatMoney(moneyBack.amount_cents) });
}

/** Replaces PIN and code when the order cannot be handed out. */
export function TicketState({ order, state }: { order: BuyerOrder; state: FinalState }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const moneyBackText = useMoneyBackText(order);
  return (
    <TicketEnding
      state={state}
      title={t(getStateKey(order, state))}
      text={
        moneyBackText ??
        t(state === 'collected' && order.friend?.opened_at ? 'stateText.friend' : `stateText.${state}`, {
          // Without what a discount took off: nobody paid that.
          amount: format.formatMoney(getReturnedCents(order)),
        })
      }
    >
      {(state === 'cancelled_by_store' || state === 'refunded') && order.cancel_reason ? (
        <p className="max-w-[280px] wrap-anywhere">
          <q lang={order.cancel_reason_language ?? ''}>{order.cancel_reason}</q>
        </p>
      ) : null}
      <LateCancellation order={order} />
      {order.handed_out_quantity && order.quantity > 1 ? (
        <p className="font-semibold">
          {t('ticket.packsHandedOut', { got: order.handed_out_quantity, count: order.quantity })}
        </p>
      ) : null}
      {order.collected_at ? (
        <p className="text-sm text-muted">
          {format.formatDateTime(order.collected_at, order.sale_place.time_zone)}
        </p>
      ) : null}
    </TicketEnding>
  );
}

/** Sorry in words, and what the buyer has for it: the first place in the next waitlist. */
function LateCancellation({
  order: { late_cancellation: late, sale_place: salePlace },
}: {
  order: BuyerOrder;
}) {
  const { t } = useTranslation('orders');
  const { formatUntil } = useFormat();
  if (!late) return null;
  return (
    <p className="max-w-[300px] rounded-md bg-brand-soft px-4 py-3 text-sm text-pretty">
      {t('late.sorry')}{' '}
      {late.can_be_first
        ? t('late.first', { until: formatUntil(late.first_until, salePlace.time_zone) })
        : null}
    </p>
  );
}

/** Replaces PIN and code when a friend has the order. */
function HandedOver({ openedAt, timeZone }: { openedAt: string; timeZone: string }) {
  const { t } = useTranslation('orders');
  const { formatDateTime } = useFormat();
  return (
    <div className="grid justify-items-center gap-3 py-6 text-center">
      <span className="grid size-18 place-items-center rounded-full bg-brand text-on-brand">
        <IconShare className="size-9" />
      </span>
      <p className="d2">{t('friend.opened')}</p>
      <p className="max-w-[300px] text-pretty text-muted">
        {t('friend.openedText', { when: formatDateTime(openedAt, timeZone) })}
      </p>
    </div>
  );
}

export function TicketCard({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  const paidText = usePaidText(order);
  const moneyBackText = useMoneyBackText(order);
  const { sale_place: salePlace, state } = order;
  return (
    <article className="on-raised drop-shadow-[0_14px_30px_rgb(52_16_42/.18)]">
      <div className="rounded-t-lg bg-raised p-6 pb-4">
        <div className="mb-5 flex items-start justify-between gap-3">
          <div className="min-w-0">
            <p className="overline">{t('order', { id: order.id })}</p>
            <h2 className="h2 mt-0.5">{getOrderTitle(order)}</h2>
            {order.product.local_name ? (
              // What the seller calls it, for the talk at the counter.
              <p className="text-sm font-semibold">{order.product.name}</p>
            ) : null}
            <p className="text-sm text-muted">
              <Link to={paths.salePlace(salePlace.id)} className="link py-[11px]">
                {salePlace.name}
              </Link>{' '}
              · <Unbroken>{isolateWords(salePlace.address)}</Unbroken>
            </p>
          </div>
          <div className="size-12 shrink-0 overflow-hidden rounded-md">
            <Photo photo={order.product.photos[0]} alt="" sizes="80px" className="aspect-square!" />
          </div>
        </div>
        {state === 'paid' && order.pin ? (
          <>
            <PinDigits pin={order.pin} label={t('ticket.showPin')} />
            {order.quantity > 1 ? (
              <p className="mt-3 text-center font-bold">
                {t('ticket.packs', { count: countKeptUnits(order) })}
              </p>
            ) : null}
            <div className="mx-auto mt-4.5 grid min-h-[168px] w-[168px] max-w-full content-center">
              <QrCode
                text={order.ticket ?? `WOPACK:${order.id}:${order.pin}`}
                label={t('ticket.qr', { id: order.id })}
                className="block w-full rounded-sm"
              />
            </div>
          </>
        ) : null}
        {state === 'paid' && order.friend?.opened_at ? (
          <HandedOver openedAt={order.friend.opened_at} timeZone={salePlace.time_zone} />
        ) : null}
        <div role="status">{state === 'paid' ? null : <TicketState order={order} state={state} />}</div>
      </div>
      <Perforation />
      <Zigzag edge="bottom" toothWidth={18} className="bg-raised px-6 pt-4 pb-[34px]">
        {state === 'paid' ? (
          <>
            <PickupProgress order={order} />
            {order.pin ? <p className="mt-2 text-xs text-muted">{t('ticket.screenshot')}</p> : null}
            <p className="mt-1 text-xs text-muted">{paidText}</p>
            {order.returned_quantity > 0 ? (
              <p className="mt-1 text-xs font-semibold text-pretty">
                {t('ticket.packsBack', { back: order.returned_quantity, count: order.quantity })}
              </p>
            ) : null}
            {moneyBackText ? <p className="mt-1 text-xs font-semibold text-pretty">{moneyBackText}</p> : null}
            <LateCancellation order={order} />
          </>
        ) : (
          <Receipt order={order} />
        )}
      </Zigzag>
    </article>
  );
}

/** On a finished ticket: window, price, payment and refund. */
function Receipt({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const returnedCents = getReturnedCents(order);
  const returnedText = useReturnedText(order);
  const means = useMeans(order);
  const partsText = usePartsText(order);
  return (
    <div className="flex justify-between gap-4">
      <PastWindow order={order} />
      <p className="grid content-start text-right">
        <span className="text-sm text-muted">{t('ticket.paid')}</span>
        <span className="h2">{format.formatMoney(order.price_cents)}</span>
        {means ? <span className="text-xs text-muted">{means}</span> : null}
        {partsText ? <span className="text-xs text-muted">{partsText}</span> : null}
        {returnedCents > 0 ? (
          <span className="mt-1 text-sm font-semibold text-info">{returnedText}</span>
        ) : null}
      </p>
    </div>
  );
}

export const TicketSkeleton = () => (
  <Loading className="grid justify-items-center gap-5 rounded-lg bg-raised p-6 shadow-resting">
    <div className="grid w-full gap-2">
      <Skeleton className="h-6 w-2/3" />
      <Skeleton className="h-4 w-1/2" />
    </div>
    <Skeleton className="h-18 w-[264px]" />
    <Skeleton className="size-[168px]" />
    <Skeleton className="h-20 w-full" />
  </Loading>
);
