import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DELETED_AT_ONCE } from '../../src/platform/jobs.ts';
import { buyProduct, createProductOnSale, createTestUser } from '../support/builders.ts';
import { FRIDAY_NOON, useTestApp } from '../support/test-app.ts';

const api = useTestApp();
/** More than a batch. */
const OLD_ROWS = DELETED_AT_ONCE + 5;

const count = async (table: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(table)}`.execute(api.db)).rows[0]!.n;

/** Without triggers and foreign keys. */
const insert = (statement: string) =>
  api.ownerDb.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql.raw(statement).execute(trx);
  });

const payment = (columns: string, values: string) =>
  `insert into payments (token, user_id, product_id, slot_id, amount_cents, provider, expires_at, created_at, ${columns})
   select gen_random_uuid()::text, 1, 1, 3000000, 399, 'sandbox', at, at, ${values}`;
const entry = (columns: string, values: string) =>
  `insert into allocation_entries (id, slot_id, product_id, user_id, price_cents, created_at, state, ended_at, ${columns})
   select gen_random_uuid(), n, 1, n, 399, at, 'lapsed', at, ${values}`;
const draw = `insert into draws (slot_id, product_id, state, opened_at, closes_at, seed_hash, sealed_seed)
  select n, 1, 'cancelled', at - interval '1 hour', at, sha256(''), ''`;

/** Rows `n` of an age in days; what the job deletes, and what it keeps, are the same but for the age. */
const RETENTIONS: [queue: string, table: string, days: number, statement: string][] = [
  ['payments.delete-unpaid', "payments where state = 'expired'", 30, payment('state', "'expired'")],
  ['payments.delete-unpaid', "payments where state = 'failed'", 30, payment('state', "'failed'")],
  [
    'orders.delete-expired-data',
    'order_reminders',
    60,
    'insert into order_reminders (order_id, notified_at) select n, at',
  ],
  [
    'orders.delete-expired-data',
    'sold_out_notifications',
    60,
    'insert into sold_out_notifications (slot_id, notified_at) select n, at',
  ],
  [
    'offers.delete-expired-data',
    'back_on_sale_notifications',
    9,
    'insert into back_on_sale_notifications (user_id, slot_id, due_at, notified_at) select n, n, at, at',
  ],
  ['allocation.delete-expired-data', 'allocation_entries', 90, entry('rank', 'null')],
  [
    'products.delete-unused-slots',
    'date_overrides',
    35,
    'insert into date_overrides (product_id, date) select n, at::date',
  ],
];

test.each(RETENTIONS)('%s deletes all of %s older than %i days', async (queue, table, days, statement) => {
  api.clock.set(FRIDAY_NOON);
  await insert(`${statement} from generate_series(1, ${OLD_ROWS}) n,
    (select timestamptz '${FRIDAY_NOON}' - interval '${days} days 24 hours 1 minute' as at) aged`);
  await insert(`${statement} from generate_series(${OLD_ROWS + 1}, ${OLD_ROWS + 2}) n,
    (select timestamptz '${FRIDAY_NOON}' - interval '${days} days' + interval '25 hours' as at) aged`);
  expect(await count(table)).toBe(OLD_ROWS + 2);
  await api.jobs.runScheduled(queue);
  expect(await count(table)).toBe(2);
});

test('visits of long ago are added up by month, and the total stays', async () => {
  api.clock.set(FRIDAY_NOON);
  await insert(`insert into affiliate_visits (partner_id, day, visits)
    select n, date '2024-01-01' + day, day + 1 from generate_series(1, 40) n, generate_series(0, 59) day`);
  await insert("insert into affiliate_visits (partner_id, day, visits) values (1, '2026-11-19', 3)");
  const total = await count('affiliate_visits cross join generate_series(1, visits)');
  await api.jobs.runScheduled('affiliates.add-up-visits');
  expect(await count('affiliate_visits')).toBe(40 * 2 + 1);
  expect(await count('affiliate_visits cross join generate_series(1, visits)')).toBe(total);
  await api.jobs.runScheduled('affiliates.add-up-visits');
  expect(await count('affiliate_visits')).toBe(40 * 2 + 1);
});

test('payments that something refers to stay, however they ended', async () => {
  api.clock.set(FRIDAY_NOON);
  await insert(
    `${payment('id, state', "1000000 + n, 'failed'")
      .replace('into payments', 'into payments')
      .replace(
        'select gen',
        'overriding system value select gen',
      )} from generate_series(1, 5) n, (select timestamptz '${FRIDAY_NOON}' - interval '90 days' as at) aged`,
  );
  await insert(`insert into refunds (payment_id, amount_cents, created_at) values (1000001, 1, now());
    insert into disputes (payment_id, provider_ref, amount_cents, reason, status, opened_at, checked_at)
      values (1000002, 'dp', 1, '', 'won', now(), now());
    insert into earning_holds (payment_id, held_at) values (1000003, now());
    insert into allocation_entries (id, slot_id, product_id, price_cents, state, payment_id, created_at, ended_at)
      values (gen_random_uuid(), 3000000, 1, 399, 'lapsed', 1000004, now(), now());`);
  await api.jobs.runScheduled('payments.delete-unpaid');
  const { rows } = await sql<{ id: number }>`select id from payments where id > 1000000 order by id`.execute(
    api.db,
  );
  expect(rows.map(({ id }) => id)).toEqual([1000001, 1000002, 1000003, 1000004]);
});

test('a draw can be checked for a year; then it goes with all who entered', async () => {
  api.clock.set(FRIDAY_NOON);
  for (const [first, days] of [
    [2_000_001, 366],
    [2_000_101, 364],
  ] as const)
    await insert(`${draw} from generate_series(${first}, ${first + 24}) n,
        (select timestamptz '${FRIDAY_NOON}' - interval '${days} days' as at) aged;
      ${entry('draw_id, random', "draws.id, decode(repeat('00', 16), 'hex')")} from draws,
        lateral (select slot_id as n, closes_at as at) aged where slot_id >= ${first}`);
  await api.jobs.runScheduled('allocation.delete-expired-data');
  expect(await count('draws where slot_id between 2000001 and 2000025')).toBe(0);
  expect(await count('draws where slot_id between 2000101 and 2000125')).toBe(25);
  expect(await count('allocation_entries where draw_id is not null')).toBe(25);
});

test('slots in which nobody took part are deleted, and the figures of their seller stay', async () => {
  api.clock.set('2027-01-04T12:00:00Z');
  const { seller, productId } = await createProductOnSale(api, { quantity: 3 });
  const other = await createProductOnSale(api, { seller, quantity: 5 });
  const buyer = await createTestUser(api);
  for (let day = 0; day < 40; day++) {
    await api.jobs.runScheduled('products.generate-slots');
    if (day % 7 === 2) await buyProduct(buyer, productId);
    api.clock.advance(86_400_000);
  }
  const readFigures = () =>
    seller.call('getSalesStatistics', { query: { from: '2027-01-04', to: '2027-02-12' } });
  const figures = await readFigures();
  const before = await count('pickup_slots');
  const inUse = await count('pickup_slots where exists (select from orders where slot_id = pickup_slots.id)');
  api.clock.advance(20 * 86_400_000);
  await api.jobs.runScheduled('products.delete-unused-slots');
  const left = await count('pickup_slots');
  expect(left).toBeLessThan(before - 30);
  expect(await count('pickup_slots where exists (select from orders where slot_id = pickup_slots.id)')).toBe(
    inUse,
  );
  expect(await readFigures()).toEqual(figures);
  expect(await count(`unsold_units where product_id in (${productId}, ${other.productId})`)).toBeGreaterThan(
    0,
  );
  // Nothing is looked at twice, nor before its time.
  await api.jobs.runScheduled('products.delete-unused-slots');
  expect(await count('pickup_slots')).toBe(left);
  api.clock.advance(40 * 86_400_000);
  await api.jobs.runScheduled('products.delete-unused-slots');
  expect(
    await count(`pickup_slots where product_id >= ${productId} and ends_at < timestamptz '2027-02-20'`),
  ).toBe(inUse);
  expect(await readFigures()).toEqual(figures);
});

test('slots that are there already take no number', async () => {
  const { productId } = await createProductOnSale(api);
  const lastId = async () =>
    (await sql<{ id: number }>`select last_value::int as id from pickup_slots_id_seq`.execute(api.db))
      .rows[0]!.id;
  api.clock.advance(86_400_000);
  const before = [await lastId(), await count('pickup_slots')];
  await api.jobs.runScheduled('products.generate-slots');
  const after = [await lastId(), await count('pickup_slots')];
  expect(after[1]! - before[1]!).toBeGreaterThan(0);
  expect(after[0]! - before[0]!).toBe(after[1]! - before[1]!);
  expect(productId).toBeGreaterThan(0);
});

test('docs/operating.md says of all periodic work how much it does at once and how it finds it', () => {
  const root = join(import.meta.dirname, '../../../..');
  const queues = globSync('apps/api/src/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...readFileSync(join(root, file), 'utf8').matchAll(/\.schedule\(\s*'[^']+',\s*'([^']+)'/g),
    ])
    .map(([, queue]) => queue!);
  expect(queues.length).toBeGreaterThan(30);
  const rows = readFileSync(join(root, 'docs/operating.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `') && line.split(' | ').length === 5)
    .join('\n');
  expect(queues.filter((queue) => !rows.includes(`\`${queue}\``))).toEqual([]);
});
