import { randomBytes } from 'node:crypto';
import {
  addMonths,
  DAY_MS,
  DAYS_AHEAD,
  listEndedMonths,
  localDate,
  monthOf,
  monthStart,
} from '@wopack/domain';
import { generateSecret } from 'otplib';
import type { PayoutWay } from '../../src/config/config.ts';
import { creditMonths } from '../../src/modules/affiliates/index.ts';
import { hashPassword } from '../../src/modules/identity/index.ts';
import {
  insertSearchWords,
  saveGeneratedThrough,
  saveSearchIndexState,
} from '../../src/modules/products/index.ts';
import type { Db, Trx } from '../../src/platform/db/database.ts';
import type { Jobs } from '../../src/platform/jobs.ts';
import type { Secrets } from '../../src/platform/secrets.ts';
import {
  DEMO_PASSWORD,
  DEMO_TOTP_SECRET,
  type DemoAccount,
  demoAccounts,
  findDemoAccounts,
  generateUsers,
  getAccountAgeDays,
} from './accounts.ts';
import {
  type InsertContext,
  insertPlannedSalePlaces,
  type PlannedSalePlace,
  planSalePlaces,
} from './planned-sale-places.ts';
import { createTimetable, TIME_ZONE } from './products.ts';
import { insertDemoActivity } from './queries/activity.queries.ts';
import { insertDemoAllocations } from './queries/allocation.queries.ts';
import { insertDemoCredit } from './queries/credit.queries.ts';
import { failNewestJob, insertDemoCases, insertDemoShares, setPayoutWay } from './queries/orders.queries.ts';
import { insertProductTexts } from './queries/sale-places.queries.ts';
import { insertDemoStockQuestion } from './queries/stock-questions.queries.ts';
import {
  insertAccounts,
  insertBusinesses,
  insertDemoMembers,
  insertDemoOperators,
  insertPayoutAccounts,
  insertPayoutDetails,
  insertUsers,
  lockAndCheckEmpty,
  withoutIndexes,
} from './queries/users.queries.ts';
import { insertDemoAnswers } from './queries/value.queries.ts';
import { type InsertedProduct, insertDemoOrders } from './sales/insert-demo-orders.ts';

export { paintDemoAvatar, paintDemoFile, paintDemoPicture } from './pictures/paint-pictures.ts';

export interface DemoOptions {
  salePlaces: number;
  products: number;
  now: Date;
  /**
   * Whether sold units have orders, payments and postings. Without them (default from 20,000 products on)
   * slots have fewer units instead, so that stock is consistent either way.
   */
  withOrders?: boolean;
  /** Password of the demo accounts. */
  password?: string;
  /** Of the server, which reads the demo's PINs and draws its draws. */
  secrets: Secrets;
  /** Second factor of the demo operators; without it there are none. */
  encryptedTotpSecret?: string | undefined;
  /** Who pays what orders of this month earned; those before were paid by the operator. */
  payoutWay?: PayoutWay;
}

const BATCH_SIZE = 1000;
const BUYER_COUNT = 80;
const SELLERS_PER_SALE_PLACE = 0.8;
/** Sellers referred by the demo partner, besides the two other demo accounts. */
const REFERRED_SELLER_COUNT = 2;
const isReferred = (buyerIndex: number) => buyerIndex % 10 === 0;
/**
 * From this number of products on there are no orders, texts are in Portuguese only, because others would be most of the
 * data, and indexes are rebuilt after the inserts, which is faster.
 */
const LARGE_DEMO = 20_000;

/**
 * Seeds a database without accounts in one transaction; leaves any other unchanged. Returns whether it
 * seeded.
 */
