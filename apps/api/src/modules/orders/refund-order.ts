import { effectiveFrom, formatCents } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { AppError, assertNoErrors, type FieldError } from '../../platform/http/app-error.ts';
import { postTransaction } from '../ledger/index.ts';
import { notifyUser } from '../notifications/index.ts';
import { schedulePartialRefund } from '../payments/index.ts';
import { insertRefund, lockOrder, updateOrder } from './orders.queries.ts';
import { planRefund } from './orders.rules.ts';
import { reverseSale } from './reverse-sale.ts';

export interface OrderRefund {
  orderId: number;
  /**
   * What the buyer then has back of this order in all, earlier refunds included: asking twice gives once. 'all' is
   * its price and undoes the sale; less reduces the seller's earning only, down to nothing.
   */
  refundedTotal: number | 'all';
  decidedBy: 'seller' | 'operator';
  reason: string;
}

/** What is wrong with an amount that the buyer is to have back in all. */
export function refundError(
  order: Parameters<typeof planRefund>[0],
  totalCents: number,
): string | FieldError | null {
  const plan = planRefund(order, totalCents);
  if (plan === 'lower') return 'orders.refundTooLow';
  if (plan !== 'beyond') return null;
  const values = { part: order.earning_cents / 100, whole: order.price_cents / 100 };
  return { key: 'orders.refundTooHigh', values };
}

const DAY_MS = 86_400_000;

/** Gives money back of an order, wholly or in part, and tells the buyer. Answers whether anything changed. */
export const refundOrder = (context: Context, refund: OrderRefund): Promise<boolean> =>
  context.db.transaction().execute((trx) => refundOrderInTransaction(context, trx, refund));

/** The same as part of a transaction; `tell: false` when that says more to the buyer than this would. */
export async function refundOrderInTransaction(
  context: Context,
  trx: Trx,
  { orderId, refundedTotal: total, decidedBy, reason }: OrderRefund,
  { notifyBuyer = true }: { notifyBuyer?: boolean } = {},
): Promise<boolean> {
  const now = context.clock.now();
  const order = await lockOrder(trx, orderId);
  if (!order) throw new AppError('notFound');
  const totalCents = total === 'all' ? order.price_cents : total;
  const plan = planRefund(order, totalCents);
  if (plan === 'done') return false;
  if (plan === 'no') throw new AppError('conflict', { message: 'orders.notRefundable' });
  assertNoErrors({ refunded_cents: refundError(order, totalCents) });
  await insertRefund(trx, {
    order_id: orderId,
    total_cents: totalCents,
    decided_by: decidedBy,
    reason,
    created_at: now,
  });
  const amountCents = totalCents - order.refunded_cents;
  if (plan === 'whole') await reverseSale(context, trx, order, { state: 'refunded', reason });
  else {
    await updateOrder(trx, orderId, { refunded_cents: totalCents });
    await postTransaction(trx, {
      kind: 'partial_refund',
      paymentId: order.payment_id,
      orderId,
      refundedTotalCents: totalCents,
      entries: [
        { account: { kind: 'seller', userId: order.seller_id }, amountCents },
        { account: { kind: 'buyer', userId: order.user_id }, amountCents: -amountCents },
      ],
      now,
      effectiveAt: effectiveFrom(order.pickup_end, now),
    });
    await schedulePartialRefund(context, trx, order.payment_id, amountCents);
  }
  if (notifyBuyer) {
    await notifyUser(context, trx, {
      userId: order.user_id,
      template: 'orderRefund',
      values: (language) => ({
        name: order.product_name,
        amount: formatCents(amountCents, language),
        reason,
      }),
      url: `/orders/${orderId}`,
      tag: `order-${orderId}`,
      until: new Date(now.getTime() + 7 * DAY_MS),
    });
  }
  return true;
}
