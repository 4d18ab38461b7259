import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Call } from '../../platform/http/route.ts';
import {
  expireHoldsOfSlot,
  findMyPayment,
  findPayment,
  leaveIntentRequest,
  lockPayment,
  type Payment,
  type PaymentProvider,
  updatePayment,
} from '../payments/index.ts';
import { returnUnit } from '../products/index.ts';
import { settlePayment } from './settle-payment.ts';

interface ReleaseReason {
  state: 'failed' | 'expired';
  code?: string;
  description?: string;
}

/** The browser says that the payment failed or was given up. */
export async function failPayment(
  context: Context,
  provider: PaymentProvider,
  { actor, body: { token, code, description } }: Call<typeof endpoints.failPayment>,
) {
  const payment = await findMyPayment(context.db, actor.id, token);
  if (!payment) throw new AppError('notFound');
  if (payment.state === 'pending')
    await cancelHold(context, provider, payment, { state: 'failed', code, description });
  const updated = await findMyPayment(context.db, actor.id, token);
  if (updated?.state === 'paid') throw new AppError('conflict', { message: 'payments.alreadyPaid' });
  return { success: true, code: 0 as const };
}

/** Ends a hold whose time is over; does nothing before, nor to one that has ended. */
export async function expireHold(
  context: Context,
  provider: PaymentProvider,
  paymentId: number,
): Promise<void> {
  const payment = await findPayment(context.db, paymentId);
  if (payment?.state !== 'pending' || payment.expires_at > context.clock.now()) return;
  await cancelHold(context, provider, payment, { state: 'expired' });
}

/** Ends the holds of a slot that was cancelled, whatever time they had left. */
export async function expireHoldsOfCancelledSlot(
  context: Context,
  provider: PaymentProvider,
  slotId: number,
): Promise<void> {
  const holds = await expireHoldsOfSlot(context.db, slotId, context.clock.now());
  for (const { id } of holds) await expireHold(context, provider, id);
}

/**
 * The provider failed one request for an intent. Ends the hold only if no other request has the intent or still waits
 * for it. Answers the payment as it was before.
 */
export const releaseUnopenedHold = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  paymentId: number,
  reason: ReleaseReason,
) =>
  db.transaction().execute(async (trx) => {
    const payment = await leaveIntentRequest(trx, paymentId);
    if (payment.state === 'pending' && !payment.client_secret && payment.intent_requests === 0) {
      await releaseHold(trx, payment, reason, clock.now());
    }
    return payment;
  });

/**
 * The provider has the last word: if the money did come, it is settled instead. A provider that does not answer keeps
 * nobody's unit: money that comes later is settled late.
 */
async function cancelHold(
  context: Context,
  provider: PaymentProvider,
  { id, provider_ref: ref }: Payment,
  reason: ReleaseReason,
): Promise<void> {
  const { db, clock } = context;
  const intent = ref ? await provider.cancel(ref).catch(() => null) : null;
  if (intent?.status === 'succeeded') {
    await settlePayment(context, id, intent.cardLast4);
    return;
  }
  await db.transaction().execute(async (trx) => {
    const payment = await lockPayment(trx, id);
    if (payment.state === 'pending') await releaseHold(trx, payment, reason, clock.now());
  });
}

/** The unit is back on sale at once. */
async function releaseHold(
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
