import type { endpoints } from '@wopack/contract';
import { MINUTE_MS } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Call, SUCCESS } from '../../platform/http/route.ts';
import { runSequentially } from '../../platform/jobs.ts';
import { endOffer } from '../allocation/index.ts';
import { releaseParts } from '../credit/index.ts';
import {
  expireHoldsOfSlot,
  findMyPayment,
  findPayment,
  leaveIntentRequest,
  listHoldsThatEndBefore,
  lockPayment,
  type Payment,
  type PaymentProvider,
  updatePayment,
} from '../payments/index.ts';
import { putUnitsBack } from '../products/index.ts';
import { CARD_ALREADY_WON, settleByIntent } from './complete-payment.ts';
import { settlePayment } from './settle-payment.ts';

/** What the web app reports when the buyer lets a hold go. */
const RELEASED = 'released';

interface ReleaseReason {
  state: 'failed' | 'expired';
  code?: string;
  description?: string;
  /** The card that was tried, where the provider knows it. */
  cardFingerprint?: string | null;
  /** The unit goes to whoever waits for it. */
  isPassedOn?: boolean;
  /** Through no fault of the buyer. Not told by `code`, which buyers send. */
  isExcused?: boolean;
}

/** Two runs of `scheduleExpiries`, so that one may come late. */
const EXPIRIES_SCHEDULED_AHEAD_MS = 2 * MINUTE_MS;

/**
 * Runs every minute. Enqueues jobs for holds that end within the next two, so that they end on time. Most holds are paid
 * long before and need none. Offered units have theirs from the beginning.
 */
export const scheduleExpiries = ({ db, jobs, clock }: Context): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const instant = new Date(clock.now().getTime() + EXPIRIES_SCHEDULED_AHEAD_MS);
    const holds = await listHoldsThatEndBefore(trx, instant);
    await jobs.enqueueAll(
      trx,
      'checkout.expire-hold',
      holds.map(({ id, expires_at: startAfter }) => ({
        data: { paymentId: id },
        startAfter,
        // One job an hour for each hold, also when its provider is away for long.
        singletonKey: String(id),
        singletonSeconds: 3600,
      })),
    );
  });

/** `scheduleExpiries` may miss a hold that is taken shortly before its slot ends. */
export async function scheduleEarlyExpiry(
  jobs: Context['jobs'],
  trx: Trx,
  { id, expires_at: startAfter }: Pick<Payment, 'id' | 'expires_at'>,
  now: Date,
): Promise<void> {
  if (startAfter.getTime() - now.getTime() <= EXPIRIES_SCHEDULED_AHEAD_MS)
    await jobs.enqueue(trx, 'checkout.expire-hold', { paymentId: id }, { startAfter });
}

/** Called by the browser when the payment failed or was abandoned. */
export async function failPayment(
  context: Context,
  provider: PaymentProvider,
  { actor, body: { token, code, description } }: Call<typeof endpoints.failPayment>,
) {
  const payment = await findMyPayment(context.db, actor.id, token);
  if (!payment) throw new AppError('notFound');
  // A refused card does not cost an offered unit: only its time, or giving it up, ends it.
  const isKept = payment.is_offer && code !== undefined && code !== '' && code !== RELEASED;
  if (payment.state === 'pending' && !isKept)
    await cancelHold(context, provider, payment, { state: 'failed', code, description });
  if (payment.state === 'pending' && isKept) await syncWithProvider(context, provider, payment);
  const updated = await findMyPayment(context.db, actor.id, token);
  if (updated?.state === 'paid') throw new AppError('conflict', { message: 'payments.alreadyPaid' });
  return SUCCESS;
}

/**
 * Ends an expired hold; does nothing before its expiry or when it has ended already. A card that was authorised in time
 * and not charged, because nobody completed the payment, is charged now.
 */
export async function expireHold(
  context: Context,
  provider: PaymentProvider,
  paymentId: number,
): Promise<void> {
  const payment = await findPayment(context.db, paymentId);
  if (payment?.state !== 'pending' || payment.expires_at > context.clock.now()) return;
  const state = payment.captures_later ? await syncWithProvider(context, provider, payment) : 'pending';
  if (state === 'pending') await cancelHold(context, provider, payment, { state: 'expired' });
}

