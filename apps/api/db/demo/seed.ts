import { addMonths, DAYS_AHEAD, localDate, monthStart, monthsOver } from '@wopack/rules';
import { creditMonths } from '../../src/modules/affiliates/index.ts';
import { hashPassword } from '../../src/modules/identity/index.ts';
import { slotsAreKept } from '../../src/modules/packs/index.ts';
import type { Db, Trx } from '../../src/platform/db/database.ts';
import { DEMO_PASSWORD, demoAccounts } from './accounts.ts';
import { type Inserting, insertPlannedPlaces } from './insert-places.ts';
import { memberForDays, people } from './people.ts';
import { type PlannedPlace, plan } from './plan.ts';
import { isEmpty } from './queries/empty.queries.ts';
import { withoutIndexes } from './queries/indexes.queries.ts';
import {
  insertAccounts,
  insertBusinesses,
  insertPayoutDetails,
  insertPeople,
} from './queries/people.queries.ts';
import { insertDemoShares } from './queries/shares.queries.ts';
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
  /** Of the demo accounts. */
  password?: string;
}

const PLACES_AT_ONCE = 1000;
const CLIENTS = 80;
const OWNERS_PER_PLACE = 0.8;
/** Whom the demo's partner brought, besides the two other accounts. */
const BROUGHT_OWNERS = 2;
const isBrought = (client: number) => client % 10 === 0;
/** From here on indexes are built afterwards, which is faster than keeping them. */
const MANY_PACKS = 50_000;

/** Fills a database without accounts with the demo, all of it or nothing; leaves any other alone. Answers which. */
export async function seedDemo(
  db: Db,
  { places, packs, now, orders = packs < 20_000, password = DEMO_PASSWORD }: DemoSize,
): Promise<boolean> {
  const hashes = await Promise.all(demoAccounts.map(() => hashPassword(password)));
  const filled = await db.transaction().execute(async (trx) => {
    if (!(await isEmpty(trx))) return false;
    const fill = () => fillDemo(trx, { places, packs, now, orders }, hashes);
    await (packs < MANY_PACKS ? fill() : withoutIndexes(trx, ['products', 'pickup_slots'], fill));
    return true;
  });
  if (orders) await creditPast(db, now);
  return filled;
}

/** Each month on its first day, as the server would have; nothing where it has done so. */
async function creditPast(db: Db, now: Date): Promise<void> {
  const config = { operatorZone: TIME_ZONE };
  const since = new Date(now.getTime() - 160 * 86_400_000);
  for (const month of monthsOver(since, now, TIME_ZONE)) {
    const first = monthStart(addMonths(month, 1), TIME_ZONE);
    await creditMonths({ db, config, clock: { now: () => first } });
  }
}

async function fillDemo(
  trx: Trx,
  { places, packs, now, orders }: Required<Omit<DemoSize, 'password'>>,
  hashes: readonly string[],
): Promise<void> {
  const accounts = await insertAccounts(trx, hashes, now);
  const clients = await insertPeople(trx, people('cliente', CLIENTS), {
    isOwner: false,
    referredBy: (index) => (isBrought(index) ? accounts.partner : null),
    now,
  });
  const owners = await insertPeople(trx, people('loja', Math.ceil(places * OWNERS_PER_PLACE) + 1), {
    isOwner: true,
    referredBy: (index) => (index < BROUGHT_OWNERS ? accounts.partner : null),
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
  await slotsAreKept(trx, TIME_ZONE, localDate(now, TIME_ZONE).add({ days: DAYS_AHEAD }).toString());
  await insertBusinesses(trx, now);
  await insertPayoutDetails(trx, accounts, now);
  await insertSearchWords(trx, inserting.words);
  if (!orders) return;
  const sellerForDays = (ownerId: number) => {
    const index = owners.indexOf(ownerId);
    return index >= 0 && index < BROUGHT_OWNERS ? memberForDays(index) : 0;
  };
  const ownerForDays = (ownerId: number) => memberForDays(owners.indexOf(ownerId));
  const members = clients.map((userId, index) => ({
    userId,
    forDays: memberForDays(index),
    brought: isBrought(index),
  }));
  await sell(trx, onSale, { ...inserting, clients, accounts, members, sellerForDays, ownerForDays });
  await insertDemoShares(trx, accounts.partner, now);
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
