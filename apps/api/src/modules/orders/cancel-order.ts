import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import { AppError, createValidationError } from '../../platform/http/app-error.ts';
import type { Call } from '../../platform/http/route.ts';
import { returnUnit } from '../products/index.ts';
import { buildBuyerOrderView } from './order-view.ts';
import { findMyOrder, lockMyOrder } from './orders.queries.ts';
import { buyerCancellation, checkTransition } from './orders.rules.ts';
import { reverseSale } from './reverse-sale.ts';
import { scheduleSellerNotification } from './seller/seller-notification.ts';

/** The buyer cancels: everything goes back, the pack is on sale again. */
export async function cancelOrder(
  context: Context,
  { actor, params, body, language }: Call<typeof endpoints.cancelOrder>,
) {
  const { db, clock, jobs } = context;
  const now = clock.now();
  const reason = body?.reason?.trim() || null;
  await db.transaction().execute(async (trx) => {
    const order = await lockMyOrder(trx, actor.id, params.id);
    if (!order) throw new AppError('notFound');
    const transition = checkTransition(order.state, 'cancelled_by_buyer');
    if (transition === 'done') return;
    const cancellation = buyerCancellation(order.state, order.pickup_start, now);
    if (transition === 'no' || cancellation === 'no')
      throw new AppError('conflict', { message: 'orders.cancelTooLate' });
    if (cancellation === 'with_reason' && !reason)
      throw createValidationError('reason', 'orders.cancelReason');

    await reverseSale(context, trx, order, { state: 'cancelled_by_buyer', reason });
    await returnUnit(trx, order.slot_id);
    await scheduleSellerNotification(context, trx, order.id, 'cancelled');
    await jobs.enqueue(trx, 'notifications.send-mail', { template: 'cancelled', orderId: order.id });
  });
  return {
    data: buildBuyerOrderView((await findMyOrder(db, actor.id, params.id))!, language, now, context.secrets),
  };
}
