import { DAYS_AHEAD, localDate, upcomingWindows } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { calendarsOf } from './calendar.queries.ts';
import { insertSlots, packsOnSaleIn, slotsAreKept, timeZones } from './slots.queries.ts';

const BATCH = 500;

/** Every hour: where a new day has begun, each pack on sale gets its slots for the coming days. */
export async function keepSlots({ db, clock }: Context): Promise<void> {
  const now = clock.now();
  for (const { time_zone: zone, until } of await timeZones(db)) {
    const wanted = localDate(now, zone).add({ days: DAYS_AHEAD }).toString();
    if (until === wanted) continue;
    let last: number | undefined = 0;
    while (last !== undefined) last = await keepBatch(db, zone, last, now);
    await slotsAreKept(db, zone, wanted);
  }
}

/** Answers the id after which to go on; undefined at the end. */
async function keepBatch(db: Db, zone: string, after: number, now: Date): Promise<number | undefined> {
  // Yesterday's window may run past midnight.
  const yesterday = localDate(now, zone).subtract({ days: 1 }).toString();
  return db.transaction().execute(async (trx) => {
    const packs = await packsOnSaleIn(trx, zone, after, BATCH);
    const calendars = await calendarsOf(trx, packs, yesterday);
    await insertSlots(
      trx,
      packs.flatMap(({ id, daily_quantity: quantity }) => {
        const calendar = calendars.get(id);
        if (!calendar || !quantity) return [];
        return upcomingWindows(calendar, zone, now).map((window) => ({
          ...window,
          product_id: id,
          quantity,
        }));
      }),
    );
    return packs.length < BATCH ? undefined : packs.at(-1)!.id;
  });
}
