import pg from 'pg';
import { median, readCpuMs, registerUsers, waitUntilIdle } from './servers.ts';

/** A product and its next slot, with what an order copies of them. */
export interface BenchProduct {
  id: number;
  name: string;
  price_cents: number;
  old_price_cents: number | null;
  sale_place_id: number;
  seller_id: number;
  slot_id: number;
  starts_at: string;
  ends_at: string;
}

/** Products at as many sale places, with stock for the whole bench. */
export async function prepareProductsOnSale(db: pg.Client, count: number): Promise<BenchProduct[]> {
  const { rows } = await db.query<BenchProduct>(
    `SELECT DISTINCT ON (place.id) product.id, product.name, price_cents, old_price_cents, sale_place_id, place.seller_id,
       slot.id AS slot_id, starts_at, ends_at
     FROM products AS product
     JOIN sale_places AS place ON place.id = sale_place_id
     JOIN LATERAL (
       SELECT * FROM pickup_slots WHERE product_id = product.id AND ends_at > now() AND NOT closed
       ORDER BY ends_at LIMIT 1
     ) AS slot ON slot.ends_at > now() + interval '15 minutes'
     WHERE product.state = 'active' ORDER BY place.id, product.id LIMIT $1`,
    [count],
  );
  // Those of the next day may be drawn.
  await db.query(
    "UPDATE pickup_slots SET quantity = 99999, units_left = 99999, allocation = 'public' WHERE id = ANY ($1)",
    [rows.map(({ slot_id }) => slot_id)],
  );
  return rows;
}

const BUYER_COUNT = 16;
const PRODUCT_COUNT = 500;
const DURATION_SECONDS = 6;

/** Processes whose CPU time is measured. */
interface BenchPids {
  wopack: number;
  floor: number;
  postgres: number;
}

interface Buyer {
  token: string;
  userId: number;
}

/** Buys units, from the hold to the order. */
type RunPurchase = (buyer: Buyer, product: BenchProduct) => Promise<void>;

/** Tables a purchase writes to, without those that get one row a user. */
const TABLES = [
  'payments',
  'sandbox_intents',
  'orders',
  'ledger_transactions',
  'ledger_entries',
  'pgboss.job',
];

/**
 * Sixteen buyers make one purchase after another, of 500 products and then of one: WoPack's three calls, alternating with
 * three calls that commit the same rows by handwritten SQL (floor-server.ts). Both must write the same number of rows. Each
 * of WoPack's takes `quantity` units.
 */
export async function benchPurchase(
  urls: { wopack: string; floor: string },
  databaseUrl: string,
  { rounds, quantity }: { rounds: number; quantity: number },
  pids: BenchPids,
): Promise<void> {
  const db = new pg.Client(databaseUrl);
  await db.connect();
  try {
    await compareRates(urls, db, { rounds, quantity }, pids);
  } finally {
    await db.end();
  }
}

async function compareRates(
  { wopack: url, floor: floorUrl }: { wopack: string; floor: string },
  db: pg.Client,
  { rounds, quantity }: { rounds: number; quantity: number },
  pids: BenchPids,
): Promise<void> {
  const products = await prepareProductsOnSale(db, PRODUCT_COUNT);
  const buyers = await createBuyers(url, db);
  const purchaseByTarget = {
    wopack: createWopackPurchase(url, quantity),
    floor: createFloorPurchase(floorUrl),
  };
  // Creates the ledger accounts of buyers and sellers, which is done once.
  await Promise.all(
    buyers.map(async (buyer, i) => {
      for (let productIndex = i; productIndex < products.length; productIndex += BUYER_COUNT)
        await purchaseByTarget.wopack(buyer, products[productIndex]!);
    }),
  );
  await waitUntilIdle(db);

  const rowCounts = {
    wopack: await countWrittenRows(db, () => purchaseByTarget.wopack(buyers[0]!, products[0]!)),
    floor: await countWrittenRows(db, () => purchaseByTarget.floor(buyers[0]!, products[0]!)),
  };
  process.stdout.write(`rows a purchase: ${JSON.stringify(rowCounts.wopack)}\n`);
  if (JSON.stringify(rowCounts.wopack) !== JSON.stringify(rowCounts.floor))
    throw new Error(`the floor writes others: ${JSON.stringify(rowCounts.floor)}`);

  const figures: Record<'wopack' | 'floor', { rate: number; nodeMs: number; postgresMs: number }[]> = {
    wopack: [],
    floor: [],
  };
  for (const [title, choice] of [
    [`${PRODUCT_COUNT} products`, products],
    ['one product', products.slice(0, 1)],
  ] as const) {
    for (const name of ['wopack', 'floor'] as const) figures[name] = [];
    for (let round = 0; round < rounds; round++) {
      for (const name of ['wopack', 'floor'] as const) {
        // The jobs of purchases at the floor are done by the server of WoPack.
        const readNodeMs = async () => (await readCpuMs(pids.wopack)) + (await readCpuMs(pids.floor));
        const [nodeBefore, postgresBefore] = [await readNodeMs(), await readCpuMs(pids.postgres)];
        const { rate, count } = await measureRate(purchaseByTarget[name], buyers, choice);
        await waitUntilIdle(db);
        const nodeMs = ((await readNodeMs()) - nodeBefore) / count;
        const postgresMs = ((await readCpuMs(pids.postgres)) - postgresBefore) / count;
        figures[name].push({ rate, nodeMs, postgresMs });
      }
    }
    const floorRate = median(figures.floor.map(({ rate }) => rate));
    for (const [name, runs] of Object.entries(figures)) {
      const rate = median(runs.map((run) => run.rate));
      const nodeMs = median(runs.map((run) => run.nodeMs)).toFixed(1);
      const postgresMs = median(runs.map((run) => run.postgresMs)).toFixed(1);
      process.stdout.write(
        `${title}, ${name}: ${rate.toFixed(0)} purchases a second, ${(rate / floorRate).toFixed(2)} of the floor; ` +
          `CPU of each with its jobs: Node ${nodeMs} ms, PostgreSQL ${postgresMs} ms\n`,
      );
    }
  }
}

