import { isolateWords } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { SellerCancelDialog, type SellerCancellation } from '../cancel/seller-cancel-dialog.tsx';
import { FriendNote } from '../hand-out/friend-note.tsx';
import { InvoiceNote } from '../hand-out/invoice-note.tsx';
import type { SellerOrder } from '../seller-orders.api.ts';
import { GiveCreditLink } from './give-credit-link.tsx';
import { ConflictNote, SellerOrderState } from './seller-order-table.tsx';

interface Props {
  orders: readonly SellerOrder[];
  /** Shows the sale place of each slot, when there are several. */
  showSalePlaces: boolean;
}

/** Orders by slot, with the cancel actions that are left. */
export function SlotGroupList({ orders, showSalePlaces }: Props) {
  const { t } = useTranslation('seller');
  const format = useFormat();
  const [cancellation, setCancellation] = useState<SellerCancellation | null>(null);
  return (
    <div className="grid gap-4">
      {groupOrdersBySlot(orders).map(({ slotId, firstOrder, orders: slotOrders, cancellableCount }) => {
        const timeZone = firstOrder.sale_place.time_zone;
        const day = format.formatDay(firstOrder.pickup_start, timeZone);
        return (
          <section
            key={slotId}
            className="rounded-lg bg-surface px-4 pt-4 pb-1.5 sm:px-6 print:break-inside-avoid"
          >
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line pb-3">
              <h2 className="min-w-0 leading-snug">
                <b className="block wrap-anywhere">{firstOrder.product.name}</b>
                <span className="text-sm text-muted">
                  <span className="inline-block first-letter:uppercase">{day}</span>,{' '}
                  {format.formatTime(firstOrder.pickup_start, timeZone)}–
                  {format.formatTime(firstOrder.pickup_end, timeZone)}
                  {showSalePlaces ? ` · ${isolateWords(firstOrder.sale_place.name)}` : null}
                </span>
              </h2>
              {cancellableCount > 0 ? (
                <Button
                  variant="ghost"
                  size="small"
                  className="pointer-coarse:min-h-11 print:hidden"
                  onClick={() => setCancellation({ order: firstOrder, orderCount: cancellableCount })}
                >
                  {t('cancel.all')}
                </Button>
              ) : null}
            </div>
            <ul>
              {slotOrders.map((order) => (
                <SlotOrderRow
                  key={order.id}
                  order={order}
                  timeZone={timeZone}
                  onCancel={() => setCancellation({ order, orderCount: null })}
                />
              ))}
            </ul>
          </section>
        );
      })}
      {cancellation ? (
        <SellerCancelDialog cancellation={cancellation} onClose={() => setCancellation(null)} />
      ) : null}
    </div>
  );
}

/** A slot with its orders. */
interface SlotGroup {
  slotId: number;
  firstOrder: SellerOrder;
  orders: SellerOrder[];
  /** Number of orders that can still be cancelled. */
  cancellableCount: number;
}

/** Keeps the order of the list. */
function groupOrdersBySlot(orders: readonly SellerOrder[]): SlotGroup[] {
  const groups = new Map<number, SlotGroup>();
  for (const order of orders) {
    const group = groups.get(order.slot_id) ?? {
      slotId: order.slot_id,
      firstOrder: order,
      orders: [],
      cancellableCount: 0,
    };
    group.orders.push(order);
    if (order.can_cancel) group.cancellableCount += 1;
    groups.set(order.slot_id, group);
  }
  return [...groups.values()];
}

interface SlotOrderRowProps {
  order: SellerOrder;
  timeZone: string;
  onCancel: () => void;
}

export function SlotOrderRow({ order, timeZone, onCancel }: SlotOrderRowProps) {
  const { t } = useTranslation('seller');
  const { formatMoney } = useFormat();
  const { client, id, refunded_cents: refundedCents, price_cents: priceCents } = order;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line py-3 last:border-0">
      <span className="min-w-0 flex-1 basis-40 leading-snug">
        <b className="block wrap-anywhere">{client}</b>
        <span className="block text-sm text-muted">
          {t('orders.number', { id })} · {formatMoney(priceCents)}
          {refundedCents > 0 && refundedCents < priceCents
            ? ` · ${t('orders.partBack', { amount: formatMoney(refundedCents) })}`
            : null}
          {order.dispute === 'open' ? ` · ${t('orders.disputeOpen')}` : null}
          {order.dispute === 'lost' ? ` · ${t('orders.disputeLost')}` : null}
        </span>
        {order.withdrawn_at ? (
          <span className="block text-sm text-muted">
            {t(order.collected_at ? 'orders.withdrawnCollected' : 'orders.withdrawn')}
          </span>
        ) : null}
        {order.cancel_reason ? (
          <span className="block text-sm wrap-anywhere text-muted">
            <q lang={order.cancel_reason_language ?? ''}>{order.cancel_reason}</q>
          </span>
        ) : null}
        <ConflictNote order={order} timeZone={timeZone} />
        <FriendNote order={order} className="mt-1" />
        <InvoiceNote order={order} className="mt-1" />
      </span>
      <SellerOrderState order={order} timeZone={timeZone} />
      {order.can_cancel || order.can_refund ? (
        <Button
          variant="ghost"
          size="small"
          className="pointer-coarse:min-h-11 print:hidden"
          aria-label={t(order.can_refund ? 'cancel.late.refundOf' : 'cancel.oneOf', { client, id })}
          onClick={onCancel}
        >
          {t(order.can_refund ? 'cancel.late.short' : 'cancel.short')}
        </Button>
      ) : null}
      <GiveCreditLink order={order} />
    </li>
  );
}

/**
 * Slots of the day that start in more than two hours, which a seller can cancel; of the others the orders that can be
 * refunded until the window ends. Renders nothing without orders to hand out.
 */
export function CancellableSlots({
  orders,
  showSalePlaces = false,
}: {
  orders: readonly SellerOrder[];
  showSalePlaces?: boolean;
}) {
  const { t } = useTranslation('seller');
  const cancellableOrders = orders.filter(({ can_cancel }) => can_cancel);
  const lateOrders = orders.filter(({ can_refund }) => can_refund);
  if (cancellableOrders.length === 0 && lateOrders.length === 0) return null;
  return (
    <details className="group rounded-lg">
      <summary className="link inline-block cursor-pointer py-2 font-semibold">{t('cancel.offer')}</summary>
      {cancellableOrders.length ? (
        <>
          <p className="mt-1 mb-3 text-sm text-muted">{t('cancel.rules')}</p>
          <SlotGroupList orders={cancellableOrders} showSalePlaces={showSalePlaces} />
        </>
      ) : null}
      {lateOrders.length ? (
        <>
          <LateRules />
          <SlotGroupList orders={lateOrders} showSalePlaces={showSalePlaces} />
        </>
      ) : null}
    </details>
  );
}

/** From two hours before the window until it ends. */
function LateRules() {
  const { t } = useTranslation('seller');
  return (
    <div className="mt-2 mb-3 grid gap-1.5 rounded-lg bg-surface p-4 text-sm">
      <p className="font-semibold">{t('cancel.late.title')}</p>
      <ul className="grid list-disc gap-1 pl-5">
        <li>
          {t('cancel.late.stop')}{' '}
          <Link to={paths.sellerWeek} className="link">
            {t('cancel.late.toWeek')}
          </Link>
        </li>
        <li>{t('cancel.late.give')}</li>
        <li>{t('cancel.late.rule')}</li>
      </ul>
    </div>
  );
}
