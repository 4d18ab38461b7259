import { everyWeek, type SlotWindow, upcomingWindows } from '@wopack/rules';
import type { Trx } from '../../src/platform/db/database.ts';
import { searchWords } from '../../src/platform/words.ts';
import type { PlannedPlace } from './plan.ts';
import { insertPacks } from './queries/packs.queries.ts';
import { insertPlaces } from './queries/places.queries.ts';
import { insertSlots } from './queries/slots.queries.ts';
import type { PackInDemo } from './sales/sell.ts';
import { TIME_ZONE, type Timetable } from './schedules.ts';

export interface Inserting {
  now: Date;
  /** Whether what is sold will get orders; otherwise slots have fewer packs. */
  orders: boolean;
  timetable: Timetable;
  /** Windows from now on, by number of schedule; grows with the timetable. */
  windows: SlotWindow[][];
  /** Words that find packs, gathered on the way. */
  words: Set<string>;
  nextOwner(sellers: boolean): number;
}

/** Inserts a batch of venues with their packs and slots. */
export async function insertPlannedPlaces(
  trx: Trx,
  places: readonly PlannedPlace[],
  { now, orders, timetable, windows, words, nextOwner }: Inserting,
): Promise<PackInDemo[]> {
  for (const schedule of timetable.schedules.slice(windows.length)) {
    windows.push(upcomingWindows(everyWeek(schedule), TIME_ZONE, now));
  }
  const foundBy = places.map(({ venue: { name, address } }) => new Set(searchWords(`${name} ${address}`)));
  for (const word of foundBy.flatMap((found) => [...found])) words.add(word);
  const owners = places.map(({ sellers }) => nextOwner(sellers));
  const placeIds = await insertPlaces(
    trx,
    places.map(({ venue, packs }, i) => ({
      venue,
      words: [...foundBy[i]!].join(' '),
      ownerId: owners[i]!,
      ratingSum: packs.reduce((sum, { ratingSum }) => sum + ratingSum, 0),
      ratingCount: packs.reduce((sum, { ratingCount }) => sum + ratingCount, 0),
    })),
  );
  const placed = places.map(({ venue: { latitude, longitude } }, i) => ({
    ...{ id: placeIds[i]!, latitude, longitude },
    words: [...foundBy[i]!].join(' '),
  }));
  const packs = places.flatMap((planned, place) =>
    planned.packs.map((pack) => ({ pack, place, sellers: planned.sellers })),
  );
  const weeks = timetable.schedules.map((schedule) => JSON.stringify(schedule));
  const productIds = await insertPacks(trx, placed, packs, weeks);
  const inDemo = packs.map(
    ({ pack, place, sellers }, i): PackInDemo => ({
      productId: productIds[i]!,
      placeId: placeIds[place]!,
      schedule: pack.schedule,
      quantity: orders ? pack.quantity : pack.quantity - pack.sold,
      sold: orders ? pack.sold : 0,
      sellers,
      ownerId: owners[place]!,
      type: pack.type,
      ratingCount: pack.ratingCount,
      ratingSum: pack.ratingSum,
    }),
  );
  await insertSlots(trx, inDemo, windows);
  return inDemo;
}
