import { effectiveFrom, languages, splitPaid } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { restoreShares } from '../../affiliates/index.ts';
import { takeCreditAgain } from '../../credit/index.ts';
import { postTransaction } from '../../ledger/index.ts';
import { reopenReport } from '../feedback/feedback.queries.ts';
import {
  type LockedOrder,
  listStandingRefunds,
  lockOrder,
  markRefundRestored,
  updateOrder,
} from '../orders.queries.ts';
import { getPaidParts } from '../orders.rules.ts';
import { splitFurtherRefund, toRefundEntries } from './refund-order.ts';

/**
 * The sale of an order stands again, as far as a bank had given it back and took it back by a later decision: books what
 * the bank's refund had reversed once more, as agreed when it was sold, with partners' shares. `cardCents`: what the bank
 * took back. Returns the order as it was, and what the seller earns by it again.
 */
export async function restoreOrder(
  { clock }: Pick<Context, 'clock'>,
  trx: Trx,
  { orderId, cardCents }: { orderId: number; cardCents: number },
): Promise<{ order: LockedOrder; sellerCents: number }> {
  const now = clock.now();
  const order = (await lockOrder(trx, orderId))!;
  const refunds = await listStandingRefunds(trx, orderId);
  const last = refunds.at(-1);
  const beforeCents = refunds.at(-2)?.total_cents ?? 0;
  const parts = getPaidParts(order);
  // Somebody else gave it back, before or after the bank: then the buyer is to have it.
  if (
    last?.decided_by !== 'bank' ||
    last.total_cents !== order.refunded_cents ||
    splitPaid(parts, last.total_cents).cardCents - splitPaid(parts, beforeCents).cardCents !== cardCents
  )
    throw new AppError('conflict', { message: 'orders.notRestorable' });
  const isWhole = order.state === 'refunded';
  // Nothing is handed out of it any more.
  if (isWhole && now <= order.pickup_end)
    throw new AppError('conflict', { message: 'orders.restoredTooEarly' });
  const restorations = order.restorations + 1;
  const { sellerCents, commissionCents, back } = splitFurtherRefund(
    { ...order, refunded_cents: beforeCents },
    {
      refundedCents: last.total_cents,
      returnedUnits: isWhole ? order.quantity : order.returned_quantity,
    },
  );
  await markRefundRestored(trx, { orderId, ...last, restoredAt: now });
  await updateOrder(trx, orderId, {
    refunded_cents: beforeCents,
    restorations,
    ...(isWhole && { state: order.collected_at ? 'collected' : 'not_collected' }),
  });
  const entries = toRefundEntries(order, { sellerCents, commissionCents, back });
  // As the refund: a cent of the business's own discount changes nothing.
  if (entries.length > 0)
    await postTransaction(trx, {
      kind: 'sale_restored',
      paymentId: order.payment_id,
      orderId,
      restorations,
      entries: entries.map(({ account, amountCents }) => ({ account, amountCents: -amountCents })),
      now,
      effectiveAt: effectiveFrom(order.pickup_end, now, { isPerishable: order.is_perishable }),
    });
  await takeCreditAgain(trx, {
    orderId,
    paymentId: order.payment_id,
    userId: order.user_id,
    cents: back.creditCents,
    now,
  });
  if (isWhole) {
    const answers = languages.map((language) => translate('orders.returned.bank', language));
    await reopenReport(trx, orderId, answers);
    await restoreShares(trx, orderId, { restorations, now });
  }
  return { order, sellerCents };
}