interface GrowthTarget {
  url: string;
  db: pg.Client;
  pids: { wopack: number; postgres: number };
}

/** The same purchases of WoPack on two databases, in turns: what size costs is the ratio of the two. */
export async function comparePurchases(
  targets: Record<'large' | 'small', GrowthTarget>,
  rounds: number,
): Promise<void> {
  const runs = await Promise.all(
    Object.entries(targets).map(async ([name, { url, db, pids }]) => {
      const products = await prepareProductsOnSale(db, PRODUCT_COUNT);
      const buyers = await createBuyers(url, db, `purchase-${Date.now()}-`);
      await waitUntilIdle(db);
      const read = () => Promise.all([readCpuMs(pids.wopack), readCpuMs(pids.postgres)]);
      const figures: Record<'rate' | 'nodeMs' | 'postgresMs', number[]> = {
        rate: [],
        nodeMs: [],
        postgresMs: [],
      };
      const measurePurchases = async () => {
        const [nodeBefore, postgresBefore] = await read();
        const { rate, count } = await measureRate(createWopackPurchase(url), buyers, products);
        await waitUntilIdle(db);
        const [node, postgres] = await read();
        figures.rate.push(rate);
        figures.nodeMs.push((node - nodeBefore) / count);
        figures.postgresMs.push((postgres - postgresBefore) / count);
      };
      return { name, figures, measurePurchases };
    }),
  );
  // The first one creates accounts and fills caches.
  for (let round = 0; round <= rounds; round++) {
    for (const { measurePurchases } of runs) await measurePurchases();
    if (round === 0)
      for (const { figures } of runs) for (const values of Object.values(figures)) values.pop();
  }
  const [large, small] = runs.map(({ figures }) => figures) as [
    (typeof runs)[0]['figures'],
    (typeof runs)[0]['figures'],
  ];
  for (const figure of ['rate', 'nodeMs', 'postgresMs'] as const) {
    const [ofLarge, ofSmall] = [median(large[figure]), median(small[figure])];
    process.stdout.write(
      `purchases, ${figure}: ${ofLarge.toFixed(1)} large, ${ofSmall.toFixed(1)} small, ratio ${(ofLarge / ofSmall).toFixed(2)}\n`,
    );
  }
}

/** With a name of their own in a database that is used again. */
export async function createBuyers(url: string, db: pg.Client, name = 'purchase'): Promise<Buyer[]> {
  const tokens = await registerUsers(url, BUYER_COUNT, name);
  const { rows } = await db.query<{ id: number }>(
    "SELECT id FROM users WHERE email LIKE $1 || '%@wopack.example' ORDER BY id",
    [name],
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

export function createWopackPurchase(url: string, quantity = 1): RunPurchase {
  const card = { number: '4242424242424242', exp_month: 12, exp_year: 40, cvc: '123' };
  return async ({ token }, { id, price_cents }) => {
    const hold = await post<{ token: string; client_secret: string }>(
      `${url}/api/v1/payment/initiate`,
      {
        amount: (price_cents * quantity) / 100,
        currency: 'EUR',
        productId: id,
        ...(quantity > 1 && { quantity }),
      },
      token,
    );
    await post(`${url}/sandbox/payments/confirm`, { client_secret: hold.client_secret, card });
    await post(`${url}/api/v1/payment/complete`, { token: hold.token }, token);
  };
}

function createFloorPurchase(url: string): RunPurchase {
  return async ({ userId }, product) => {
    const { token } = await post<{ token: string }>(`${url}/purchase/hold`, { pack: product, userId });
    await post(`${url}/purchase/pay`, { token });
    await post(`${url}/purchase/complete`, { token, pack: product, userId });
  };
}

async function countWrittenRows(
  db: pg.Client,
  purchase: () => Promise<void>,
): Promise<Record<string, number>> {
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

async function measureRate(
  purchase: RunPurchase,
  buyers: Buyer[],
  products: readonly BenchProduct[],
): Promise<{ rate: number; count: number }> {
  const started = performance.now();
  const endsAt = started + DURATION_SECONDS * 1000;
  const counts = await Promise.all(
    buyers.map(async (buyer) => {
      let count = 0;
      for (; performance.now() < endsAt; count++)
        await purchase(buyer, products[Math.floor(Math.random() * products.length)]!);
      return count;
    }),
  );
  const count = counts.reduce((sum, buyerCount) => sum + buyerCount, 0);
  return { rate: count / ((performance.now() - started) / 1000), count };
}
