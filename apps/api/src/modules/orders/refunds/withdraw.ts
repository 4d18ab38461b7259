import type { endpoints } from '@wopack/contract';
import { countKeptUnits } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { putUnitsBack } from '../../products/index.ts';
import { answerOpenReport } from '../feedback/feedback.queries.ts';
import { scheduleSellerNotification } from '../order-events.ts';
import { buildBuyerOrderView } from '../order-view.ts';
import { findMyOrder, lockMyOrder, updateOrder } from '../orders.queries.ts';
import { canWithdraw, SOLD_STATES } from '../orders.rules.ts';
import { findDisputeOutcome } from '../pin/pins.queries.ts';
import { applyRefund, reverseSale } from './refund-order.ts';

/**
 * The buyer withdraws from the contract about a pack that keeps, before the pickup or within 14 days after it: full refund,
 * borne as the sale was shared. What was handed out goes back by agreement with the seller, who is told.
 */
export async function withdrawFromOrder(
  context: Context,
  { actor, params, language }: Call<typeof endpoints.withdrawFromOrder>,
) {
  const { db, clock, jobs, secrets } = context;
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const order = await lockMyOrder(trx, actor.id, params.id);
    if (!order) throw new AppError('notFound');
    if (order.withdrawn_at) return;
    if (order.is_perishable) throw new AppError('conflict', { message: 'orders.noWithdrawal' });
    // Cancelled or refunded: nothing is left to withdraw from.
    if (!SOLD_STATES.includes(order.state))
      throw new AppError('conflict', { message: 'orders.notRefundable' });
    if (!canWithdraw(order, now)) throw new AppError('conflict', { message: 'orders.withdrawTooLate' });
    if ((await findDisputeOutcome(trx, order.payment_id)) === 'lost')
      throw new AppError('conflict', { message: 'orders.disputeLost' });
    const reason = translate('orders.withdrawn', language);
    if (order.state === 'paid') {
      await answerOpenReport(trx, order.id, { answer: reason, answered_by: 'operator', answered_at: now });
      await reverseSale(context, trx, order, { state: 'cancelled_by_buyer', reason: null });
      if (now < order.pickup_end) await putUnitsBack(context, trx, order.slot_id, countKeptUnits(order));
    } else {
      await applyRefund(context, trx, order, {
        totalCents: order.price_cents,
        decidedBy: 'buyer',
        reason,
      });
    }
    await updateOrder(trx, order.id, { withdrawn_at: now });
    await scheduleSellerNotification(context, trx, { orderId: order.id, event: 'withdrawn' });
    await jobs.enqueue(trx, 'notifications.send-mail', { template: 'withdrawn', orderId: order.id });
  });
  return {
    data: buildBuyerOrderView((await findMyOrder(db, actor.id, params.id))!, language, now, secrets),
  };
}
