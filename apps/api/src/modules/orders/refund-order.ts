import { countsFrom, formatCents } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { AppError, assertNoErrors, type FieldError } from '../../platform/http/error.ts';
import { post } from '../ledger/index.ts';
import { tellPerson } from '../notifications/index.ts';
import { refundPart } from '../payments/index.ts';
import { insertRefund, lockOrder, updateOrder } from './orders.queries.ts';
import { planRefund } from './orders.rules.ts';
import { takeBack } from './take-back.ts';

export interface Refund {
  orderId: number;
  /**
   * What the buyer then has back of this order in all, earlier refunds included: asking twice gives once. 'all' is
   * its price and undoes the sale; less reduces the seller's earning only, down to nothing.
   */
  total: number | 'all';
  by: 'seller' | 'operator';
  reason: string;
}

/** What is wrong with an amount that the buyer is to have back in all. */
export function refundError(
  order: Parameters<typeof planRefund>[0],
  totalCents: number,
): string | FieldError | null {
  const plan = planRefund(order, totalCents);
  if (plan === 'lower') return 'orders.refundLower';
  if (plan !== 'beyond') return null;
  const values = { part: order.earning_cents / 100, whole: order.price_cents / 100 };
  return { key: 'orders.refundBeyond', values };
}

const DAY_MS = 86_400_000;

/** Gives money back of an order, wholly or in part, and tells the buyer. Answers whether anything changed. */
export const refundOrder = (context: Context, refund: Refund): Promise<boolean> =>
  context.db.transaction().execute((trx) => refundIn(context, trx, refund));

/** The same as part of a transaction; `tell: false` when that says more to the buyer than this would. */
export async function refundIn(
  context: Context,
  trx: Trx,
  { orderId, total, by, reason }: Refund,
  { tell = true }: { tell?: boolean } = {},
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
    decided_by: by,
    reason,
    created_at: now,
  });
  const amountCents = totalCents - order.refunded_cents;
  if (plan === 'whole') await takeBack(context, trx, order, { state: 'refunded', reason });
  else {
    await updateOrder(trx, orderId, { refunded_cents: totalCents });
    await post(trx, {
      kind: 'partial_refund',
      reference: `order:${orderId}:${totalCents}`,
      entries: [
        { account: `seller:${order.seller_id}`, amountCents },
        { account: `buyer:${order.user_id}`, amountCents: -amountCents },
      ],
      now,
      effectiveAt: countsFrom(order.pickup_end, now),
    });
    await refundPart(context, trx, order.payment_id, amountCents);
  }
  if (tell) {
    await tellPerson(context, trx, {
      userId: order.user_id,
      name: 'orderRefund',
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
