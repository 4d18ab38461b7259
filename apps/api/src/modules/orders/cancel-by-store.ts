import type { endpoints } from '@wopack/contract';
import { cancellationDeadline, formatCents, pickupDateText } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { AppError, getBlankError } from '../../platform/http/app-error.ts';
import type { Call, PartiallyValidCall } from '../../platform/http/route.ts';
import { notifyUser } from '../notifications/index.ts';
import { cancelSlot as cancelStock, decreaseQuantity } from '../products/index.ts';
import { buildSellerOrderView } from './order-view.ts';
import { lockOrder } from './orders.queries.ts';
import { checkTransition } from './orders.rules.ts';
import { reverseSale } from './reverse-sale.ts';
import {
  findSellerOrder,
  findSellerSlot,
  getTimeZone,
  lockOpenOrders,
} from './seller/seller-orders.queries.ts';

export const validateReason = ({
  body: { reason },
}: PartiallyValidCall<typeof endpoints.cancelSellerOrder | typeof endpoints.cancelSlot>) => ({
  reason: getBlankError(reason),
});

/** A seller cancels one order, until two hours before its window: its buyer gets all back, its pack is gone. */
export async function cancelSellerOrder(
  context: Context,
  { actor, params, body, language }: Call<typeof endpoints.cancelSellerOrder>,
) {
  const { db, clock } = context;
  const reason = body.reason.trim();
  const order = await findSellerOrder(db, actor.id, params.id);
  if (!order) throw new AppError('notFound');
  await db.transaction().execute((trx) => cancelOrderByStore(context, trx, order.id, reason));
  const updated = (await findSellerOrder(db, actor.id, params.id))!;
  return { data: buildSellerOrderView(updated, language, clock.now()) };
}

/** A seller cancels a whole window: everybody gets all back, nothing of it is on sale any more. */
export async function cancelSlot(
  context: Context,
  { actor, params, body }: Call<typeof endpoints.cancelSlot>,
) {
  const { db, clock, jobs } = context;
  const reason = body.reason.trim();
  const slot = await findSellerSlot(db, actor.id, params.id);
  if (!slot) throw new AppError('notFound');
  if (clock.now() > cancellationDeadline(slot.starts_at))
    throw new AppError('conflict', { message: 'orders.sellerCancelTooLate' });
  const cancelled = await db.transaction().execute(async (trx) => {
    // Orders before their slot, as a buyer's cancelling locks them; then those that were just being paid.
    const openOrderIds = await lockOpenOrders(trx, slot.id);
    await cancelStock(trx, slot.id);
    await jobs.enqueue(trx, 'checkout.expire-slot-holds', { slotId: slot.id });
    const orderIds = new Set([...openOrderIds, ...(await lockOpenOrders(trx, slot.id))]);
    for (const id of orderIds) await cancelOrderByStore(context, trx, id, reason);
    return orderIds.size;
  });
  return { data: { id: slot.id, cancelled } };
}

async function cancelOrderByStore(context: Context, trx: Trx, id: number, reason: string): Promise<void> {
  const now = context.clock.now();
  const order = (await lockOrder(trx, id))!;
  const transition = checkTransition(order.state, 'cancelled_by_store');
  if (transition === 'done') return;
  if (transition === 'no' || now > cancellationDeadline(order.pickup_start)) {
    throw new AppError('conflict', { message: 'orders.sellerCancelTooLate' });
  }
  const amountCents = order.price_cents - order.refunded_cents;
  await reverseSale(context, trx, order, { state: 'cancelled_by_store', reason });
  await decreaseQuantity(trx, order.slot_id);
  const timeZone = await getTimeZone(trx, order.sale_place_id);
  await notifyUser(context, trx, {
    userId: order.user_id,
    template: 'sellerCancelled',
    values: (language) => ({
      name: order.product_name,
      pickup: pickupDateText(order.pickup_start, order.pickup_end, timeZone, language),
      amount: formatCents(amountCents, language),
      reason,
    }),
    url: `/orders/${order.id}`,
    tag: `order-${order.id}`,
    until: order.pickup_end,
  });
}
