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

/** Called by the browser when the payment failed or was abandoned. */
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

/** Ends an expired hold; does nothing before its expiry or when it has ended already. */
export async function expireHold(
  context: Context,
  provider: PaymentProvider,
  paymentId: number,
): Promise<void> {
  const payment = await findPayment(context.db, paymentId);
  if (payment?.state !== 'pending' || payment.expires_at > context.clock.now()) return;
  await cancelHold(context, provider, payment, { state: 'expired' });
}

/** Ends all holds of a cancelled slot before their expiry. */
export async function expireHoldsOfCancelledSlot(
  context: Context,
  provider: PaymentProvider,
  slotId: number,
): Promise<void> {
  const holds = await expireHoldsOfSlot(context.db, slotId, context.clock.now());
  for (const { id } of holds) await expireHold(context, provider, id);
}

/**
 * A request for a provider intent failed. Ends the hold unless another request has got the intent or still waits for
 * it. Returns the payment as it was before.
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
 * Cancels the intent at the provider first; if it was paid meanwhile, settles the payment instead. An unreachable
 * provider does not keep the unit reserved: a payment that succeeds later is settled late.
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

/** Puts the unit back on sale and ends the payment. */
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
