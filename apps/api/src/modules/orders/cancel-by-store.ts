import type { endpoints } from '@wopack/contract';
import { cancelUntil, formatCents, pickupDateText } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { AppError, blankError } from '../../platform/http/error.ts';
import type { AcceptedCall, Call } from '../../platform/http/route.ts';
import { tellPerson } from '../notifications/index.ts';
import { cancelSlot as cancelStock, lowerQuantity } from '../packs/index.ts';
import { endHoldsOf } from '../payments/index.ts';
import { sellersView } from './order-view.ts';
import { lockOrder } from './orders.queries.ts';
import { step } from './orders.rules.ts';
import { findSellersOrder, findSellersSlot, openOrdersOf, timeZoneOf } from './seller-orders.queries.ts';
import { takeBack } from './take-back.ts';

export const validateReason = ({
  body: { reason },
}: AcceptedCall<typeof endpoints.cancelSellerOrder | typeof endpoints.cancelSlot>) => ({
  reason: blankError(reason),
});

/** A seller cancels one order, until two hours before its window: its buyer gets all back, its pack is gone. */
export async function cancelSellerOrder(
  context: Context,
  { actor, params, body, language }: Call<typeof endpoints.cancelSellerOrder>,
) {
  const { db, clock } = context;
  const reason = body.reason.trim();
  const known = await findSellersOrder(db, actor.id, params.id);
  if (!known) throw new AppError('notFound');
  await db.transaction().execute((trx) => cancelOne(context, trx, known.id, reason));
  const after = (await findSellersOrder(db, actor.id, params.id))!;
  return { data: sellersView(after, language, clock.now()) };
}

/** A seller cancels a whole window: everybody gets all back, nothing of it is on sale any more. */
export async function cancelSlot(
  context: Context,
  { actor, params, body }: Call<typeof endpoints.cancelSlot>,
) {
  const { db, clock } = context;
  const reason = body.reason.trim();
  const slot = await findSellersSlot(db, actor.id, params.id);
  if (!slot) throw new AppError('notFound');
  if (clock.now() > cancelUntil(slot.starts_at))
    throw new AppError('conflict', { message: 'orders.storeTooLate' });
  const cancelled = await db.transaction().execute(async (trx) => {
    // Orders before their slot, as a buyer's cancelling locks them; then those that were just being paid.
    const first = await openOrdersOf(trx, slot.id);
    await cancelStock(trx, slot.id);
    await endHoldsOf(context, trx, slot.id);
    const all = new Set([...first, ...(await openOrdersOf(trx, slot.id))]);
    for (const id of all) await cancelOne(context, trx, id, reason);
    return all.size;
  });
  return { data: { id: slot.id, cancelled } };
}

async function cancelOne(context: Context, trx: Trx, id: number, reason: string): Promise<void> {
  const now = context.clock.now();
  const order = (await lockOrder(trx, id))!;
  const way = step(order.state, 'cancelled_by_store');
  if (way === 'done') return;
  if (way === 'no' || now > cancelUntil(order.pickup_start)) {
    throw new AppError('conflict', { message: 'orders.storeTooLate' });
  }
  const amountCents = order.price_cents - order.refunded_cents;
  await takeBack(context, trx, order, { state: 'cancelled_by_store', reason });
  await lowerQuantity(trx, order.slot_id);
  const zone = await timeZoneOf(trx, order.sale_place_id);
  await tellPerson(context, trx, {
    userId: order.user_id,
    name: 'storeCancelled',
    values: (language) => ({
      name: order.product_name,
      pickup: pickupDateText(order.pickup_start, order.pickup_end, zone, language),
      amount: formatCents(amountCents, language),
      reason,
    }),
    url: `/orders/${order.id}`,
    tag: `order-${order.id}`,
    until: order.pickup_end,
  });
}
