import { hashPassword } from '../../src/modules/identity/index.ts';
import type { Db, Trx } from '../../src/platform/db/database.ts';
import { DEMO_PASSWORD, demoAccounts } from './accounts.ts';
import { type Inserting, insertPlannedPlaces } from './insert-places.ts';
import { people } from './people.ts';
import { type PlannedPlace, plan } from './plan.ts';
import { isEmpty } from './queries/empty.queries.ts';
import { withoutIndexes } from './queries/indexes.queries.ts';
import { insertAccounts, insertBusinesses, insertPeople } from './queries/people.queries.ts';
import { insertSearchWords, insertTexts } from './queries/texts.queries.ts';
import { type PackInDemo, sell } from './sales/sell.ts';
import { newTimetable } from './schedules.ts';

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
const OWNERS_PER_PLACE = 0.8;
/** From here on indexes are built afterwards, which is faster than keeping them. */
const MANY_PACKS = 50_000;

/** Fills a database without accounts with the demo, all of it or nothing; leaves any other alone. */
export async function seedDemo(
  db: Db,
  { places, packs, now, orders = packs < 20_000 }: DemoSize,
): Promise<void> {
  const hashes = await Promise.all(demoAccounts.map(() => hashPassword(DEMO_PASSWORD)));
  await db.transaction().execute(async (trx) => {
    if (!(await isEmpty(trx))) return;
    const fill = () => fillDemo(trx, { places, packs, now, orders }, hashes);
    await (packs < MANY_PACKS ? fill() : withoutIndexes(trx, ['products', 'pickup_slots'], fill));
  });
}

async function fillDemo(
  trx: Trx,
  { places, packs, now, orders }: Required<DemoSize>,
  hashes: readonly string[],
): Promise<void> {
  const accounts = await insertAccounts(trx, hashes, now);
  const clients = await insertPeople(trx, people('cliente', CLIENTS), {
    isOwner: false,
    referredBy: (index) => (index % 10 === 0 ? accounts.partner : null),
    now,
  });
  const owners = await insertPeople(trx, people('loja', Math.ceil(places * OWNERS_PER_PLACE) + 1), {
    isOwner: true,
    referredBy: (index) => (index < 2 ? accounts.partner : null),
    now,
  });
  let owned = 0;
  const inserting: Inserting = {
    now,
    orders,
    timetable: newTimetable(),
    windows: [],
    words: await insertTexts(trx),
    nextOwner: (sellers) =>
      sellers ? accounts.seller : owners[Math.floor(owned++ * OWNERS_PER_PLACE) % owners.length]!,
  };
  const onSale: PackInDemo[] = [];
  for (const batch of batches(plan({ places, packs }, inserting.timetable), PLACES_AT_ONCE)) {
    const inserted = await insertPlannedPlaces(trx, batch, inserting);
    if (orders) onSale.push(...inserted);
  }
  await insertBusinesses(trx, now);
  await insertSearchWords(trx, inserting.words);
  if (orders) await sell(trx, onSale, { ...inserting, clients, accounts });
}

function* batches(planned: Iterable<PlannedPlace>, size: number): Generator<PlannedPlace[]> {
  let batch: PlannedPlace[] = [];
  for (const place of planned) {
    batch.push(place);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
