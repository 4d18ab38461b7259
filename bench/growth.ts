import { createHash, randomBytes } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Endpoint, endpoints } from '@wopack/contract';
import { addMonths, DAY_MS, monthOf, monthStart } from '@wopack/domain';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { seedDemo } from '../apps/api/db/demo/seed.ts';
import { listGauges, reconciliationSources } from '../apps/api/src/app.ts';
import { compareLedger } from '../apps/api/src/modules/ledger/index.ts';
import { openDatabase } from '../apps/api/src/platform/db/database.ts';
import { startEmbedded } from '../apps/api/src/platform/db/embedded.ts';
import { prepareDatabase } from '../apps/api/src/platform/db/prepare-database.ts';
import {
  countOpenRefunds,
  countSecurityEvents,
  countUndeliveredMails,
  getMarketMetrics,
  listLastReconciliations,
  listQueueMetrics,
} from '../apps/api/src/platform/observability/metrics.queries.ts';
import { createSecrets } from '../apps/api/src/platform/secrets.ts';
import { startTestApp, type TestApp } from '../apps/api/test/support/start-test-app.ts';
import { comparePurchases } from './purchase.ts';
import { readPostgresPid, startServer } from './servers.ts';

/**
 * node bench/growth.ts [--places 100000 --products 1000000 --orders 10000000] [--data-dir folder] [--jobs ledger] [--reads list]
 *   [--purchases 5]
 * A year of a country, or a part of it: makes it by statements of PostgreSQL, then prints how large each table and index is,
 * and how long all reads without parameters and all periodic work take (or those with a name by an expression), with their
 * slowest statements and what these read row by row of large tables. With a number of rounds it then buys, in turns with
 * a database of a town. A data directory is kept and used again.
 */
const { values } = parseArgs({
  options: {
    places: { type: 'string', default: '10000' },
    products: { type: 'string', default: '100000' },
    orders: { type: 'string', default: '1000000' },
    'data-dir': { type: 'string' },
    jobs: { type: 'string', default: '' },
    reads: { type: 'string', default: '' },
    purchases: { type: 'string', default: '0' },
  },
});
const [salePlaces, products, orders] = [values.places, values.products, values.orders].map(Number) as [
  number,
  number,
  number,
];
/** Days of slots in which nobody took part, that are not deleted yet. */
const UNSOLD_DAYS = 35;
const FAILED_SHARE = 5;
const TIME_ZONE = 'Europe/Lisbon';
const FILLED_TABLES = [
  'pickup_slots',
  'payments',
  'orders',
  'ledger_transactions',
  'ledger_entries',
  'statements',
  'payouts',
];
const now = new Date();
const print = (text: string) => process.stdout.write(`${text}\n`);

