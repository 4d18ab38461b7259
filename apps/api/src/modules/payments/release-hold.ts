import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { returnUnit } from '../products/index.ts';
import { leaveIntentRequest, lockPayment, updatePayment } from './payments.queries.ts';

export interface ReleaseReason {
  state: 'failed' | 'expired';
  code?: string;
  description?: string;
}

/** Ends a hold that was not paid: the unit is back on sale at once. Nothing happens to one that is no hold any more. */
export async function releaseHold(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  paymentId: number,
  reason: ReleaseReason,
) {
  await db.transaction().execute(async (trx) => {
    const payment = await lockPayment(trx, paymentId);
    if (payment.state === 'pending') await endHold(trx, payment, reason, clock.now());
  });
}

/**
 * The provider failed one request for an intent. Ends the hold only if no other request has the intent or still waits
 * for it. Answers the payment as it was found.
 */
export const releaseUnopened = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  paymentId: number,
  reason: ReleaseReason,
) =>
  db.transaction().execute(async (trx) => {
    const payment = await leaveIntentRequest(trx, paymentId);
    if (payment.state === 'pending' && !payment.client_secret && payment.intent_requests === 0) {
      await endHold(trx, payment, reason, clock.now());
    }
    return payment;
  });

async function endHold(
  trx: Trx,
  { id, slot_id: slotId }: { id: number; slot_id: number },
  reason: ReleaseReason,
  now: Date,
): Promise<void> {
  await returnUnit(trx, slotId);
  await updatePayment(trx, id, {
    state: reason.state,
    failure_code: reason.code ?? null,
    failure_description: reason.description ?? null,
    settled_at: now,
  });
}