export async function seedDemo(
  db: Db,
  {
    salePlaces,
    products,
    now,
    withOrders = products < LARGE_DEMO,
    password = DEMO_PASSWORD,
    secrets,
    encryptedTotpSecret,
    payoutWay = 'bank_file',
  }: DemoOptions,
): Promise<boolean> {
  const passwordHashes = await Promise.all(demoAccounts.map(() => hashPassword(password)));
  const isSeeded = await db.transaction().execute(async (trx) => {
    if (!(await lockAndCheckEmpty(trx))) return false;
    const insertAll = async () => {
      await insertDemo(trx, { salePlaces, products, now, withOrders, secrets }, passwordHashes);
      // In the first days of a month also the one before: else nothing of it would be due yet.
      const firstMonth = monthOf(new Date(now.getTime() - 7 * DAY_MS), TIME_ZONE);
      await setPayoutWay(trx, payoutWay, monthStart(firstMonth, TIME_ZONE));
      if (payoutWay === 'stripe_connect') await insertPayoutAccounts(trx, now);
      if (!encryptedTotpSecret) return;
      await insertDemoOperators(trx, { passwordHash: passwordHashes[0]!, encryptedTotpSecret, now });
      if (withOrders) await insertDemoCases(trx, now);
    };
    await (products < LARGE_DEMO
      ? insertAll()
      : withoutIndexes(trx, ['products', 'pickup_slots'], insertAll));
    return true;
  });
  if (withOrders) await creditPastMonths(db, now);
  return isSeeded;
}

/**
 * Credits each past month on its first day, as the server would have; months already credited are skipped.
 */
async function creditPastMonths(db: Db, now: Date): Promise<void> {
  const config = { operatorTimeZone: TIME_ZONE };
  const since = new Date(now.getTime() - 160 * DAY_MS);
  for (const month of listEndedMonths(since, now, TIME_ZONE)) {
    const firstOfNextMonth = monthStart(addMonths(month, 1), TIME_ZONE);
    await creditMonths({ db, config, clock: { now: () => firstOfNextMonth } });
  }
}

async function insertDemo(
  trx: Trx,
  {
    salePlaces,
    products,
    now,
    withOrders,
    secrets,
  }: Required<Omit<DemoOptions, 'password' | 'encryptedTotpSecret' | 'payoutWay'>>,
  passwordHashes: readonly string[],
): Promise<void> {
  const accounts = await insertAccounts(trx, passwordHashes, now);
  const buyerIds = await insertUsers(trx, generateUsers('cliente', BUYER_COUNT), {
    isSeller: false,
    getReferrerId: (index) => (isReferred(index) ? accounts.partner : null),
    now,
  });
  const sellerIds = await insertUsers(
    trx,
    generateUsers('loja', Math.ceil(salePlaces * SELLERS_PER_SALE_PLACE) + 1),
    {
      isSeller: true,
      getReferrerId: (index) => (index < REFERRED_SELLER_COUNT ? accounts.partner : null),
      now,
    },
  );
  let assignedSellers = 0;
  const insertContext: InsertContext = {
    now,
    withOrders,
    timetable: createTimetable(),
    windows: [],
    searchWords: await insertProductTexts(trx, products < LARGE_DEMO),
    salePlaceTypes: await trx.selectFrom('sale_place_types').select(['slug', 'name']).execute(),
    pickSellerId: (isOwnedByDemoSeller) =>
      isOwnedByDemoSeller
        ? accounts.seller
        : sellerIds[Math.floor(assignedSellers++ * SELLERS_PER_SALE_PLACE) % sellerIds.length]!,
  };
  const demoProducts: InsertedProduct[] = [];
  for (const batch of splitIntoBatches(
    planSalePlaces({ salePlaces, products }, insertContext.timetable),
    BATCH_SIZE,
  )) {
    const insertedProducts = await insertPlannedSalePlaces(trx, batch, insertContext);
    if (withOrders) demoProducts.push(...insertedProducts);
  }
  await saveGeneratedThrough(trx, TIME_ZONE, localDate(now, TIME_ZONE).add({ days: DAYS_AHEAD }).toString());
  await insertDemoMembers(trx, { sellerId: accounts.seller, passwordHash: passwordHashes[0]!, now });
  await insertBusinesses(trx, accounts.seller, now);
  await insertPayoutDetails(trx, accounts, now);
  await insertSearchWords(trx, insertContext.searchWords);
  await saveSearchIndexState(trx, null);
  if (!withOrders) return;
  const getReferredSellerAgeDays = (sellerId: number) => {
    const index = sellerIds.indexOf(sellerId);
    return index >= 0 && index < REFERRED_SELLER_COUNT ? getAccountAgeDays(index) : 0;
  };
  const getSellerAgeDays = (sellerId: number) => getAccountAgeDays(sellerIds.indexOf(sellerId));
  const buyerAccounts = buyerIds.map((userId, index) => ({
    userId,
    accountAgeDays: getAccountAgeDays(index),
    isReferred: isReferred(index),
  }));
  await insertDemoOrders(trx, demoProducts, {
    ...insertContext,
    secrets,
    buyerIds,
    accounts,
    buyerAccounts,
    getReferredSellerAgeDays,
    getSellerAgeDays,
  });
  await insertDemoShares(trx, accounts.partner, now);
  await insertDemoActivity(trx, { sellerId: accounts.seller, now });
  await insertDemoAnswers(trx, {
    demoAccountIds: Object.values(accounts),
    sellerId: accounts.seller,
    now,
  });
  await insertDemoStockQuestion(trx, { sellerId: accounts.seller, now });
  await insertDemoCredit(trx, { buyerId: accounts.buyer, sellerId: accounts.seller, now });
  await insertDemoAllocations(trx, { secrets, demoBuyerId: accounts.buyer, buyerIds, now });
}

