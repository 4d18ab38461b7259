import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import { seedDemo } from '../apps/api/db/demo/seed.ts';
import { reconciliationSources } from '../apps/api/src/app.ts';
import { closeLedgerMonths, compareLedger } from '../apps/api/src/modules/ledger/index.ts';
import { updateMapCells } from '../apps/api/src/modules/offers/index.ts';
import { openDatabase } from '../apps/api/src/platform/db/database.ts';
import { startEmbedded } from '../apps/api/src/platform/db/embedded.ts';
import { prepareDatabase } from '../apps/api/src/platform/db/prepare-database.ts';
import { createSecrets } from '../apps/api/src/platform/secrets.ts';

/**
 * node bench/growth.ts [--places 100000 --products 1000000 --orders 10000000] [--data-dir folder]
 * A year of a country, or a part of it: makes it by statements of PostgreSQL, then prints how large each table is, how long
 * nightly work takes and which plans it has. A data directory is kept and used again.
 */
const { values } = parseArgs({
  options: {
    places: { type: 'string', default: '10000' },
    products: { type: 'string', default: '100000' },
    orders: { type: 'string', default: '1000000' },
    'data-dir': { type: 'string' },
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

const dataDir = values['data-dir'] ?? (await mkdtemp(join(tmpdir(), 'wopack-growth-')));
const madeFile = join(dataDir, 'growth-made');
const postgres = await startEmbedded(dataDir);
const db = openDatabase(postgres.ownerUrl, 4);
try {
  await prepareDatabase(postgres);
  if (!existsSync(madeFile)) {
    await makeYear();
    await writeFile(madeFile, '');
  }
  await printSizes();
  await printNightlyWork();
  await printPlans();
} finally {
  await db.destroy();
  await postgres.stop();
  if (!values['data-dir']) await rm(dataDir, { recursive: true, force: true });
}

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
    heap_bytes: number;
    total: string;
  }>`
    SELECT relname AS name, reltuples::float8 AS rows, pg_total_relation_size(oid) / reltuples AS row_bytes,
      pg_relation_size(oid) / reltuples AS heap_bytes, pg_size_pretty(pg_total_relation_size(oid)) AS total
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND reltuples > 500
    ORDER BY pg_total_relation_size(oid) DESC`.execute(db);
  print(`\n${'table'.padEnd(30)}      rows  bytes a row  of these indexes      size`);
  for (const { name, rows: count, row_bytes, heap_bytes, total } of rows)
    print(
      `${name.padEnd(30)}${count.toFixed(0).padStart(10)}${row_bytes.toFixed(0).padStart(13)}${(row_bytes - heap_bytes).toFixed(0).padStart(18)}${total.padStart(10)}`,
    );
}

async function printNightlyWork(): Promise<void> {
  const clock = { now: () => now };
  const context = { db, clock, config: { operatorTimeZone: 'Europe/Lisbon' } } as Parameters<
    typeof closeLedgerMonths
  >[0];
  print('\nnightly work');
  await time('check of the ledger, all entries', () =>
    compareLedger(context, reconciliationSources, { isComplete: true }),
  );
  await time('closing the ended months', () => closeLedgerMonths(context));
  await time('check of the ledger, open month', () =>
    compareLedger(context, reconciliationSources, { isComplete: false }),
  );
  await time('clusters of the map, changed', () => updateMapCells(context));
  await time('clusters of the map, unchanged', () => updateMapCells(context));
}

/** Of statements that nightly work and the console repeat; each is rolled back. */
async function printPlans(): Promise<void> {
  const day = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const plans: [label: string, statement: RawBuilder<unknown>][] = [
    [
      'payments of a user',
      sql`SELECT id FROM payments WHERE user_id = (SELECT max(user_id) FROM orders) ORDER BY id DESC LIMIT 20`,
    ],
    ['payments of the last week', sql`SELECT sum(amount_cents) FROM payments WHERE created_at >= ${day(7)}`],
    [
      'transactions of a payment',
      sql`SELECT id FROM ledger_transactions WHERE payment_id = (SELECT max(payment_id) FROM orders)`,
    ],
    [
      'entries of the open month',
      sql`SELECT account_id, sum(amount_cents) FROM ledger_entries
      WHERE transaction_id > (SELECT coalesce(max(last_transaction_id), 0) FROM ledger_closed_months) GROUP BY account_id`,
    ],
    [
      'payments to delete',
      sql`SELECT id FROM payments WHERE state IN ('failed', 'expired') AND created_at < ${day(30)} ORDER BY created_at, id LIMIT 1000`,
    ],
    [
      'notifications to delete',
      sql`SELECT user_id, slot_id FROM back_on_sale_notifications
      WHERE notified_at IS NOT NULL AND due_at < ${day(9)} ORDER BY due_at LIMIT 1000`,
    ],
    [
      'the former way',
      sql`SELECT user_id, slot_id FROM back_on_sale_notifications
      WHERE slot_id IN (SELECT id FROM pickup_slots WHERE ends_at < ${day(1)})`,
    ],
    ['slots to look at', sql`SELECT id, ends_at FROM pickup_slots WHERE id > 0 ORDER BY id LIMIT 1000`],
  ];
  print('\nplans');
  for (const [label, statement] of plans) {
    const { rows } = await sql<
      Record<string, string>
    >`EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) ${statement}`.execute(db);
    const lines = rows.map((row) => Object.values(row)[0]!);
    print(`${label}: ${lines.findLast((line) => line.startsWith('Execution'))!}`);
    for (const line of lines.filter((text) => /Scan|Join|Aggregate|Sort/.test(text)))
      print(`    ${line.trim()}`);
  }
}
