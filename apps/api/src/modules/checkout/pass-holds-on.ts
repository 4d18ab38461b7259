import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { isLineShortOfUnits, lockLine } from '../allocation/index.ts';
import { lockParts } from '../credit/index.ts';
import { discardIntent, lockPayment, type PaymentProvider, planPassingOn } from '../payments/index.ts';
import { findAllocatedSlot, lockUnitToPassOn, mayPassUnitOn } from '../products/index.ts';
import { listUnprovenHolds } from './checkout.queries.ts';
import { releaseHold } from './expire-holds.ts';

export type HoldToPassOn = Awaited<ReturnType<typeof listUnprovenHolds>>[number];

/** Holds of a slot that may pass to another buyer now, and those that may later, with the time. */
export async function findHoldsToPassOn(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  slotId: number,
  { quantity }: { quantity: number },
): Promise<{ idle: HoldToPassOn[]; later: { hold: HoldToPassOn; from: Date }[] }> {
  const now = clock.now();
  const plan = planPassingOn(await listUnprovenHolds(db, slotId, now), quantity);
  return {
    idle: plan.filter(({ from }) => from <= now).map(({ hold }) => hold),
    later: plan.filter(({ from }) => from > now).toSorted((a, b) => Number(a.from) - Number(b.from)),
  };
}

/**
 * Makes sure that a hold cannot be paid any more, then runs `work`. Undefined when its card is being confirmed or charged,
 * or the provider is away, which throws where its answer is needed. A hold that is still one afterwards gets another intent: its buyer can pay after all. A request
 * that still waits for an intent finds the hold ended, and cancels what it gets.
 */
export async function runWithoutIntent<T>(
  context: Pick<Context, 'db' | 'log'>,
  provider: PaymentProvider,
  hold: Pick<HoldToPassOn, 'id' | 'provider_ref'>,
  work: () => Promise<T>,
  { isAnswerNeeded = false } = {},
): Promise<T | undefined> {
  const outcome = await cancelIdleIntent(context, provider, hold);
  if (outcome === 'unreachable' && isAnswerNeeded)
    throw new AppError('serviceDown', { message: 'payments.unavailable', retryAfter: 5 });
  if (outcome !== 'cancelled') return undefined;
  try {
    return await work();
  } finally {
    if (hold.provider_ref !== null) await discardIntent(context.db, hold.id, hold.provider_ref);
  }
}

async function cancelIdleIntent(
  { log }: Pick<Context, 'log'>,
  provider: PaymentProvider,
  { id, provider_ref: ref }: Pick<HoldToPassOn, 'id' | 'provider_ref'>,
): Promise<'cancelled' | 'begun' | 'unreachable'> {
  if (ref === null) return 'cancelled';
  try {
    return (await provider.cancelIdle(ref)).status === 'canceled' ? 'cancelled' : 'begun';
  } catch (error) {
    log.warn(
      { payment_id: id, err: error },
      'an idle intent was not cancelled: the provider does not answer',
    );
    return 'unreachable';
  }
}

/**
 * Ends idle holds of a slot for those who wait in its line, and comes back when the time of the next one is over. Runs
 * when somebody joins. No intent is cancelled for a unit that would go to nobody.
 */
export async function passHoldsToLine(
  context: Context,
  provider: PaymentProvider,
  slotId: number,
): Promise<void> {
  const { db, jobs, clock } = context;
  const isUnitNeeded = async () =>
    (await isLineShortOfUnits(db, slotId)) && mayPassUnitOn(db, slotId, clock.now(), { isOffer: true });
  if (!(await isUnitNeeded())) return;
  const { quantity } = (await findAllocatedSlot(db, slotId))!;
  const { idle, later } = await findHoldsToPassOn(context, slotId, { quantity });
  for (const hold of idle) {
    await runWithoutIntent(context, provider, hold, () => passToLine(context, slotId, hold));
    if (!(await isUnitNeeded())) return;
  }
  const nextFrom = later[0]?.from;
  if (nextFrom) await jobs.enqueue(db, 'checkout.pass-holds-on', { slotId }, { startAfter: nextFrom });
}

/** Does nothing when the hold has ended, or the line needs no unit any more. */
const passToLine = (
  context: Context,
  slotId: number,
  { id, provider_ref: ref }: HoldToPassOn,
): Promise<void> =>
  context.db.transaction().execute(async (trx) => {
    await lockLine(trx, slotId);
    const payment = await lockPayment(trx, id);
    if (payment.state !== 'pending' || payment.provider_ref !== ref) return;
    await lockParts(trx, [payment]);
    if (!(await lockUnitToPassOn(trx, slotId, context.clock.now(), { isOffer: true }))) return;
    if (!(await isLineShortOfUnits(trx, slotId))) return;
    await releaseHold(context, trx, payment, { state: 'expired', isPassedOn: true });
  });