function* splitIntoBatches(
  plannedSalePlaces: Iterable<PlannedSalePlace>,
  size: number,
): Generator<PlannedSalePlace[]> {
  let batch: PlannedSalePlace[] = [];
  for (const plannedSalePlace of plannedSalePlaces) {
    batch.push(plannedSalePlace);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Size of the demo created at the first start. */
const DEFAULT_SIZE = { salePlaces: 330, products: 720 };

/**
 * Fills an empty database with demo data and returns the demo accounts that exist. In production the
 * password and the operators' second factor are generated here and shown once at this start.
 */
export async function seedIfEmpty(
  db: Db,
  now: Date,
  {
    production = false,
    secrets,
    payoutWay,
    onSeeded = () => {},
  }: {
    production?: boolean;
    secrets: Secrets;
    payoutWay?: PayoutWay | undefined;
    onSeeded?: () => void;
  },
): Promise<DemoAccount[]> {
  const anyUser = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  const password = production ? randomBytes(12).toString('base64url') : DEMO_PASSWORD;
  const totpSecret = production ? generateSecret() : DEMO_TOTP_SECRET;
  const encryptedTotpSecret = secrets.encrypt('totp', totpSecret);
  // Hashing is slow, so it is done only when needed. A concurrent process may be seeding.
  const isSeeded =
    !anyUser &&
    (await seedDemo(db, {
      ...{ ...DEFAULT_SIZE, now, password, secrets, encryptedTotpSecret },
      ...(payoutWay && { payoutWay }),
    }));
  if (isSeeded) onSeeded();
  return findDemoAccounts(db, isSeeded || !production ? password : null, totpSecret);
}

/** A failed job for the console. Tried again, it succeeds. */
export const insertFailedDemoJob = ({ db, jobs }: { db: Db; jobs: Jobs }): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await jobs.enqueue(trx, FAILED_QUEUE, {});
    await failNewestJob(trx, FAILED_QUEUE, 'canceling statement due to statement timeout');
  });

/** The demo's answers are judged now, and not with the next day. */
export const judgeDemoAnswers = ({ db, jobs }: { db: Db; jobs: Jobs }): Promise<void> =>
  db.transaction().execute((trx) => jobs.enqueue(trx, 'orders.propose-values', {}));

/** What the demo's sellers earned this month is transferred now, and not within ten minutes. */
export const transferDemoEarnings = ({ db, jobs }: { db: Db; jobs: Jobs }): Promise<void> =>
  db.transaction().execute((trx) => jobs.enqueue(trx, 'payments.transfer-earnings', {}));

const FAILED_QUEUE = 'ledger.check-balances';
