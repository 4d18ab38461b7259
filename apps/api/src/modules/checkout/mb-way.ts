import type { endpoints } from '@wopack/contract';
import { hasMbWay, hasTimeForMbWay, parseMbWayPhone } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Call, type PartiallyValidCall, SUCCESS } from '../../platform/http/route.ts';
import { claimCard } from '../allocation/index.ts';
import {
  findMyPayment,
  findPayment,
  listOfferedMethods,
  MbWayRefusedError,
  type Payment,
  type PaymentProvider,
  saveMbWayIntent,
} from '../payments/index.ts';
import { findMyPaymentWithPlace } from './checkout.queries.ts';
import { forgetIntent, settleByIntent, throwServiceDown } from './complete-payment.ts';
import { getConfirmUntil, type MbWayEnd, readMbWayEnd } from './mb-way.rules.ts';
import { settlePayment } from './settle-payment.ts';

/** So many requests and other payments of a hold may come to nothing before no phone is asked any more. */
const MAX_DISCARDED_INTENTS = 8;

export const buildMbWayView = ({
  mb_way_requested_at: requestedAt,
  phone_ending: ending,
}: Pick<Payment, 'mb_way_requested_at' | 'phone_ending'>) =>
  requestedAt && ending
    ? { confirm_until: getConfirmUntil(requestedAt).toISOString(), phone_ending: ending }
    : null;

export const validateMbWayPhone = async ({
  body: { phone },
}: PartiallyValidCall<typeof endpoints.requestMbWay>) => ({
  phone: phone !== undefined && parseMbWayPhone(phone) === null && 'payments.mbWay.phone',
});

/**
 * Pays a hold by MB WAY. Its intent, which takes cards, is cancelled and replaced by one of MB WAY: that is stored before
 * anybody is asked, so that what is confirmed always belongs to a payment. The phone of a win is noted before, because MB
 * WAY can only be charged at once.
 */
export async function requestMbWay(
  context: Context,
  provider: PaymentProvider,
  { actor, body }: Call<typeof endpoints.requestMbWay>,
) {
  const { db, clock, secrets, config, log } = context;
  const phone = parseMbWayPhone(body.phone)!;
  const payment = await findMyPaymentWithPlace(db, actor.id, body.token);
  if (!payment) throw new AppError('notFound');
  assertIsHold(payment);
  if (payment.amount_cents === 0) throw new AppError('conflict', { message: 'payments.nothingCharged' });
  if (!listOfferedMethods(config, provider).includes('mb_way') || !hasMbWay(payment.time_zone))
    throw new AppError('conflict', { message: 'payments.mbWay.notOffered' });
  if (!hasTimeForMbWay(payment.expires_at, clock.now()))
    throw new AppError('conflict', { message: 'payments.mbWay.tooLate' });
  // The number may be that of somebody who wants none of it.
  if (payment.discarded_intents >= MAX_DISCARDED_INTENTS)
    throw new AppError('conflict', { message: 'payments.mbWay.tooOften' });
  await leaveIntent(context, provider, payment);
  const fingerprint = secrets.hash('phone', phone).toString('hex');
  const hold = (await findPayment(db, payment.id))!;
  const { ref, clientSecret } = await provider
    .createIntent({
      amountCents: hold.amount_cents,
      idempotencyKey: `${hold.token}.${hold.discarded_intents}.mb_way`,
      method: 'mb_way',
    })
    .catch((cause: Error) => {
      throw new AppError('serviceDown', { message: 'payments.mbWay.unavailable', retryAfter: 5 }, cause);
    });
  const requestedAt = clock.now();
  const ending = phone.slice(-2);
  const isSaved = await saveMbWayIntent(db, hold, {
    provider_ref: ref,
    client_secret: clientSecret,
    mb_way_requested_at: requestedAt,
    phone_ending: ending,
    card_fingerprint: fingerprint,
  });
  if (!isSaved) {
    // The hold ended, or another request was quicker, which may have the same intent.
    const current = (await findPayment(db, payment.id))!;
    if (current.provider_ref !== ref) await provider.cancel(ref).catch(() => null);
    assertIsHold(current);
    throw new AppError('conflict', { message: 'payments.mbWay.twice' });
  }
  const requested = { id: payment.id, provider_ref: ref };
  if (payment.captures_later && !(await claimCard(db, payment.id, fingerprint, ref))) {
    await withdraw(context, provider, requested);
    throw new AppError('paymentRefused', { message: 'allocation.phoneAlreadyWon' });
  }
  try {
    await provider.confirmMbWay(ref, phone);
  } catch (error) {
    if (!(error instanceof MbWayRefusedError)) {
      // Somebody may have been asked: `checkMbWay` finds out.
      log.warn({ payment_id: payment.id, err: error }, 'a request to MB WAY was not answered');
    } else {
      await withdraw(context, provider, requested).catch(() => null);
      throw new AppError('paymentRefused', { message: 'payments.mbWay.noSuchPhone' }, error);
    }
  }
  return { data: buildMbWayView({ mb_way_requested_at: requestedAt, phone_ending: ending })! };
}

