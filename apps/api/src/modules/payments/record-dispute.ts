import { raiseAlarmWith } from '../../platform/alarm.ts';
import type { Context } from '../../platform/context.ts';
import { post } from '../ledger/index.ts';
import { insertDispute, lockDispute, updateDispute } from './disputes.queries.ts';
import { findByRef } from './payments.queries.ts';
import type { Dispute, PaymentProvider } from './provider.ts';

/**
 * Writes down what the provider says of a dispute now, and books what it took or gave back since. The loss is
 * WoPack's: whoever handed the pack out has done their part.
 */
export async function recordDispute(context: Context, provider: PaymentProvider, ref: string) {
  const { db, clock } = context;
  const dispute = await provider.dispute(ref);
  const payment = await findByRef(db, dispute.paymentRef);
  // Of another shop on the same account.
  if (!payment) return;
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const isNew = await insertDispute(trx, {
      payment_id: payment.id,
      provider_ref: ref,
      amount_cents: dispute.amountCents,
      reason: dispute.reason,
      status: dispute.status,
      respond_by: dispute.respondBy,
      opened_at: dispute.openedAt,
      looked_at: now,
    });
    if (isNew) await raiseAlarmWith(trx, context, 'dispute', [disputeLine(ref, dispute)]);
    const { id, withdrawn_cents: before, bookings } = await lockDispute(trx, ref);
    const taken = dispute.withdrawnCents - before;
    if (taken !== 0) {
      await post(trx, {
        kind: 'dispute',
        reference: `dispute:${id}:${bookings + 1}`,
        entries: [
          { account: 'disputes', amountCents: taken },
          { account: 'provider', amountCents: -taken },
        ],
        now,
      });
    }
    await updateDispute(trx, id, {
      amount_cents: dispute.amountCents,
      reason: dispute.reason,
      status: dispute.status,
      respond_by: dispute.respondBy,
      withdrawn_cents: dispute.withdrawnCents,
      bookings: taken === 0 ? bookings : bookings + 1,
      looked_at: now,
    });
  });
}

/** For a log or a mail: 'dp_123 of pi_123: 3.99 EUR, fraudulent, needs_response, answer by 2026-11-27'. */
const disputeLine = (ref: string, { paymentRef, amountCents, reason, status, respondBy }: Dispute): string =>
  [
    `${ref} of ${paymentRef}: ${(amountCents / 100).toFixed(2)} EUR`,
    reason,
    status,
    ...(respondBy ? [`answer by ${respondBy.toISOString().slice(0, 10)}`] : []),
  ].join(', ');
