import { effectiveFrom } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { reverseShares } from '../affiliates/index.ts';
import { postTransaction } from '../ledger/index.ts';
import { scheduleFullRefund } from '../payments/index.ts';
import { type LockedOrder, updateOrder } from './orders.queries.ts';

/**
 * The sale is undone, in the transaction that locked its order: the buyer gets everything back that they have not had
 * yet, earning, commission and partners' shares are reversed. The one place where that happens.
 */
export async function reverseSale(
  { jobs, clock }: Pick<Context, 'jobs' | 'clock'>,
  trx: Trx,
  order: LockedOrder,
  {
    state,
    reason,
  }: { state: 'cancelled_by_buyer' | 'cancelled_by_store' | 'refunded'; reason: string | null },
): Promise<void> {
  const now = clock.now();
  const isCancelled = state !== 'refunded';
  await updateOrder(trx, order.id, {
    state,
    refunded_cents: order.price_cents,
    ...(isCancelled && { cancel_reason: reason }),
  });
  const entries = [
    {
      account: { kind: 'seller', userId: order.seller_id },
      amountCents: order.earning_cents - order.refunded_cents,
    },
    { account: { kind: 'commission' }, amountCents: order.commission_cents },
    {
      account: { kind: 'buyer', userId: order.user_id },
      amountCents: order.refunded_cents - order.price_cents,
    },
  ] as const;
  await postTransaction(trx, {
    kind: isCancelled ? 'cancellation' : 'order_refund',
    paymentId: order.payment_id,
    orderId: order.id,
    entries: entries.filter(({ amountCents }) => amountCents !== 0),
    now,
    effectiveAt: effectiveFrom(order.pickup_end, now),
  });
  await reverseShares(trx, order.id, state, now);
  await scheduleFullRefund({ jobs }, trx, order.payment_id);
}