const root = join(import.meta.dirname, '..');
const dataDir = values['data-dir'] ?? (await mkdtemp(join(tmpdir(), 'wopack-growth-')));
const madeFile = join(dataDir, 'growth-made');
const postgres = await startEmbedded(dataDir);
const db = openDatabase(postgres.ownerUrl, 4);
const tableRows = new Map<string, number>();
async function time<T>(label: string, run: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await run();
  print(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(8)} s  ${label}`);
  return result;
}

async function makeYear(): Promise<void> {
  await time(`${products} products at ${salePlaces} sale places`, () =>
    seedDemo(db, { salePlaces, products, now, secrets: createSecrets('bench') }),
  );
  const buyers = Math.max(1000, Math.round(orders / 25));
  await db.connection().execute(async (connection) => {
    const run = (label: string, statement: RawBuilder<unknown>) =>
      time(label, () => statement.execute(connection));
    await sql`SET session_replication_role = replica`.execute(connection);
    await sql`SET work_mem = '256MB'`.execute(connection);
    await sql`SET maintenance_work_mem = '1GB'`.execute(connection);
    await sql`SET synchronous_commit = off`.execute(connection);
    await run(
      `${buyers} buyers`,
      sql`INSERT INTO users (name, surname, email, email_verified_at, city, language, referral_code, terms_accepted_at, created_at)
        SELECT 'Buyer', n::text, 'growth-' || n || '@example.com', at, 'Lisboa', 'pt', 'growth' || n, at, at
        FROM generate_series(1, ${buyers}::int) n, (SELECT ${now}::timestamptz - interval '400 days' AS at) since`,
    );
    await sql`
      CREATE TEMP TABLE chosen AS
      SELECT row_number() OVER (ORDER BY id) - 1 AS k, id, name, price_cents, sale_place_id, seller_id FROM products`.execute(
      connection,
    );
    await sql`CREATE UNIQUE INDEX ON chosen (k)`.execute(connection);
    // Built afterwards, which takes a fraction of the time.
    const { rows: indexes } = await sql<{ name: string; definition: string }>`
      SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
      WHERE NOT indisunique AND indrelid = ANY (${FILLED_TABLES}::regclass[])`.execute(connection);
    for (const { name } of indexes) await sql`DROP INDEX ${sql.raw(name)}`.execute(connection);
    await run(
      'slots of the orders',
      // An order each, on the day it is made.
      sql`INSERT INTO pickup_slots (product_id, date, starts_at, ends_at, quantity, units_left)
        SELECT chosen.id, (at AT TIME ZONE 'UTC')::date, at + interval '2 hours', at + interval '4 hours', 3, 2
        FROM generate_series(0, ${orders - 1}::int) n
        CROSS JOIN LATERAL (SELECT ${now}::timestamptz - interval '9 days' - (n::float8 / ${orders}) * interval '356 days' AS at) bought
        JOIN chosen ON chosen.k = (n::bigint * 7919) % (SELECT count(*) FROM chosen)
        ORDER BY n DESC
        ON CONFLICT DO NOTHING`,
    );
    await run(
      `slots of ${UNSOLD_DAYS} days in which nobody took part`,
      sql`INSERT INTO pickup_slots (product_id, date, starts_at, ends_at, quantity, units_left)
        SELECT chosen.id, date, date + interval '17 hours', date + interval '19 hours', 3, 3
        FROM generate_series(1, ${UNSOLD_DAYS}::int) n, LATERAL (SELECT current_date - n AS date) day, chosen
        ON CONFLICT DO NOTHING`,
    );
    await run(
      'payments',
      sql`INSERT INTO payments (token, user_id, product_id, slot_id, amount_cents, provider, provider_ref, state, expires_at,
          card_last4, created_at, settled_at)
        SELECT 'growth' || slot.id, (SELECT max(id) FROM users) - (slot.id::bigint * 104729 % ${buyers})::int, product_id, slot.id,
          price_cents, 'sandbox', 'pi_growth' || slot.id, 'paid', ends_at, '4242', starts_at - interval '2 hours', starts_at
        FROM pickup_slots slot JOIN chosen ON chosen.id = product_id WHERE units_left = 2 AND ends_at < ${now}::timestamptz - interval '8 days' ORDER BY slot.id`,
    );
    await run(
      'payments that failed in the last 30 days',
      sql`INSERT INTO payments (token, user_id, product_id, slot_id, amount_cents, provider, provider_ref, state, expires_at,
          failure_code, failure_description, created_at, settled_at)
        SELECT 'failed' || id, user_id, product_id, slot_id, amount_cents, provider, 'pi_failed' || id, 'expired', expires_at,
          'expired', '', created_at, settled_at
        FROM payments WHERE id % ${FAILED_SHARE} = 0 AND created_at > ${now}::timestamptz - interval '40 days'`,
    );
    await run(
      'orders',
      sql`INSERT INTO orders (payment_id, user_id, product_id, slot_id, sale_place_id, seller_id, product_name, price_cents,
          commission_cents, earning_cents, refunded_cents, pin, pin_hash, state, pickup_start, pickup_end, collected_at, created_at)
        SELECT payments.id, user_id, product_id, slot_id, sale_place_id, seller_id, name, price_cents, 129, price_cents - 129, 0,
          repeat('x', 44), sha256(payments.id::text::bytea), 'collected', settled_at, expires_at, settled_at, payments.created_at
        FROM payments JOIN chosen ON chosen.id = product_id WHERE token LIKE 'growth%' ORDER BY payments.id`,
    );
    await run(
      'accounts',
      sql`INSERT INTO ledger_accounts (account_kind, user_id)
        SELECT 'seller', seller_id FROM (SELECT DISTINCT seller_id FROM orders) sellers
        UNION ALL SELECT 'buyer', user_id FROM (SELECT DISTINCT user_id FROM orders) buyers
        UNION ALL SELECT kind, NULL FROM unnest(ARRAY['provider', 'commission', 'vat', 'payouts', 'bank']) AS kind
        ON CONFLICT DO NOTHING`,
    );
    // They check each transaction, in every mode of a session.
    await sql`ALTER TABLE ledger_transactions DISABLE TRIGGER ledger_transactions_balance`.execute(
      connection,
    );
    await sql`ALTER TABLE ledger_entries DISABLE TRIGGER ledger_entries_balance`.execute(connection);
    await run(
      'statements',
      sql`INSERT INTO statements (issuer, year, number, user_id, role, month, issued_at, issued_by, party, opening_cents,
          closing_cents, commission_cents, vat_percent, vat_cents)
        SELECT 'growth', extract(year FROM issued_at), row_number() OVER (PARTITION BY extract(year FROM issued_at) ORDER BY month, seller_id),
          seller_id, 'seller', month, issued_at, '{"name":"WoPack","address":"Lisboa","country":null,"vat_number":"PT1"}',
          '{"name":"Seller","address":"Lisboa","country":"PT","vat_number":null}', 0, earning, commission, 23, commission * 23 / 123
        FROM (SELECT seller_id, month, month + interval '1 month 4 hours' AS issued_at, sum(earning_cents) AS earning,
            sum(commission_cents)::int AS commission
          FROM orders, LATERAL (SELECT date_trunc('month', created_at AT TIME ZONE ${TIME_ZONE})::date AS month) sold
          GROUP BY seller_id, month) months
        WHERE issued_at < ${now} ORDER BY month, seller_id`,
    );
    await run(
      'payouts',
      sql`WITH runs AS (
          INSERT INTO payout_runs (month, created_at, sent_at)
          SELECT DISTINCT month, month + interval '1 month 10 days', month + interval '1 month 10 days' FROM statements
          RETURNING id, month)
        INSERT INTO payouts (run_id, user_id, role, statement_id, amount_cents, iban, holder, state, changed_at)
        SELECT runs.id, user_id, role, statements.id, closing_cents, 'PT50000201231234567890154', 'Seller', 'confirmed',
          month + interval '1 month 12 days'
        FROM statements JOIN runs USING (month) WHERE closing_cents > 0 ORDER BY statements.id`,
    );
    await run(
      'transactions',
      sql`INSERT INTO ledger_transactions (kind, created_at, effective_at, payment_id, order_id, statement_id, payout_id)
        SELECT kind, at, at, payment_id, order_id, statement_id, payout_id FROM (
          SELECT kind, created_at AS at, payment_id, CASE kind WHEN 'sale' THEN id END AS order_id,
            NULL::int AS statement_id, NULL::int AS payout_id
          FROM orders, unnest(ARRAY['payment', 'sale']) AS kind
          WHERE payment_id IN (SELECT id FROM payments WHERE token LIKE 'growth%')
          UNION ALL
          SELECT 'commission_vat', issued_at, NULL, NULL, id, NULL FROM statements WHERE issuer = 'growth' AND vat_cents > 0
          UNION ALL
          SELECT kind, CASE kind WHEN 'payout' THEN created_at ELSE changed_at END, NULL, NULL, NULL, payouts.id
          FROM payouts JOIN payout_runs ON payout_runs.id = run_id, unnest(ARRAY['payout', 'payout_confirmed']) AS kind) posted
        ORDER BY at, payment_id, kind`,
    );
    await sql`ANALYZE payments, orders, ledger_transactions, ledger_accounts, statements, payouts`.execute(
      connection,
    );
    await run(
      'entries',
      sql`INSERT INTO ledger_entries (transaction_id, account_id, amount_cents)
        SELECT t.id, side.account_id, side.cents
        FROM ledger_transactions t
        LEFT JOIN orders ON orders.payment_id = t.payment_id
        LEFT JOIN statements ON statements.id = t.statement_id
        LEFT JOIN payouts ON payouts.id = t.payout_id
        LEFT JOIN ledger_accounts buyer ON buyer.user_id = orders.user_id AND buyer.account_kind = 'buyer'
        LEFT JOIN ledger_accounts seller ON seller.user_id = coalesce(orders.seller_id, payouts.user_id) AND seller.account_kind = 'seller'
        CROSS JOIN (SELECT max(id) FILTER (WHERE account_kind = 'provider') AS provider_id,
          max(id) FILTER (WHERE account_kind = 'vat') AS vat_id,
          max(id) FILTER (WHERE account_kind = 'payouts') AS payouts_id,
          max(id) FILTER (WHERE account_kind = 'bank') AS bank_id,
          max(id) FILTER (WHERE account_kind = 'commission') AS commission_id FROM ledger_accounts) own
        CROSS JOIN LATERAL (
          SELECT provider_id AS account_id, price_cents AS cents WHERE t.kind = 'payment'
          UNION ALL SELECT buyer.id, -price_cents WHERE t.kind = 'payment'
          UNION ALL SELECT buyer.id, price_cents WHERE t.kind = 'sale'
          UNION ALL SELECT seller.id, -earning_cents WHERE t.kind = 'sale'
          UNION ALL SELECT commission_id, -orders.commission_cents WHERE t.kind = 'sale'
          UNION ALL SELECT commission_id, vat_cents WHERE t.kind = 'commission_vat'
          UNION ALL SELECT vat_id, -vat_cents WHERE t.kind = 'commission_vat'
          UNION ALL SELECT seller.id, payouts.amount_cents WHERE t.kind = 'payout'
          UNION ALL SELECT payouts_id, -payouts.amount_cents WHERE t.kind = 'payout'
          UNION ALL SELECT payouts_id, payouts.amount_cents WHERE t.kind = 'payout_confirmed'
          UNION ALL SELECT bank_id, -payouts.amount_cents WHERE t.kind = 'payout_confirmed') side
        ORDER BY t.id`,
    );
    await run(
      'entries on statements',
      sql`INSERT INTO statement_entries (entry_id, statement_id)
        SELECT e.id, coalesce(sold.id, payouts.statement_id)
        FROM ledger_entries e JOIN ledger_accounts account ON account.id = account_id AND account_kind = 'seller'
        JOIN ledger_transactions t ON t.id = transaction_id
        LEFT JOIN payouts ON payouts.id = t.payout_id
        LEFT JOIN statements sold ON sold.user_id = account.user_id AND t.kind = 'sale'
          AND sold.month = date_trunc('month', t.created_at AT TIME ZONE ${TIME_ZONE})::date
        WHERE coalesce(sold.id, payouts.statement_id) IS NOT NULL ORDER BY e.id`,
    );
    await sql`ALTER TABLE ledger_transactions ENABLE ALWAYS TRIGGER ledger_transactions_balance`.execute(
      connection,
    );
    await sql`ALTER TABLE ledger_entries ENABLE ALWAYS TRIGGER ledger_entries_balance`.execute(connection);
    await run(
      'reminders and notifications',
      sql`WITH reminded AS (INSERT INTO order_reminders (order_id, notified_at)
          SELECT id, pickup_start FROM orders WHERE pickup_start > ${now}::timestamptz - interval '60 days')
        INSERT INTO back_on_sale_notifications (user_id, slot_id, due_at, notified_at)
        SELECT user_id, slot_id, starts_at, starts_at FROM payments JOIN pickup_slots ON pickup_slots.id = slot_id
        WHERE state = 'expired' ON CONFLICT DO NOTHING`,
    );
    await run(
      'ratings',
      sql`INSERT INTO ratings (order_id, stars, text, created_at, seller_id)
        SELECT id, 1 + id % 5, 'Bom e farto.', created_at, seller_id FROM orders WHERE id % 5 = 0 ON CONFLICT DO NOTHING`,
    );
    await run(
      'a session, three favourites and three sign-ins of each buyer',
      sql`WITH buyers AS (SELECT id FROM users WHERE email LIKE 'growth-%'), session AS (
          INSERT INTO tokens (user_id, hash, device_name, lifetime_seconds, created_at, expires_at)
          SELECT id, sha256(id::text::bytea), 'Firefox', 2592000, ${now}::timestamptz - interval '1 day', ${now}::timestamptz + interval '29 days'
          FROM buyers), sign_in AS (
          INSERT INTO security_events (user_id, kind, created_at, network, device_name)
          SELECT id, 'sign_in', ${now}::timestamptz - n * interval '50 days', '', 'Firefox' FROM buyers, generate_series(1, 3) n)
        INSERT INTO favourites (user_id, product_id, created_at)
        SELECT buyers.id, chosen.id, ${now} FROM buyers, generate_series(1, 3) n
        JOIN chosen ON true WHERE k = (buyers.id::bigint * 7 + n * 104729) % ${products}
        ON CONFLICT DO NOTHING`,
    );
    for (const { name, definition } of indexes) await run(name, sql.raw(definition));
    await sql`SET session_replication_role = origin`.execute(connection);
  });
  await time('vacuum', () => sql`VACUUM ANALYZE`.execute(db));
}

async function printSizes(): Promise<void> {
  const { rows } = await sql<{
    name: string;
    rows: number;
    row_bytes: number;
    size: string;
    indexes: string;
  }>`
    SELECT relname AS name, reltuples::float8 AS rows, pg_total_relation_size(oid) / reltuples AS row_bytes,
      pg_size_pretty(pg_total_relation_size(oid)) AS size,
      coalesce((SELECT string_agg(indexrelid::regclass || ' ' || round(pg_relation_size(indexrelid) / reltuples::numeric),
        ', ' ORDER BY pg_relation_size(indexrelid) DESC) FROM pg_index WHERE indrelid = pg_class.oid), '') AS indexes
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND reltuples > 500
    ORDER BY pg_total_relation_size(oid) DESC`.execute(db);
  print(`\n${'table'.padEnd(30)}      rows  bytes a row      size  of these its indexes`);
  for (const { name, rows: count, row_bytes, size, indexes } of rows)
    print(
      `${name.padEnd(30)}${count.toFixed(0).padStart(10)}${row_bytes.toFixed(0).padStart(13)}${size.padStart(10)}  ${indexes}`,
    );
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** Statements that take longer than this are logged with their plans. */
const LOGGED_MS = 20;
/** Reading as many rows of a table one after the other is what grows. */
const LARGE_TABLE_ROWS = 50_000;
const SLOWEST_PRINTED = 3;

interface LoggedPlan {
  ms: number;
  text: string;
  /** Large tables that it reads row by row. */
  scans: string[];
}

let plans: LoggedPlan[] = [];

/** The server's role is sent the plans of what takes long. */
async function receivePlans(): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`LOAD 'auto_explain'`.execute(connection);
    const settings = {
      session_preload_libraries: 'auto_explain',
      'auto_explain.log_min_duration': `${LOGGED_MS}ms`,
      'auto_explain.log_analyze': 'on',
      'auto_explain.log_timing': 'off',
      'auto_explain.log_format': 'json',
      'auto_explain.log_nested_statements': 'on',
      'auto_explain.log_level': 'notice',
    };
    for (const [name, value] of Object.entries(settings))
      await sql`ALTER ROLE wopack_app SET ${sql.raw(name)} = ${sql.lit(value)}`.execute(connection);
  });
  const { emit } = pg.Client.prototype;
  pg.Client.prototype.emit = function (event, ...values: unknown[]) {
    if (event === 'notice') recordPlan((values[0] as Error).message);
    return emit.call(this, event, ...values);
  };
}

function recordPlan(notice: string): void {
  const match = /^duration: ([\d.]+) ms {2}plan:\n(.+)$/s.exec(notice);
  if (!match) return;
  const { 'Query Text': text, Plan: plan } = JSON.parse(match[2]!) as {
    'Query Text': string;
    Plan: PlanNode;
  };
  const scans = flatten(plan)
    .filter(
      (node) =>
        node['Node Type'] === 'Seq Scan' && (tableRows.get(node['Relation Name']!) ?? 0) > LARGE_TABLE_ROWS,
    )
    .map((node) => node['Relation Name']!);
  plans.push({ ms: Number(match[1]), text: text.replaceAll(/\s+/g, ' ').trim(), scans: [...new Set(scans)] });
}

const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)];

/** Prints how long something takes, the slowest of its statements, and what they read row by row of large tables. */
async function measureStatements(label: string, run: () => Promise<unknown>): Promise<void> {
  plans = [];
  const startedAt = performance.now();
  const outcome = await run().catch((error: unknown) => `FAILED ${String(error).slice(0, 200)}`);
  const ms = performance.now() - startedAt;
  const scans = new Set(plans.flatMap((plan) => plan.scans));
  print(
    `${ms.toFixed(0).padStart(8)} ms  ${label}${typeof outcome === 'string' ? `  ${outcome}` : ''}${scans.size > 0 ? `  SCANS ${[...scans].join(', ')}` : ''}`,
  );
  for (const plan of plans.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST_PRINTED))
    print(
      `${plan.ms.toFixed(0).padStart(17)} ms${plan.scans.length > 0 ? ` SCANS ${plan.scans.join(', ')}:` : ''} ${plan.text.slice(0, 150)}`,
    );
}

const listPeriodicQueues = () =>
  globSync('apps/api/src/**/*.jobs.ts', { cwd: root })
    .concat('apps/api/src/modules/identity/account/personal-data.ts')
    .flatMap((file) => [
      ...readFileSync(join(root, file), 'utf8').matchAll(/\.schedule\(\s*'[^']+',\s*'([^']+)'/g),
    ])
    .map(([, queue]) => queue!)
    .sort();

/** What remembers how far it came, so that most of its runs differ from the first. */
const RUN_AGAIN = [
  'ledger.check-balances',
  'ledger.settle-months',
  'offers.update-map-cells',
  'products.generate-slots',
  'products.sum-slots',
];

async function printPeriodicWork(api: TestApp): Promise<void> {
  print('\nperiodic work');
  await measureStatements('metrics, as they are read each minute', async () => {
    await listQueueMetrics(api.db, now);
    await getMarketMetrics(api.db, now);
    await countUndeliveredMails(api.db, now);
    await countOpenRefunds(api.db);
    await countSecurityEvents(api.db, now);
    await listLastReconciliations(api.db);
    for (const gauge of listGauges(api.context)) await gauge.read();
  });
  await measureStatements('ledger.check-balances, all of it', () =>
    compareLedger({ db }, reconciliationSources, { isComplete: true }).then(
      ({ differences }) => `${differences.length} differences`,
    ),
  );
  for (const queue of listPeriodicQueues().filter((name) => new RegExp(values.jobs).test(name)))
    await measureStatements(queue, async () => api.jobs.runScheduled(queue));
  for (const queue of RUN_AGAIN.filter((name) => new RegExp(values.jobs).test(name)))
    await measureStatements(`${queue}, again`, () => api.jobs.runScheduled(queue));
  if (!new RegExp(values.jobs).test('ledger.settle-months')) return;
  // Statements of all who sold, and what the payouts need.
  const nextMonth = monthStart(addMonths(monthOf(now, TIME_ZONE), 1), TIME_ZONE);
  api.clock.set(new Date(nextMonth.getTime() + DAY_MS).toISOString());
  for (const label of ['when a month has ended', 'an hour later'])
    await measureStatements(`ledger.settle-months, ${label}`, () =>
      api.jobs.runScheduled('ledger.settle-months'),
    );
}

/** What a query needs beside its defaults, by the name of its endpoint. */
const QUERIES: Record<string, string[]> = {
  listOffers: [
    'latitude=38.7139&longitude=-9.1394',
    'latitude=38.7139&longitude=-9.1394&searchProductText=pao',
  ],
  listMapOffers: [5, 9, 13, 17].map((zoom) => {
    const size = 200 / 2 ** zoom;
    return `bbox=${-9.1394 - size},${38.7139 - size},${-9.1394 + size},${38.7139 + size}&zoom=${zoom}`;
  }),
};

/** Each list there is, as a buyer, a seller and an operator with many rows see it. */
async function printReads(api: TestApp): Promise<void> {
  const { user_id: buyerId, seller_id: sellerId } = await db
    .selectFrom('orders')
    .select(['user_id', 'seller_id'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const [user, member, operator] = await Promise.all([
    signIn(buyerId),
    signIn(sellerId),
    signInOperator(sellerId),
  ]);
  const tokens = { public: null, optional: user, guest: user, user, member, device: null, operator };
  print('\nreads');
  for (const [name, { method, path, auth, stream, produces }] of Object.entries<Endpoint>(endpoints)) {
    if (method !== 'GET' || path.includes('{') || stream || produces || !new RegExp(values.reads).test(name))
      continue;
    const token = tokens[auth];
    for (const query of QUERIES[name] ?? [''])
      await measureStatements(`${name} ${query}`, async () => {
        const { statusCode } = await api.app.inject({
          url: query ? `${path}?${query}` : path,
          headers: token ? { authorization: `Bearer ${token}` } : {},
        });
        return statusCode === 200 ? undefined : `answers ${statusCode}`;
      });
  }
}

/** As many places as are bought from, and two products each. */
const SMALL = { salePlaces: 500, products: 1000 };
const SECRET_KEY = createHash('sha256').update('bench').digest('hex');

async function printPurchases(rounds: number): Promise<void> {
  const smallDir = await mkdtemp(join(tmpdir(), 'wopack-growth-small-'));
  const stops: (() => Promise<unknown>)[] = [() => rm(smallDir, { recursive: true, force: true })];
  try {
    // Plans are sent no more: to count their rows takes time.
    await sql`ALTER ROLE wopack_app RESET ALL`.execute(db);
    const small = await startEmbedded(smallDir);
    stops.push(small.stop);
    await prepareDatabase(small);
    const smallDb = openDatabase(small.ownerUrl, 2);
    await seedDemo(smallDb, { ...SMALL, now: new Date(), secrets: createSecrets(SECRET_KEY) });
    await sql`VACUUM ANALYZE`.execute(smallDb);
    await smallDb.destroy();
    const open = async (database: typeof small, folder: string, port: number) => {
      const server = await startServer(
        'apps/api/src/start.ts',
        port,
        {
          DATABASE_URL: database.url,
          DATABASE_OWNER_URL: database.ownerUrl,
          DATA_DIR: folder,
          OVERLOADED_AFTER_MS: '0',
          SEED_DEMO: '0',
          ENABLE_SANDBOX: '1',
          SECRET_KEY,
        },
        '/health',
      );
      const client = new pg.Client(database.ownerUrl);
      await client.connect();
      stops.push(server.stop, () => client.end());
      return {
        url: server.url,
        db: client,
        pids: { wopack: server.pid, postgres: await readPostgresPid(folder) },
      };
    };
    print('');
    await comparePurchases(
      { large: await open(postgres, dataDir, 3910), small: await open(small, smallDir, 3911) },
      rounds,
    );
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

const addHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

async function signIn(userId: number): Promise<string> {
  const token = randomBytes(32).toString('hex');
  await db
    .insertInto('tokens')
    .values({
      user_id: userId,
      hash: createHash('sha256').update(token).digest(),
      device_name: 'bench',
      lifetime_seconds: 86_400,
      created_at: now,
      expires_at: addHours(24),
    })
    .execute();
  return token;
}

async function signInOperator(userId: number): Promise<string> {
  const token = randomBytes(32).toString('hex');
  const session = await signIn(userId);
  const { id: tokenId } = await db
    .selectFrom('tokens')
    .select('id')
    .where('hash', '=', createHash('sha256').update(session).digest())
    .executeTakeFirstOrThrow();
  await db
    .insertInto('operators')
    .values({ user_id: userId, role: 'owner', totp_secret: 'none', totp_confirmed_at: now, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { credentials_version } = await db
    .selectFrom('users')
    .select('credentials_version')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('operator_sessions')
    .values({
      user_id: userId,
      token_id: tokenId,
      credentials_version,
      hash: createHash('sha256').update(token).digest(),
      created_at: now,
      last_seen_at: now,
      confirmed_at: now,
      expires_at: addHours(8),
    })
    .execute();
  return token;
}

try {
  await prepareDatabase(postgres);
  if (!existsSync(madeFile)) {
    await makeYear();
    await writeFile(madeFile, '');
  }
  await receivePlans();
  await printSizes();
  const { rows } = await sql<{ name: string; rows: number }>`
    SELECT relname AS name, reltuples::float8 AS rows FROM pg_class WHERE relkind = 'r'`.execute(db);
  for (const row of rows) tableRows.set(row.name, row.rows);
  const api = await startTestApp({
    database: { url: postgres.url, ownerUrl: postgres.ownerUrl, drop: async () => {} },
  });
  try {
    api.clock.set(now.toISOString());
    // As every server does when it starts.
    await api.jobs.runScheduled('offers.update-map-cells');
    await printReads(api);
    await printPeriodicWork(api);
  } finally {
    await api.close();
  }
  if (Number(values.purchases) > 0) await printPurchases(Number(values.purchases));
} finally {
  await db.destroy();
  await postgres.stop();
  if (!values['data-dir']) await rm(dataDir, { recursive: true, force: true });
}
