import { sql } from 'kysely';
import { afterEach, expect, inject, test } from 'vitest';
import { type Db, openDatabase } from '../../src/platform/db/database.ts';
import { listMigrationNames, migrate } from '../../src/platform/db/migrate.ts';
import { createEmptyDatabase } from '../support/test-databases.ts';

/** Rows that former versions of the schema let pass, and what becomes of them. */

const FIRST = '20261128190000_times_of_day';
const LAST = '20261128190600_validate_checks';

/** Foreign keys are not checked in this mode; checks are. */
const ROWS = `
  SET LOCAL session_replication_role = replica;
  INSERT INTO users (id, email, language, referral_code, terms_accepted_at, created_at) OVERRIDING SYSTEM VALUE
    VALUES (1, 'seller@old.example', 'fr', 'one', now(), now()), (2, 'buyer@old.example', 'pt', 'two', now(), now());
  INSERT INTO sale_places (id, seller_id, name, phone, address, latitude, longitude, time_zone, type_ids, created_at)
    OVERRIDING SYSTEM VALUE VALUES (1, 1, 'Pão', '', '', 38, -9, 'Europe/Lisbon', '{1,1,99}', now());
  INSERT INTO products (id, sale_place_id, name, description, price_cents, old_price_cents, type_ids, photos, allergens, diet,
      state, schedule, earth, search, created_at)
    OVERRIDING SYSTEM VALUE
    SELECT id, 1, 'Pão', '', 399, 1000, types, '[]', allergens, '{vegan,raw}', 'active', schedule::jsonb, '(0,0,0)', '', now()
    FROM (VALUES
      (1, '{3,77,2,3}'::int[], '{gluten}'::text[], '{"mon": {"time_start": "17:30", "time_end": "29:59"},
        "tue": {"time_start": "23:30", "time_end": "00:30"}}'),
      (2, '{1}', '{gluten,dust}', '{"mon": {"time_start": "17:30", "time_end": "19:00"}}'),
      (3, '{1}', '{}', '{"mon": {"time_start": "17:30", "time_end": "19:00"}}')) AS v (id, types, allergens, schedule);
  INSERT INTO date_overrides VALUES
    (1, '2026-12-01', '17:30', '29:59'), (1, '2026-12-02', '17:30', '24:00'), (1, '2026-12-03', '05:59', '29:59'),
    (1, '2026-12-04', '17:30', '19:00'), (1, '2026-12-05', NULL, NULL);
  INSERT INTO notification_settings VALUES (1, 'mail', 60, '25:15', '08:00');
  INSERT INTO payments (id, token, user_id, product_id, slot_id, amount_cents, provider, state, expires_at, created_at)
    OVERRIDING SYSTEM VALUE VALUES (1, 't', 2, 1, 1, 399, 'sandbox', 'paid', now(), now());
  INSERT INTO orders (id, payment_id, user_id, product_id, slot_id, sale_place_id, seller_id, product_name, price_cents,
      commission_cents, earning_cents, pin, state, pickup_start, pickup_end, created_at)
    OVERRIDING SYSTEM VALUE VALUES (10001, 1, 2, 1, 1, 1, 1, 'Pão', 399, 129, 300, '', 'paid', now(), now(), now());
  INSERT INTO disputes (payment_id, provider_ref, amount_cents, reason, status, opened_at, checked_at)
    VALUES (1, 'dp', 399, 'fraudulent', 'waiting_for_godot', now(), now());
  INSERT INTO content_reports (created_at, subject_kind, subject_id, seller_id, ground, text, language)
    VALUES (now(), 'product', 1, 1, 'ugly', '', 'es');`;

let cleanUp: (() => Promise<void>) | undefined;
afterEach(() => cleanUp?.());

/** A database before the migrations, with the rows above and those of the test. */
async function prepare(...statements: string[]): Promise<Db> {
  const { ownerUrl, drop } = await createEmptyDatabase(inject('serverUrl'));
  const db = openDatabase(ownerUrl, 2);
  cleanUp = async () => {
    await db.destroy();
    await drop();
  };
  const names = await listMigrationNames();
  await migrate(db, names[names.indexOf(FIRST) - 1]);
  await db.transaction().execute(async (trx) => {
    for (const statement of [ROWS, ...statements]) await sql.raw(statement).execute(trx);
  });
  return db;
}

const read = async (db: Db, query: string) =>
  (await sql<{ value: unknown }>`${sql.raw(query)}`.execute(db)).rows.map(({ value }) => value);

test('rows that the new checks refuse are mended as the migrations say', async () => {
  const db = await prepare();
  await migrate(db, LAST);
  expect(
    await read(
      db,
      'SELECT jsonb_build_array(date, time_start, time_end) AS value FROM date_overrides ORDER BY date',
    ),
  ).toEqual([
    ['2026-12-01', '17:30:00', '05:59:00'],
    ['2026-12-02', '17:30:00', '00:00:00'],
    ['2026-12-03', null, null],
    ['2026-12-04', '17:30:00', '19:00:00'],
    ['2026-12-05', null, null],
  ]);
  expect(await read(db, 'SELECT quiet_from AS value FROM notification_settings')).toEqual(['01:15']);
  expect(
    await read(
      db,
      'SELECT jsonb_build_array(id, state, type_ids, allergens, diet, schedule) AS value FROM products ORDER BY id',
    ),
  ).toEqual([
    [1, 'paused', [3, 2], ['gluten'], ['vegan'], { tue: { time_start: '23:30', time_end: '00:30' } }],
    [2, 'paused', [1], ['gluten'], ['vegan'], { mon: { time_start: '17:30', time_end: '19:00' } }],
    [3, 'active', [1], [], ['vegan'], { mon: { time_start: '17:30', time_end: '19:00' } }],
  ]);
  expect(await read(db, 'SELECT type_ids AS value FROM sale_places')).toEqual([[1]]);
  expect(await read(db, 'SELECT earning_cents AS value FROM orders')).toEqual([270]);
  expect(await read(db, 'SELECT status AS value FROM disputes')).toEqual(['under_review']);
  expect(await read(db, "SELECT language || ' ' || ground AS value FROM content_reports")).toEqual([
    'en other',
  ]);
  expect(await read(db, 'SELECT language AS value FROM users ORDER BY id')).toEqual(['en', 'pt']);
  expect(
    await read(db, 'SELECT conname AS value FROM pg_constraint WHERE NOT convalidated ORDER BY conname'),
  ).toEqual([]);
});

test.each([
  ['an order of another seller', 'UPDATE orders SET seller_id = 2', /is another seller's.*: 10001/],
  ['a payment by an unknown provider', "UPDATE payments SET provider = 'cash'", /payment 1 \(cash\)/],
  [
    'a decision of an unknown kind',
    `INSERT INTO decisions (created_at, language, role, subject_kind, subject_id, subject_name, outcome, reason)
      VALUES (now(), 'pt', 'affected', 'order', 1, '', 'frowned', '')`,
    /decision 1 \(frowned of order\)/,
  ],
])('%s is evidence: it stops the migration, which names it', async (_, statement, message) => {
  const db = await prepare(statement);
  await expect(migrate(db, LAST)).rejects.toThrow(message);
});
