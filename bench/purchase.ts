import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { median } from './measure.ts';
import { type Pack, packsOnSale } from './packs-on-sale.ts';
import { people } from './people.ts';

const BUYERS = 16;
const PACKS = 500;
const SECONDS = 6;

interface Buyer {
  token: string;
  userId: number;
}

/** Buys one pack, from setting it aside to the order. */
type Purchase = (buyer: Buyer, pack: Pack) => Promise<void>;

/** What a purchase writes, apart from rows that are there once a person. */
const TABLES = [
  'payments',
  'sandbox_intents',
  'orders',
  'ledger_transactions',
  'ledger_entries',
  'pgboss.job',
];

/**
 * Sixteen people buy one pack after another, five hundred packs to choose from: WoPack's three calls beside three calls
 * that commit the same rows by SQL written by hand (purchase-floor.ts), turn about. First both are shown to write as
 * many rows.
 */
export async function benchPurchase(
  url: string,
  floorUrl: string,
  databaseUrl: string,
  rounds: number,
): Promise<void> {
  const db = new pg.Client(databaseUrl);
  await db.connect();
  try {
    await compare(url, floorUrl, db, rounds);
  } finally {
    await db.end();
  }
}

async function compare(url: string, floorUrl: string, db: pg.Client, rounds: number): Promise<void> {
  const packs = await packsOnSale(db, PACKS);
  const buyers = await buyersOf(url, db);
  const subjects = { wopack: wopack(url), floor: floor(floorUrl) };
  // The first time a person or a shop has money moved, they get an account in the book: before it counts.
  await Promise.all(
    buyers.map(async (buyer, i) => {
      for (let at = i; at < packs.length; at += BUYERS) await subjects.wopack(buyer, packs[at]!);
    }),
  );
  await quiet(db);

  const written = {
    wopack: await rowsOf(db, () => subjects.wopack(buyers[0]!, packs[0]!)),
    floor: await rowsOf(db, () => subjects.floor(buyers[0]!, packs[0]!)),
  };
  process.stdout.write(`rows a purchase: ${JSON.stringify(written.wopack)}\n`);
  if (JSON.stringify(written.wopack) !== JSON.stringify(written.floor))
    throw new Error(`the floor writes others: ${JSON.stringify(written.floor)}`);

  const rates = { wopack: [] as number[], floor: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    for (const name of ['wopack', 'floor'] as const) {
      rates[name].push(await rateOf(subjects[name], buyers, packs));
      await quiet(db);
    }
  }
  const [ours, theirs] = [median(rates.wopack), median(rates.floor)];
  process.stdout.write(
    `purchases a second: ${ours.toFixed(0)}, floor ${theirs.toFixed(0)}: ${(ours / theirs).toFixed(2)} of it\n`,
  );
}

async function buyersOf(url: string, db: pg.Client): Promise<Buyer[]> {
  const tokens = await people(url, BUYERS, 'purchase');
  const { rows } = await db.query<{ id: number }>(
    "SELECT id FROM users WHERE email LIKE 'purchase%@wopack.example' ORDER BY id",
  );
  return rows.map(({ id }, i) => ({ userId: id, token: tokens[i]! }));
}

async function post<T>(url: string, body: object, token = ''): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

function wopack(url: string): Purchase {
  const card = { number: '4242424242424242', exp_month: 12, exp_year: 40, cvc: '123' };
  return async ({ token }, { id, price_cents }) => {
    const held = await post<{ token: string; client_secret: string }>(
      `${url}/api/v1/payment/initiate`,
      { amount: price_cents / 100, currency: 'EUR', productId: id },
      token,
    );
    await post(`${url}/sandbox/payments/confirm`, { client_secret: held.client_secret, card });
    await post(`${url}/api/v1/payment/complete`, { token: held.token }, token);
  };
}

function floor(url: string): Purchase {
  return async ({ userId }, pack) => {
    const { token } = await post<{ token: string }>(`${url}/purchase/hold`, { pack, userId });
    await post(`${url}/purchase/pay`, { token });
    await post(`${url}/purchase/complete`, { token, pack, userId });
  };
}

async function rowsOf(db: pg.Client, purchase: () => Promise<void>): Promise<Record<string, number>> {
  const before = await countRows(db);
  await purchase();
  const after = await countRows(db);
  return Object.fromEntries(TABLES.map((table) => [table, after[table]! - before[table]!]));
}

async function countRows(db: pg.Client): Promise<Record<string, number>> {
  const counts: [string, number][] = [];
  for (const table of TABLES) {
    const { rows } = await db.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
    counts.push([table, rows[0]!.count]);
  }
  return Object.fromEntries(counts);
}

async function rateOf(purchase: Purchase, buyers: Buyer[], packs: Pack[]): Promise<number> {
  const started = performance.now();
  const until = started + SECONDS * 1000;
  const done = await Promise.all(
    buyers.map(async (buyer) => {
      let count = 0;
      for (; performance.now() < until; count++)
        await purchase(buyer, packs[Math.floor(Math.random() * packs.length)]!);
      return count;
    }),
  );
  return done.reduce((sum, count) => sum + count, 0) / ((performance.now() - started) / 1000);
}

/** What purchases leave to be done afterwards is done before the next is measured. */
async function quiet(db: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await db.query<{ waiting: number }>(
      "SELECT count(*)::int AS waiting FROM pgboss.job WHERE state < 'completed' AND start_after < now()",
    );
    if (rows[0]!.waiting === 0) return;
    await wait(200);
  }
}
