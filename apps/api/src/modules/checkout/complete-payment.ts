import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Call } from '../../platform/http/route.ts';
import { claimCard, releaseCard } from '../allocation/index.ts';
import { findCodeOfPayment } from '../credit/index.ts';
import { buildBuyerOrderView, getOrderOfPayment } from '../orders/index.ts';
import {
  discardIntent,
  findMyPayment,
  findPayment,
  type Intent,
  type Payment,
  type PaymentProvider,
  saveFailureCode,
} from '../payments/index.ts';
import { isSlotCancelled } from './checkout.queries.ts';
import { getMbWayEnd, toFailureCode } from './mb-way.rules.ts';
import { settlePayment } from './settle-payment.ts';

/** `failure_code` of a hold whose card had paid another win of the same draw. */
export const CARD_ALREADY_WON = 'card_already_won';

/** Credit and a code pay all of it: nothing is asked of the provider. */
const NOT_CHARGED = { method: null, cardLast4: null };

/** Completes a payment by its state at the provider; what the browser reports is not trusted. */
export async function completePayment(
  context: Context,
  provider: PaymentProvider,
  { actor, body, language }: Call<typeof endpoints.completePayment>,
) {
  const { db, clock, secrets } = context;
  const payment = await findMyPayment(db, actor.id, body.token);
  if (!payment) throw new AppError('notFound');
  const state = payment.state === 'paid' ? 'paid' : await settleIfSucceeded(context, provider, payment);
  if (state === 'refund_due' || state === 'refunded')
    throw new AppError('conflict', { message: await describeRefund(db, payment) });
  if (state === 'card_already_won')
    throw new AppError('paymentRefused', { message: 'allocation.cardAlreadyWon' });
  if (state !== 'paid')
    throw new AppError(
      'paymentRefused',
      state === 'pending' ? {} : { message: await describeEnd(db, payment) },
    );
  const order = await getOrderOfPayment(db, payment.id);
  return { data: { order: buildBuyerOrderView(order, language, clock.now(), secrets) } };
}

/** Why a payment became no order. */
async function describeRefund(db: Context['db'], payment: Payment): Promise<string> {
  if (await isSlotCancelled(db, payment.slot_id)) return 'payments.cancelledPaid';
  const isCodeRefused = (await findCodeOfPayment(db, payment))?.isRefused;
  return isCodeRefused ? 'payments.codeGonePaid' : 'payments.refunded';
}

/** Why an unpaid hold ended. */
async function describeEnd(db: Context['db'], payment: Payment): Promise<string> {
  if (payment.is_passed_on) return 'payments.passedOn';
  if (await isSlotCancelled(db, payment.slot_id)) return 'payments.cancelledUnpaid';
  // Of what is charged the money would be on its way back.
  const isCodeRefused = payment.amount_cents === 0 && (await findCodeOfPayment(db, payment))?.isRefused;
  return isCodeRefused ? 'payments.codeGoneUnpaid' : 'payments.expired';
}

async function settleIfSucceeded(context: Context, provider: PaymentProvider, payment: Payment) {
  const { id, state, provider_ref: ref, failure_code: failureCode } = payment;
  const { amount_cents: amountCents, expires_at: expiresAt } = payment;
  // Nothing proves that it was paid in time, so it ends at its time, whenever the job runs.
  if (state === 'pending' && amountCents === 0)
    return expiresAt > context.clock.now() ? settlePayment(context, id, NOT_CHARGED) : 'expired';
  if (!ref) return state === 'pending' && failureCode === CARD_ALREADY_WON ? 'card_already_won' : state;
  const intent = await provider.retrieve(ref).catch(throwServiceDown);
  return settleByIntent(context, provider, payment, intent);
}

export const throwServiceDown = (cause: unknown): never => {
  throw Object.assign(new AppError('serviceDown', { retryAfter: 3 }), { cause });
};

/**
 * Settles a payment by its state at the provider. A card that is only authorised pays a win: it is charged unless
 * another winner of the draw used it; then the authorisation is cancelled. A hold whose intent is cancelled gets another
 * one and keeps its time. May run twice and be interrupted anywhere: the card is noted before it is charged, the reason
 * before it is refused.
 */
export async function settleByIntent(
  context: Context,
  provider: PaymentProvider,
  { id, state, provider_ref: ref }: Pick<Payment, 'id' | 'state' | 'provider_ref'>,
  intent: Intent,
): Promise<Payment['state'] | typeof CARD_ALREADY_WON> {
  const { db } = context;
  const isHold = state === 'pending' && ref !== null;
  // The intent of a hold that has ended is cancelled, never charged.
  const outcome =
    intent.status === 'authorized' && isHold
      ? await chargeOrCancel(context, provider, { id, ref }, intent)
      : intent;
  if (outcome.status === 'succeeded') return settlePayment(context, id, outcome);
  if (outcome.status !== 'canceled' || !isHold) return state;
  await forgetIntent(context, id, { ref, failure: outcome.failure });
  const payment = (await findPayment(db, id))!;
  const isRefused = payment.state === 'pending' && payment.failure_code === CARD_ALREADY_WON;
  return isRefused ? CARD_ALREADY_WON : payment.state;
}

/** Returns the state of an authorised intent afterwards. */
async function chargeOrCancel(
  { db }: Context,
  provider: PaymentProvider,
  { id, ref }: { id: number; ref: string },
  { cardFingerprint: fingerprint }: Intent,
): Promise<Intent> {
  if (fingerprint === null || (await claimCard(db, id, fingerprint)))
    return provider.capture(ref).catch(throwServiceDown);
  // If the answer is lost, the next attempt finds the intent cancelled, and here why.
  await saveFailureCode(db, id, CARD_ALREADY_WON);
  return provider.cancel(ref).catch(throwServiceDown);
}

/**
 * Takes a cancelled intent from a hold. Whoever gives it the next one waits, so that what is given back of a win is the
 * card or phone of this one. How a request to MB WAY ended is kept, so that the answer is the same whoever asks, and when.
 */
export const forgetIntent = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  id: number,
  { ref, failure }: { ref: string; failure: string | null },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const requestedAt = (await findPayment(trx, id))?.mb_way_requested_at;
    const code = requestedAt ? toFailureCode(getMbWayEnd(failure, requestedAt, clock.now())) : undefined;
    if (await discardIntent(trx, id, ref, code)) await releaseCard(trx, id);
  });
