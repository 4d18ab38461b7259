import type { Context } from '../../platform/context.ts';
import { countLines } from '../allocation/index.ts';
import { lockPayment, type PaymentProvider, planPassingOn } from '../payments/index.ts';
import { findAllocatedSlot } from '../products/index.ts';
import { listUnprovenHolds } from './checkout.queries.ts';
import { releaseHold } from './expire-holds.ts';

export type HoldToPassOn = Awaited<ReturnType<typeof listUnprovenHolds>>[number];

/** Holds of a slot that may pass to another buyer now, and when the next one may. */
export async function findHoldsToPassOn(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  slotId: number,
  quantity: number,
): Promise<{ idle: HoldToPassOn[]; nextFrom: Date | null }> {
  const now = clock.now();
  const plan = planPassingOn(await listUnprovenHolds(db, slotId, now), quantity);
  return {
    idle: plan.filter(({ from }) => from <= now).map(({ hold }) => hold),
    nextFrom: plan.find(({ from }) => from > now)?.from ?? null,
  };
}

/**
 * Makes sure that a hold cannot be paid any more. False when its card is being confirmed or charged, or the provider is
 * away. A request that still waits for an intent finds the hold ended, and cancels what it gets.
 */
export async function cancelIdleIntent(
  { log }: Pick<Context, 'log'>,
  provider: PaymentProvider,
  { id, provider_ref: ref }: Pick<HoldToPassOn, 'id' | 'provider_ref'>,
): Promise<boolean> {
  if (ref === null) return true;
  try {
    return (await provider.cancelIdle(ref)).status === 'canceled';
  } catch (error) {
    log.warn(
      { payment_id: id, err: error },
      'an idle intent was not cancelled: the provider does not answer',
    );
    return false;
  }
}

/**
 * Ends idle holds of a slot for those who wait in its line, and comes back when the time of the next one is over. Runs
 * when somebody joins.
 */
export async function passHoldsToLine(
  context: Context,
  provider: PaymentProvider,
  slotId: number,
): Promise<void> {
  const { db, jobs } = context;
  const slot = await findAllocatedSlot(db, slotId);
  if (slot?.allocation !== 'line') return;
  const neededCount = (await countLines(db, [slotId])).length - slot.units_left;
  if (neededCount <= 0) return;
  const { idle, nextFrom } = await findHoldsToPassOn(context, slotId, slot.quantity);
  let passedCount = 0;
  for (const hold of idle) {
    if (passedCount >= neededCount) return;
    if ((await cancelIdleIntent(context, provider, hold)) && (await passOn(context, hold))) passedCount++;
  }
  if (nextFrom && passedCount < neededCount)
    await jobs.enqueue(db, 'checkout.pass-holds-on', { slotId }, { startAfter: nextFrom });
}

/** Returns whether it was still on hold. */
const passOn = (context: Context, { id, provider_ref: ref }: HoldToPassOn): Promise<boolean> =>
  context.db.transaction().execute(async (trx) => {
    const payment = await lockPayment(trx, id);
    if (payment.state !== 'pending' || payment.provider_ref !== ref) return false;
    await releaseHold(context, trx, payment, { state: 'expired', isPassedOn: true });
    return true;
  });
