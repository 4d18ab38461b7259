import { countReliability, DAY_MS, isLateForBuyer, MINUTE_MS } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { readBatches } from '../../../platform/db/batches.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { runForEachRow } from '../../../platform/jobs.ts';
import { hasReliability, setReliability } from '../../sale-places/index.ts';
import { insertSellerCancellation, listCountedOrders, listSalePlacesToCount } from './reliability.queries.ts';

/** How long a buyer is first in the next waitlist after a late cancellation. */
const FIRST_MS = 30 * DAY_MS;

/** From now to the beginning of the window; negative once it has begun. */
export const getMinutesAhead = (order: { pickup_start: Date }, now: Date): number =>
  Math.floor((order.pickup_start.getTime() - now.getTime()) / MINUTE_MS);

/** Records that a seller did not keep an order. Returns until when its buyer is first in the next waitlist; null: it was not late. */
export async function recordSellerCancellation(
  trx: Trx,
  order: { id: number; pickup_start: Date },
  now: Date,
): Promise<Date | null> {
  const minutesAhead = getMinutesAhead(order, now);
  return insertSellerCancellation(trx, {
    order_id: order.id,
    cancelled_at: now,
    minutes_ahead: minutesAhead,
    first_until: isLateForBuyer(minutesAhead) ? new Date(now.getTime() + FIRST_MS) : null,
  });
}

/** Counts the orders of a sale place again; nothing is written when the figure is the same. */
export async function updateReliability({ db }: Pick<Context, 'db'>, salePlaceId: number): Promise<void> {
  const orders = await listCountedOrders(db, salePlaceId);
  const { counted, kept, cancelled } = countReliability(
    orders.map(({ minutes_ahead }) => ({ minutesAhead: minutes_ahead })),
  );
  // Of those that count, by when they were cancelled: the order of the list is that of the windows.
  const [last] = orders
    .filter(({ cancelled_at }) => cancelled_at !== null)
    .toSorted((a, b) => b.cancelled_at!.getTime() - a.cancelled_at!.getTime());
  await setReliability(db, salePlaceId, {
    counted_orders: counted,
    kept_orders: kept,
    cancelled_orders: cancelled,
    last_cancelled_at: last?.cancelled_at ?? null,
    last_cancelled_minutes_ahead: last?.minutes_ahead ?? null,
  });
}

/** Nights may be missed. */
const RECOUNTED_DAYS = 8;
const BATCH_SIZE = 100;

/** Each night: of sale places that had orders lately; the first time of all. */
export async function updateAllReliability(context: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = context.clock.now();
  const isCounted = await hasReliability(context.db);
  const since = isCounted ? new Date(now.getTime() - RECOUNTED_DAYS * DAY_MS) : new Date(0);
  const batches = readBatches(
    (last: number | null, limit) =>
      listSalePlacesToCount(context.db, { since, now, after: last ?? 0, limit }),
    BATCH_SIZE,
  );
  await runForEachRow(batches, (id) => updateReliability(context, id));
}
