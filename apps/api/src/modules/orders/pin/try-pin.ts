import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError, createValidationError } from '../../../platform/http/app-error.ts';
import { MAX_WRONG_PINS, pinWaitOverFor, pinWaitUntil, wrongPinsCountAfter } from '../orders.rules.ts';
import { lastWrongPinAt, recordPinAttempt, removeLastPinAttempt } from '../seller/seller-orders.queries.ts';

/**
 * Lets a seller try a PIN at a sale place. `attempt` returns null for a wrong one. Every attempt is counted before it is
 * compared; a right one is removed from the count and leaves the wrong ones before it.
 */
export async function tryPin<T>(
  { db, clock }: Context,
  salePlaceId: number,
  attempt: (trx: Trx, now: Date) => Promise<T | null>,
): Promise<T> {
  const now = clock.now();
  const result = await db.transaction().execute(async (trx) => {
    const counted = await recordPinAttempt(trx, salePlaceId, {
      now,
      countAfter: wrongPinsCountAfter(now),
      waitOverFor: pinWaitOverFor(now),
      max: MAX_WRONG_PINS,
    });
    if (!counted) return { waitUntil: pinWaitUntil(await lastWrongPinAt(trx, salePlaceId)) };
    const match = await attempt(trx, now);
    if (match !== null) await removeLastPinAttempt(trx, salePlaceId);
    return { found: match };
  });
  // Thrown outside the transaction, which has to keep the counted attempt.
  if ('waitUntil' in result) {
    const retryAfter = (result.waitUntil!.getTime() - now.getTime()) / 1000;
    throw new AppError('tooMany', { message: 'orders.tooManyPins', retryAfter });
  }
  if (result.found === null) throw createValidationError('pin', 'orders.wrongPin');
  return result.found!;
}
