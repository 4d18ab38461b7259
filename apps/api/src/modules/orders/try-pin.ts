import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { AppError, invalid } from '../../platform/http/error.ts';
import { MOST_WRONG_PINS, PIN_WAIT_MS } from './orders.rules.ts';
import { lockTries, setTries } from './seller-orders.queries.ts';

/**
 * Lets a seller try a PIN at a venue. `attempt` answers null for a wrong one; that is counted, and after five the
 * venue waits a minute, however the tries came.
 */
export async function tryPin<T>(
  { db, clock }: Context,
  placeId: number,
  attempt: (trx: Trx, now: Date) => Promise<T | null>,
): Promise<T> {
  const now = clock.now();
  const result = await db.transaction().execute(async (trx) => {
    const tries = await lockTries(trx, placeId);
    if (tries.locked_until && tries.locked_until > now) return { lockedUntil: tries.locked_until };
    const found = await attempt(trx, now);
    const wrong = found === null ? tries.wrong + 1 : 0;
    const locked = wrong >= MOST_WRONG_PINS ? new Date(now.getTime() + PIN_WAIT_MS) : null;
    await setTries(trx, placeId, locked ? 0 : wrong, locked);
    return { found };
  });
  // Thrown outside the transaction, which has to keep the counted try.
  if ('lockedUntil' in result) {
    const retryAfter = (result.lockedUntil!.getTime() - now.getTime()) / 1000;
    throw new AppError('tooMany', { message: 'orders.tooManyPins', retryAfter });
  }
  if (result.found === null) throw invalid('pin', 'orders.wrongPin');
  return result.found!;
}
