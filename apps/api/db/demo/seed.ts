import { type SlotWindow, upcomingWindows } from '@wopack/rules';
import { hashPassword } from '../../src/modules/identity/index.ts';
import { searchWords } from '../../src/modules/packs/index.ts';
import type { Db, Trx } from '../../src/platform/db/database.ts';
import { DEMO_PASSWORD, demoAccounts } from './accounts.ts';
import { people } from './people.ts';
import { type PlannedPlace, plan } from './plan.ts';
import { withoutIndexes } from './queries/indexes.queries.ts';
import { insertPacks } from './queries/packs.queries.ts';
import { insertAccounts, insertPeople } from './queries/people.queries.ts';
import { insertPlaces } from './queries/places.queries.ts';
import { insertSlots } from './queries/slots.queries.ts';
import { insertSearchWords, insertTexts } from './queries/texts.queries.ts';
import { type PackInDemo, sell } from './sales/sell.ts';
import { newTimetable, TIME_ZONE } from './schedules.ts';

export interface DemoSize {
  places: number;
  packs: number;
  now: Date;
  /**
   * Whether what is sold has its orders, payments and bookings. Without them (from 20,000 packs on, unless asked for)
   * slots have fewer packs instead, so that stock adds up either way.
   */
  orders?: boolean;
}

const PLACES_AT_ONCE = 1000;
const CLIENTS = 80;
/** From here on indexes are built afterwards, which is faster than keeping them. */
const MANY_PACKS = 50_000;

/** Fills a database without accounts with the demo, all of it or nothing. */
export async function seedDemo(
  db: Db,
  { places, packs, now, orders = packs < 20_000 }: DemoSize,
): Promise<void> {
  const hashes = Promise.all(demoAccounts.map(() => hashPassword(DEMO_PASSWORD)));
  await db.transaction().execute(async (trx) => {
    const fill = async () => fillDemo(trx, { places, packs, now, orders }, await hashes);
    await (packs < MANY_PACKS ? fill() : withoutIndexes(trx, ['products', 'pickup_slots'], fill));
  });
}

async function fillDemo(
  trx: Trx,
  { places, packs, now, orders }: Required<DemoSize>,
  hashes: readonly string[],
): Promise<void> {
  const accounts = await insertAccounts(trx, hashes, now);
  const brought = (every: number) => (index: number) => (index % every === 0 ? accounts.partner : null);
  const clients = await insertPeople(trx, people('cliente', CLIENTS), {
    isOwner: false,
    referredBy: brought(10),
    now,
  });
  const owners = await insertPeople(trx, people('loja', Math.max(1, Math.ceil(places * 0.8))), {
    isOwner: true,
    referredBy: (index) => (index < 2 ? accounts.partner : null),
    now,
  });
  const words = await insertTexts(trx);
  const timetable = newTimetable();
  const windows: SlotWindow[][] = [];
  const onSale: PackInDemo[] = [];
  let index = 0;

  const insert = async (batch: readonly PlannedPlace[]) => {
    for (const schedule of timetable.schedules.slice(windows.length)) {
      windows.push(upcomingWindows(schedule, TIME_ZONE, now));
    }
    const ownerOf = (at: number) => owners[Math.floor(at * 0.8) % owners.length]!;
    const ids = await insertPlaces(
      trx,
      batch.map(({ venue, packs: list, sellers }) => ({
        venue,
        ownerId: sellers ? accounts.seller : ownerOf(index++),
        ratingSum: list.reduce((sum, { ratingSum }) => sum + ratingSum, 0),
        ratingCount: list.reduce((sum, { ratingCount }) => sum + ratingCount, 0),
      })),
      now,
    );
    const placed = batch.map(({ venue }, i) => {
      const found = new Set(searchWords(`${venue.name} ${venue.address}`));
      for (const word of found) words.add(word);
      return {
        id: ids[i]!,
        latitude: venue.latitude,
        longitude: venue.longitude,
        words: [...found].join(' '),
      };
    });
    const list = batch.flatMap(({ packs: own, sellers }, place) =>
      own.map((pack) => ({ pack, place, sellers })),
    );
    const schedules = timetable.schedules.map((schedule) => JSON.stringify(schedule));
    const productIds = await insertPacks(trx, placed, list, schedules, now);
    const inDemo = list.map(({ pack, place, sellers }, i): PackInDemo => {
      const sold = windows[pack.schedule]!.length ? pack.sold : 0;
      return {
        productId: productIds[i]!,
        placeId: ids[place]!,
        schedule: pack.schedule,
        quantity: orders ? pack.quantity : pack.quantity - sold,
        sold: orders ? sold : 0,
        sellers,
      };
    });
    await insertSlots(trx, inDemo, windows);
    if (orders) onSale.push(...inDemo);
  };

  let batch: PlannedPlace[] = [];
  for (const place of plan({ places, packs }, timetable)) {
    batch.push(place);
    if (batch.length < PLACES_AT_ONCE) continue;
    await insert(batch);
    batch = [];
  }
  if (batch.length > 0) await insert(batch);
  await insertSearchWords(trx, words);
  if (orders) await sell(trx, onSale, { clients, accounts, timetable, windows, now });
}