/**
 * Charges an authorised card, and replaces an intent that was cancelled. An unreachable provider changes nothing. Returns
 * the state afterwards, also of a hold whose card was refused.
 */
async function syncWithProvider(
  context: Context,
  provider: PaymentProvider,
  payment: Payment,
): Promise<Payment['state']> {
  const { provider_ref: ref, state } = payment;
  if (ref === null) return state;
  const result = await provider
    .retrieve(ref)
    .then((intent) => settleByIntent(context, provider, payment, intent))
    .catch((error: unknown) => {
      context.log.warn({ payment_id: payment.id, err: error }, 'a hold was not synced with the provider');
      return state;
    });
  return result === CARD_ALREADY_WON ? state : result;
}

/** The buyer gives an offered unit up, for the next in line. */
export const createGiveUpOffer =
  (context: Context, provider: PaymentProvider) =>
  async (paymentId: number): Promise<void> => {
    const payment = await findPayment(context.db, paymentId);
    if (payment?.state === 'pending')
      await cancelHold(context, provider, payment, { state: 'failed', code: RELEASED });
  };

/** Ends all holds of a cancelled slot before their expiry. */
export async function expireHoldsOfCancelledSlot(
  context: Context,
  provider: PaymentProvider,
  slotId: number,
): Promise<void> {
  const holds = await expireHoldsOfSlot(context.db, slotId, context.clock.now());
  await runSequentially(
    holds.map(({ id }) => async () => {
      const payment = await findPayment(context.db, id);
      // A card that is only authorised is not charged for what was cancelled.
      if (payment?.state === 'pending')
        await cancelHold(context, provider, payment, { state: 'expired', isExcused: true });
    }),
  );
}

/**
 * A request for a provider intent failed. Ends the hold unless another request has got the intent or still waits for
 * it. Returns the payment as it was before.
 */
export const releaseUnopenedHold = (
  context: Pick<Context, 'db' | 'clock' | 'jobs'>,
  paymentId: number,
  reason: ReleaseReason,
) =>
  context.db.transaction().execute(async (trx) => {
    const payment = await leaveIntentRequest(trx, paymentId);
    const isUnopened = !payment.client_secret && payment.intent_requests === 0;
    // An offered unit waits for the provider until its time is over.
    if (payment.state === 'pending' && isUnopened && !payment.is_offer) {
      await releaseHold(context, trx, payment, reason);
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
  const { db } = context;
  const intent = ref ? await provider.cancel(ref).catch(() => null) : null;
  if (intent?.status === 'succeeded') {
    await settlePayment(context, id, intent);
    return;
  }
  await db.transaction().execute(async (trx) => {
    const payment = await lockPayment(trx, id);
    if (payment.state !== 'pending') return;
    await releaseHold(context, trx, payment, { ...reason, cardFingerprint: intent?.cardFingerprint });
  });
}

/** Gives back credit, code and units, which go on sale again or to whoever waits, and ends the payment. */
export async function releaseHold(
  context: Pick<Context, 'clock' | 'jobs'>,
  trx: Trx,
  payment: Pick<Payment, 'id' | 'slot_id' | 'quantity' | 'is_offer' | 'credit_cents' | 'discount_code_id'>,
  reason: ReleaseReason,
): Promise<void> {
  const { id, slot_id: slotId, quantity, is_offer: isOffer } = payment;
  const now = context.clock.now();
  await releaseParts(trx, payment);
  await putUnitsBack(context, trx, slotId, quantity);
  if (isOffer) await endOffer(trx, id, reason.code === RELEASED ? 'left' : 'lapsed', now);
  await updatePayment(trx, id, {
    state: reason.state,
    failure_code: reason.code ?? null,
    failure_description: reason.description ?? null,
    // Of MB WAY it is known since the phone was asked.
    ...(reason.cardFingerprint && { card_fingerprint: reason.cardFingerprint }),
    is_excused: reason.isExcused ?? false,
    ...(reason.isPassedOn && { is_passed_on: true }),
    settled_at: now,
  });
}