function assertIsHold({ state, is_passed_on }: Pick<Payment, 'state' | 'is_passed_on'>): void {
  if (state === 'paid') throw new AppError('conflict', { message: 'payments.alreadyPaid' });
  if (state !== 'pending')
    throw new AppError('conflict', { message: is_passed_on ? 'payments.passedOn' : 'payments.expired' });
}

/** Asks the provider; ends a request that was refused or not answered, so that the hold can be paid otherwise. */
export async function checkMbWay(
  context: Context,
  provider: PaymentProvider,
  { actor, body }: Call<typeof endpoints.checkMbWay>,
): Promise<{ data: { state: 'waiting' | 'settled' | 'ended' | MbWayEnd } }> {
  const { db, clock } = context;
  const payment = await findMyPayment(db, actor.id, body.token);
  if (!payment) throw new AppError('notFound');
  const { id, state, provider_ref: ref, mb_way_requested_at: requestedAt } = payment;
  if (state === 'paid' || state === 'refund_due' || state === 'refunded')
    return { data: { state: 'settled' } };
  // Ended by another tab, or by another purchase of the hold.
  if (state === 'pending' && (!requestedAt || !ref))
    return { data: { state: readMbWayEnd(payment.failure_code) } };
  // Whoever confirmed after the hold had ended is charged, too.
  const intent = ref === null ? null : await provider.retrieve(ref).catch(throwServiceDown);
  if (intent?.status === 'succeeded') {
    await settleByIntent(context, provider, payment, intent);
    return { data: { state: 'settled' } };
  }
  if (state !== 'pending' || !intent || !requestedAt || !ref) return { data: { state: 'ended' } };
  if (intent.isAwaited && clock.now() < getConfirmUntil(requestedAt)) return { data: { state: 'waiting' } };
  const outcome = await withdraw(context, provider, { id, provider_ref: ref }, intent.failure);
  if (outcome === 'settled') return { data: { state: 'settled' } };
  // The bank has the answer and has not passed it on: paying otherwise as well could charge twice.
  if (outcome === 'undecided') return { data: { state: 'waiting' } };
  const { state: current, failure_code: failureCode } = (await findPayment(db, id))!;
  return { data: { state: current === 'pending' ? readMbWayEnd(failureCode) : 'ended' } };
}

/** The buyer wants to pay otherwise, or corrects the number. */
export async function leaveMbWay(
  context: Context,
  provider: PaymentProvider,
  { actor, body }: Call<typeof endpoints.leaveMbWay>,
) {
  const payment = await findMyPayment(context.db, actor.id, body.token);
  if (!payment) throw new AppError('notFound');
  assertIsHold(payment);
  if (payment.mb_way_requested_at) await leaveIntent(context, provider, payment);
  return SUCCESS;
}

type HoldWithIntent = Pick<Payment, 'id' | 'provider_ref'>;

/** Throws when the buyer has confirmed, or the bank has not decided yet. */
export async function leaveIntent(
  context: Context,
  provider: PaymentProvider,
  hold: HoldWithIntent,
): Promise<void> {
  const outcome = await withdraw(context, provider, hold);
  if (outcome === 'settled') throw new AppError('conflict', { message: 'payments.alreadyPaid' });
  if (outcome === 'undecided') throw new AppError('conflict', { message: 'payments.mbWay.undecided' });
}

/** Cancels the intent of a hold, which keeps its time; settles it if it was paid meanwhile. */
async function withdraw(
  context: Context,
  provider: PaymentProvider,
  { id, provider_ref: ref }: HoldWithIntent,
  /** What the provider said before. */
  failure: string | null = null,
): Promise<'withdrawn' | 'settled' | 'undecided'> {
  if (ref === null) return 'withdrawn';
  const intent = await provider.cancel(ref).catch(throwServiceDown);
  if (intent.status === 'succeeded') {
    await settlePayment(context, id, intent);
    return 'settled';
  }
  if (intent.status !== 'canceled') return 'undecided';
  await forgetIntent(context, id, { ref, failure: intent.failure ?? failure });
  return 'withdrawn';
}
