import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { weekdays } from '@wopack/domain';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { GUEST_RETENTION_MS } from '../../src/modules/admin/decisions/decisions.ts';
import { getRetentionCutoff } from '../../src/modules/identity/index.ts';
import { ROWS_AT_ONCE } from '../../src/platform/db/batches.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { buyProduct, createProductOnSale, createTestUser } from '../support/builders.ts';
import { createTestOperator } from '../support/operators.ts';
import { FRIDAY_NOON, useTestApp } from '../support/test-app.ts';

const api = useTestApp();
const OLD_ROWS = 2.5 * ROWS_AT_ONCE;
const DAY_MS = 86_400_000;

const count = async (table: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(table)}`.execute(api.db)).rows[0]!.n;

/** Without triggers and foreign keys. */
const insert = (statement: string) =>
  api.ownerDb.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql.raw(statement).execute(trx);
  });

/** The most rows that a statement changes in a table while something runs. */
async function measureLargestChange(table: string, run: () => Promise<void>): Promise<number> {
  const name = sql.raw(table);
  await sql`create table changes (n int)`.execute(api.ownerDb);
  await sql`create function note_rows() returns trigger language plpgsql security definer as $$
    begin insert into public.changes select count(*) from changed; return null; end $$`.execute(api.ownerDb);
  for (const event of ['update', 'delete'])
    await sql`create trigger ${sql.raw(`note_${event}`)} after ${sql.raw(event)} on ${name} referencing old table as changed
      for each statement execute function note_rows()`.execute(api.ownerDb);
  await run();
  const { rows } = await sql<{ n: number }>`select max(n) as n from changes`.execute(api.ownerDb);
  await sql`drop table changes`.execute(api.ownerDb);
  await sql`drop function note_rows() cascade`.execute(api.ownerDb);
  return rows[0]!.n;
}

/** Rows `n` of a moment `at`, from a clause that has both. */
type Rows = (from: string) => string;

const payment =
  (columns: string, values: string): Rows =>
  (from) =>
    `insert into payments (token, user_id, product_id, slot_id, amount_cents, provider, expires_at, created_at, ${columns})
      select gen_random_uuid()::text, 1, 1, 3000000, 399, 'sandbox', at, at, ${values} ${from}`;
const entry =
  (columns: string, values: string, state = 'lapsed'): Rows =>
  (from) =>
    `insert into allocation_entries (id, slot_id, product_id, user_id, price_cents, created_at, state, ended_at, ${columns})
      select gen_random_uuid(), n, 1, n, 399, at, '${state}', at, ${values} ${from}`;
const row =
  (table: string, values: Record<string, string>): Rows =>
  (from) =>
    `insert into ${table} (${Object.keys(values).join(', ')}) select ${Object.values(values).join(', ')} ${from}`;
const codes = row('login_codes', {
  email: "n || '-' || extract(epoch from at) || '@example.com'",
  hash: "''",
  expires_at: 'at',
  purpose: "'sign_in'",
  sent_at: 'at',
  request_id: 'md5(n::text || at)::uuid',
});
const session = { created_at: 'at', last_seen_at: 'at', confirmed_at: 'at', credentials_version: '0' };
const draw = (
  from: string,
) => `insert into draws (slot_id, product_id, state, opened_at, closes_at, seed_hash, sealed_seed)
  select n, 1, 'cancelled', at - interval '1 hour', at, sha256(''), '' ${from}`;
const payoutRuns: Rows = (from) =>
  `insert into payout_runs (id, created_at, file) overriding system value select 100000 + n, at, 'file' ${from}`;

const LEDGER_DAYS = (Date.parse(FRIDAY_NOON) - getRetentionCutoff(new Date(FRIDAY_NOON)).getTime()) / DAY_MS;
const GUEST_DAYS = GUEST_RETENTION_MS / DAY_MS;

/** What the job deletes or changes, and what it leaves, are the same but for the age. */
const RETENTIONS: [queue: string, rows: string, days: number, insertRows: Rows][] = [
  [
    'products.delete-unused-slots',
    'pickup_slots where product_id < 0',
    35,
    row('pickup_slots', {
      ...{ product_id: '-n', date: 'at::date', starts_at: "at - interval '1 hour'", ends_at: 'at' },
      ...{ quantity: '1', units_left: '1', closed: 'true' },
    }),
  ],
  ['payments.delete-unpaid', "payments where state = 'expired'", 30, payment('state', "'expired'")],
  ['payments.delete-unpaid', "payments where state = 'failed'", 30, payment('state', "'failed'")],
  [
    'checkout.forget-unpaid-holds',
    'payments where network_hash is not null',
    0,
    payment('state, network_hash', "'failed', ''"),
  ],
  [
    'checkout.forget-unpaid-holds',
    'payments where card_fingerprint is not null',
    0,
    payment('state, card_fingerprint', "'failed', 'card'"),
  ],
  [
    'orders.mark-not-collected',
    "orders where state = 'paid'",
    0,
    row('orders', {
      ...{
        payment_id: 'n',
        user_id: '1',
        product_id: '1',
        slot_id: '3000000',
        sale_place_id: '1',
        seller_id: '1',
      },
      ...{ product_name: "''", price_cents: '399', commission_cents: '129', earning_cents: '270', pin: "''" },
      ...{
        pin_hash: 'sha256(n::text::bytea)',
        state: "'paid'",
        pickup_start: 'at',
        pickup_end: 'at',
        created_at: 'at',
      },
    }),
  ],
  [
    'orders.delete-expired-data',
    'order_reminders',
    60,
    row('order_reminders', { order_id: 'n', notified_at: 'at' }),
  ],
  [
    'forecasts.compute',
    'stock_questions',
    60,
    row('stock_questions', { slot_id: '2000000 + n', asked_at: 'at', promised: '3' }),
  ],
  [
    'orders.delete-expired-data',
    'value_questions',
    60,
    row('value_questions', { order_id: 'n', notified_at: 'at' }),
  ],
  [
    'orders.delete-expired-data',
    'value_proposals',
    365,
    row('value_proposals', {
      ...{ product_id: '1', from_cents: '1200', to_cents: '1100', answers: '15', less: '6' },
      ...{ made_at: 'at', ended_at: 'at', outcome: "'accepted'" },
    }),
  ],
  [
    'orders.delete-expired-data',
    'friend_links',
    60,
    row('friend_links', {
      order_id: 'n',
      key_hash: 'sha256((n::text || at)::bytea)',
      created_at: 'at',
      ends_at: 'at',
    }),
  ],
  [
    'orders.delete-expired-data',
    'low_stock_notifications',
    60,
    row('low_stock_notifications', { slot_id: 'n', member_id: 'n', notified_at: 'at' }),
  ],
  [
    'offers.delete-expired-data',
    'back_on_sale_notifications',
    9,
    row('back_on_sale_notifications', { user_id: 'n', slot_id: 'n', due_at: 'at', notified_at: 'at' }),
  ],
  [
    'offers.delete-expired-data',
    'saved_searches',
    90,
    row('saved_searches', {
      ...{ user_id: 'n', text: 'at::text', query: "'SUSHI'", earth: "'(0,0,0)'", created_at: 'at' },
    }),
  ],
  [
    'affiliates.approve-shares',
    "affiliate_shares where state = 'pending'",
    0,
    row('affiliate_shares', {
      ...{ order_id: 'n', side: "'buyer'", partner_id: '1', referred_user_id: '2', hundredths: '1' },
      ...{ price_cents: '399', state: "'pending'", reason: "'paid'", created_at: 'at', approve_at: 'at' },
    }),
  ],
  ['allocation.delete-expired-data', 'allocation_entries', 90, entry('rank', 'null')],
  [
    'allocation.forget-cards',
    'allocation_entries where card_fingerprint is not null',
    15,
    entry('card_fingerprint', "'card'", 'bought'),
  ],
  [
    'products.delete-unused-slots',
    'date_overrides',
    35,
    row('date_overrides', { product_id: 'n', date: 'at::date' }),
  ],
  [
    'products.delete-unused-uploads',
    'uploads',
    14,
    row('uploads', { path: 'n', srcset: "''", user_id: '1', created_at: 'at' }),
  ],
  [
    'products.delete-old-imports',
    'product_imports',
    7,
    row('product_imports', {
      ...{ business_id: '1', user_id: '1', state: "'checked'", file_name: "''", column_names: "'{}'" },
      ...{ created_at: 'at' },
    }),
  ],
  [
    'sale-places.erase-claim-photos',
    "place_claims where photos <> '[]'",
    183,
    row('place_claims', {
      ...{ created_at: 'at', sale_place_id: '1', claimant_id: '1', owner_id: '2', text: "''", phone: "''" },
      ...{
        state: "'refused'",
        answer_until: 'at',
        decided_at: 'at',
        photos: `'[{"path":"photo","srcset":""}]'`,
      },
    }),
  ],
  [
    'identity.delete-expired-data',
    'tokens',
    0,
    row('tokens', {
      ...{ user_id: '1', hash: 'sha256(n::text::bytea)', device_name: "''", lifetime_seconds: '60' },
      ...{ created_at: 'at', expires_at: 'at' },
    }),
  ],
  ['identity.delete-expired-data', 'login_codes', 0, codes],
  [
    'identity.delete-expired-data',
    'login_code_attempts',
    0,
    (from) =>
      `delete from login_codes where request_id in (select md5(n::text || at)::uuid ${from}); ${codes(from)}; ${row('login_code_attempts', { request_id: 'md5(n::text || at)::uuid', source: "''", network: "''", attempts: '1' })(from)}`,
  ],
  [
    'identity.delete-expired-data',
    'social_flows',
    0,
    row('social_flows', {
      ...{ state_hash: 'sha256(n::text::bytea)', browser_hash: "''", provider: "'google'", nonce: "''" },
      ...{ code_verifier: "''", language: "'pt'", expires_at: 'at' },
    }),
  ],
  [
    'identity.delete-expired-data',
    'security_events',
    180,
    row('security_events', { kind: "'sign_in'", created_at: 'at', network: "''", device_name: "''" }),
  ],
  [
    'identity.delete-expired-data',
    'recognised_devices',
    400,
    row('recognised_devices', {
      ...{ user_id: 'n', hash: "''", device_name: "''", created_at: 'at', last_sign_in_at: 'at' },
    }),
  ],
  [
    'identity.delete-expired-data',
    'legal_identities',
    0,
    row('legal_identities', {
      ...{ user_id: 'n', legal_name: "''", address: "''", country: "'PT'", vat_number: "''" },
      ...{ updated_at: 'at', retain_until: 'at' },
    }),
  ],
  [
    'identity.delete-expired-data',
    'former_legal_identities',
    0,
    row('former_legal_identities', {
      ...{
        user_id: 'n',
        ended_at: 'at',
        legal_name: "''",
        address: "''",
        vat_number: "''",
        retain_until: 'at',
      },
    }),
  ],
  [
    'businesses.delete-expired-data',
    'member_invitations',
    30,
    (from) =>
      `insert into businesses (id, created_at) select n, now() from generate_series(1, 40) n on conflict do nothing; ${row(
        'member_invitations',
        {
          ...{
            business_id: 'n',
            email: "'a@example.com'",
            role: "'counter'",
            invited_by: 'n',
            language: "'pt'",
          },
          ...{ sent_at: 'at', expires_at: 'at' },
        },
      )(from)}`,
  ],
  [
    'notifications.delete-expired-data',
    'mail_failures',
    14,
    row('mail_failures', { recipient: "''", subject: "''", reason: "''", failures: '1', failed_at: 'at' }),
  ],
  [
    'ledger.delete-expired-data',
    'payout_details',
    0,
    row('payout_details', { user_id: 'n', iban: "''", holder: "''", updated_at: 'at', retain_until: 'at' }),
  ],
  [
    'ledger.delete-expired-data',
    "payouts where iban <> ''",
    LEDGER_DAYS,
    (from) =>
      `${payoutRuns(from)}; ${row('payouts', {
        ...{ run_id: '100000 + n', user_id: '1', role: "'seller'", statement_id: 'n', amount_cents: '1' },
        ...{ iban: "'iban'", holder: "'holder'", state: "'confirmed'", changed_at: 'at' },
      })(from)}`,
  ],
  ['ledger.delete-expired-data', 'payout_runs where file is not null', LEDGER_DAYS, payoutRuns],
  [
    'admin.delete-ended-sessions',
    'operator_sessions',
    0,
    row('operator_sessions', {
      ...session,
      ...{ user_id: '1', token_id: '1', hash: 'sha256(n::text::bytea)', expires_at: 'at' },
    }),
  ],
  [
    'admin.erase-guests',
    'content_reports where reporter_email is not null',
    GUEST_DAYS,
    row('content_reports', {
      ...{ created_at: 'at', state: "'kept'", subject_kind: "'seller'", subject_id: '1', seller_id: '1' },
      ...{
        ground: "'other'",
        text: "''",
        reporter_email: "'a@example.com'",
        language: "'pt'",
        decided_at: 'at',
      },
    }),
  ],
  [
    'admin.erase-guests',
    'decisions where email is not null',
    GUEST_DAYS,
    row('decisions', {
      ...{
        created_at: 'at',
        email: "'a@example.com'",
        language: "'pt'",
        role: "'affected'",
        outcome: "'kept'",
      },
      ...{ subject_kind: "'seller'", subject_id: '1', subject_name: "''", reason: "''" },
    }),
  ],
];

const selectAged = (first: number, last: number, age: string) =>
  `from generate_series(${first}, ${last}) n, (select timestamptz '${FRIDAY_NOON}' - interval '${age}' as at) aged`;

test.each(RETENTIONS)(
  '%s, by batches, is done with all of %s older than %d days',
  async (queue, rows, days, insertRows) => {
    api.clock.set(FRIDAY_NOON);
    const table = rows.split(' ')[0]!;
    await insert(
      `delete from ${table}; ${insertRows(selectAged(1, OLD_ROWS, `${days} days 24 hours 1 minute`))}`,
    );
    await insert(insertRows(selectAged(OLD_ROWS + 1, OLD_ROWS + 2, `${days} days -25 hours`)));
    expect(await count(rows)).toBe(OLD_ROWS + 2);
    const largest = await measureLargestChange(table, () => api.jobs.runScheduled(queue));
    expect(largest).toBeGreaterThan(0);
    expect(largest).toBeLessThanOrEqual(ROWS_AT_ONCE);
    expect(await count(rows)).toBe(2);
  },
);

test('followers are looked for batch by batch, until no product on sale again is left', async () => {
  api.clock.set(FRIDAY_NOON);
  await insert(
    `insert into back_on_sale_checks (product_id) select n from generate_series(1, ${OLD_ROWS}) n`,
  );
  const largest = await measureLargestChange('back_on_sale_checks', () =>
    api.jobs.runScheduled('offers.notify-followers'),
  );
  expect(largest).toBe(500);
  expect(await count('back_on_sale_checks')).toBe(0);
});

test('visits of long ago are added up by month, and the total stays', async () => {
  api.clock.set(FRIDAY_NOON);
  await insert(`insert into affiliate_visits (partner_id, day, visits)
    select n, date '2024-01-01' + day, day + 1 from generate_series(1, 40) n, generate_series(0, 59) day`);
  await insert("insert into affiliate_visits (partner_id, day, visits) values (1, '2026-11-19', 3)");
  const total = await count('affiliate_visits cross join generate_series(1, visits)');
  expect(
    await measureLargestChange('affiliate_visits', () => api.jobs.runScheduled('affiliates.add-up-visits')),
  ).toBe(ROWS_AT_ONCE);
  expect(await count('affiliate_visits')).toBe(40 * 2 + 1);
  expect(await count('affiliate_visits cross join generate_series(1, visits)')).toBe(total);
  await api.jobs.runScheduled('affiliates.add-up-visits');
  expect(await count('affiliate_visits')).toBe(40 * 2 + 1);
});

test('payments that something refers to stay, however they ended', async () => {
  api.clock.set(FRIDAY_NOON);
  await insert(
    payment(
      'id, state',
      "1000000 + n, 'failed'",
    )(selectAged(1, 5, '90 days')).replace('select gen', 'overriding system value select gen'),
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
    await insert(`${draw(selectAged(first, first + 24, `${days} days`))};
      ${entry(
        'draw_id, random',
        "draws.id, decode(repeat('00', 16), 'hex')",
      )(`from draws,
        lateral (select slot_id as n, closes_at as at) aged where slot_id >= ${first}`)}`);
  // Of one draw more than a batch.
  await insert(
    entry(
      'draw_id, random',
      "draws.id, decode(repeat('00', 16), 'hex')",
    )(`from draws,
      lateral (select 4000000 + n as n, closes_at as at from generate_series(1, ${OLD_ROWS}) n) aged where slot_id = 2000001`),
  );
  expect(
    await measureLargestChange('allocation_entries', () =>
      api.jobs.runScheduled('allocation.delete-expired-data'),
    ),
  ).toBe(ROWS_AT_ONCE);
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
  await insert(`insert into off_sale_periods (product_id, began_at, ended_at)
    values (${other.productId}, '2027-01-10T12:00:00Z', '2027-01-14T12:00:00Z')`);
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

test('figures of the console stay when the slots behind them are deleted', async () => {
  api.clock.set('2028-01-03T12:00:00Z');
  const { productId } = await createProductOnSale(api, { quantity: 3 });
  const buyer = await createTestUser(api);
  for (let day = 0; day < 60; day++) {
    await api.jobs.runScheduled('products.generate-slots');
    if (day % 7 === 2) await buyProduct(buyer, productId);
    api.clock.advance(DAY_MS);
  }
  const finance = await createTestOperator(api, 'finance');
  const readFigures = async () => {
    const { today, today_before, month, month_before } = (await finance.call('getDashboard')).data;
    return [today, today_before, month, month_before].map(({ units_offered, units_sold }) => ({
      ...{ units_offered, units_sold },
    }));
  };
  const figures = await readFigures();
  expect(figures.map(({ units_sold }) => units_sold)).toEqual([0, 0, 4, 4]);
  const slotsBefore = await count('pickup_slots');
  await api.jobs.runScheduled('products.delete-unused-slots');
  expect(await count('pickup_slots')).toBeLessThan(slotsBefore - 15);
  expect(await readFigures()).toEqual(figures);
  // What was summed up is not read again, and what has not begun is not summed up.
  await sql`update slot_sums set units_sold = units_sold + 1 where starts_at > '2028-01-08' and units_sold > 0`.execute(
    api.db,
  );
  const later = await readFigures();
  expect(later[2]!.units_sold).toBe(2 * figures[2]!.units_sold);
  expect(later[3]!.units_sold).toBeGreaterThan(figures[3]!.units_sold);
  expect(await count("slot_sums where starts_at >= timestamptz '2028-03-03 12:00Z'")).toBe(0);
});

test('slots are summed up each hour, and what changed later is made up for', async () => {
  api.clock.set('2028-10-26T12:15:00Z');
  const everyDay = (time_start: string, time_end: string) =>
    Object.fromEntries(weekdays.map((day) => [day, { time_start, time_end }]));
  const { seller, productId } = await createProductOnSale(api, { schedule: everyDay('00:00', '00:45') });
  const buyer = await createTestUser(api);
  const units = 'case when closed then quantity - units_left else quantity end';
  const countDifferences = () =>
    count(`slot_sums sums cross join lateral (
      select coalesce(sum(${units}), 0) as offered, coalesce(sum(quantity - units_left), 0) as sold from pickup_slots
      where starts_at >= sums.starts_at and starts_at < sums.starts_at + interval '15 minutes') slots
      where sums.starts_at > '2028-10-26' and (units_offered, units_sold) <> (offered, sold)`);
  for (let hour = 0; hour < 7 * 24; hour++) {
    await api.jobs.runScheduled('products.generate-slots');
    // After a pause of two days all of them are summed up.
    if (hour < 115 || hour > 160) await api.jobs.runScheduled('products.sum-slots');
    expect(await countDifferences(), api.clock.now().toISOString()).toBe(0);
    // The day has 25 hours, and yesterday's window, over for two days, becomes one that is not over yet.
    if (api.clock.now().toISOString().startsWith('2028-10-29T23:15')) {
      await seller.call('updateSchedule', {
        body: { product_id: productId, quantity: 3, schedule: everyDay('23:50', '23:40') },
      });
      expect(await countDifferences()).toBeGreaterThan(0);
    }
    if (hour === 100) await buyProduct(buyer, productId);
    api.clock.advance(DAY_MS / 24);
  }
  expect(await count("slot_sums where starts_at > '2028-10-26' and units_sold > 0")).toBe(1);
  expect(await count("slot_sums where starts_at >= '2028-11-02 10:00Z'")).toBe(5);
  expect(await count("slot_sums where starts_at >= '2028-11-02 11:15Z'")).toBe(0);
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

/** Why a table has no end, or which periodic work is it. */
const ENDS: Record<keyof Database, string> = {
  activity: 'stays: who did what in a business',
  affiliate_credits: 'stays: books',
  affiliate_shares: 'stays: books',
  affiliate_visits: 'affiliates.add-up-visits',
  allocation_entries: 'allocation.delete-expired-data',
  audit_chain: 'stays: law',
  audit_entries: 'stays: law',
  back_on_sale_checks: 'offers.notify-followers',
  back_on_sale_notifications: 'offers.delete-expired-data',
  backups: 'few: one a backup',
  businesses: 'stays: books',
  invoice_details: 'one a user',
  former_legal_identities: 'identity.delete-expired-data',
  legal_identities: 'identity.delete-expired-data',
  legal_text_acceptances: 'stays: law',
  legal_text_notices: 'ends with its user',
  legal_text_versions: 'few: one a version',
  content_reports: 'stays: law',
  counter_names: 'businesses.delete-expired-data',
  credit_grants: 'stays: books',
  credit_uses: 'stays: books',
  date_overrides: 'products.delete-unused-slots',
  decisions: 'stays: law',
  discount_code_addresses: 'credit.delete-expired-data',
  discount_code_sale_places: 'ends with its code',
  discount_code_types: 'ends with its code',
  discount_codes: 'stays: books',
  discount_uses: 'stays: books',
  disputes: 'stays: books',
  document_numbers: 'few: one a year',
  draws: 'allocation.delete-expired-data',
  forecast_runs: 'forecasts.compute',
  forecasts: 'forecasts.compute',
  stock_question_settings: 'ends with its product',
  stock_questions: 'forecasts.compute',
  earning_holds: 'ends with its dispute',
  favourites: 'ends with its user or product',
  hand_out_conflicts: 'ends with its order',
  holidays: 'ends with its sale place',
  last_writes: 'one a user',
  launch_checks: 'one a check',
  ledger_accounts: 'stays: books',
  ledger_closed_balances: 'stays: books',
  ledger_closed_months: 'stays: books',
  ledger_entries: 'stays: books',
  ledger_record_changes: 'ledger.check-balances',
  ledger_transactions: 'stays: books',
  login_code_attempts: 'identity.delete-expired-data',
  login_codes: 'identity.delete-expired-data',
  look_alikes: 'few: one a pair of sale places',
  member_invitations: 'businesses.delete-expired-data',
  member_notification_settings: 'ends with its member',
  member_sale_places: 'ends with its member',
  members: 'ends with its user',
  devices: 'businesses.delete-expired-data',
  ticket_keys: 'stays: a row for each rotation',
  low_stock_notifications: 'orders.delete-expired-data',
  mail_failures: 'notifications.delete-expired-data',
  map_cell_state: 'one row',
  map_cells: 'offers.update-map-cells',
  map_changes: 'offers.update-map-cells',
  notification_settings: 'one a user',
  operator_recovery_codes: 'few: ten an operator',
  operator_sessions: 'admin.delete-ended-sessions',
  operators: 'few: one an operator',
  order_refunds: 'stays: books',
  friend_links: 'orders.delete-expired-data',
  order_reminders: 'orders.delete-expired-data',
  value_questions: 'orders.delete-expired-data',
  value_answers: 'ends with its order',
  value_proposals: 'orders.delete-expired-data',
  seller_cancellations: 'ends with its order',
  orders: 'stays: books',
  payment_customers: 'one a user',
  payout_accounts: 'one a payee',
  payout_way: 'one row',
  payment_sync_cursors: 'few: one a provider',
  payments: 'payments.delete-unpaid',
  payout_details: 'ledger.delete-expired-data',
  payout_holds: 'one a user',
  payout_months: 'few: one a month',
  payout_runs: 'few: one a month',
  payouts: 'stays: books',
  provider_payouts: 'stays: books',
  provider_transfers: 'stays: books',
  pickup_slots: 'products.delete-unused-slots',
  pin_attempts: 'one a sale place',
  place_claims: 'stays: law',
  place_followers: 'offers.notify-followers',
  price_tiers: 'few',
  product_import_photos: 'products.delete-old-imports',
  product_import_rows: 'products.delete-old-imports',
  product_imports: 'products.delete-old-imports',
  product_texts: 'ends with its product',
  product_types: 'few',
  products: 'stays: books',
  push_subscriptions: 'ends with its session',
  ratings: 'ends with its order',
  receipts: 'stays: books',
  recognised_devices: 'identity.delete-expired-data',
  reconciliations: 'few: two a night',
  recoveries: 'few',
  commission_invoice_files: 'stays: books',
  commission_invoice_tries: 'ends with its invoice: few',
  commission_invoices: 'stays: books',
  installation: 'one row',
  invoicing_tokens: 'one row a service',
  referral_signs: 'admin.find-referral-signs',
  refund_transfers: 'stays: books',
  refunds: 'stays: books',
  report_messages: 'ends with its order',
  reports: 'ends with its order',
  restore_trials: 'few',
  review_replies: 'ends with its order',
  review_translations: 'ends with its order',
  sale_place_types: 'few',
  sale_places: 'stays: books',
  sale_place_impacts: 'orders.count-impact',
  sale_place_towns: 'one a sale place',
  town_impacts: 'orders.count-impact',
  towns: 'few: one a town',
  sandbox_account_links: 'development',
  sandbox_accounts: 'development',
  sandbox_cards: 'development',
  sandbox_disputes: 'development',
  sandbox_intents: 'development',
  sandbox_payouts: 'development',
  sandbox_refunds: 'development',
  sandbox_transfer_reversals: 'development',
  sandbox_transfers: 'development',
  saved_searches: 'offers.delete-expired-data',
  search_index_state: 'one row',
  search_words: 'few: one a word',
  secret_key_checks: 'one row',
  security_events: 'identity.delete-expired-data',
  seller_quarters: 'stays: books',
  slot_deletions: 'one row',
  settled_months: 'few: one a month',
  slot_sums: 'few: 96 a day',
  slot_horizons: 'few: one a time zone',
  social_flows: 'identity.delete-expired-data',
  social_identities: 'ends with its user',
  statement_entries: 'stays: books',
  statements: 'stays: books',
  tokens: 'identity.delete-expired-data',
  off_sale_periods: 'stays: figures of sellers',
  unsold_units: 'stays: figures of sellers',
  trust_nights: 'few: one a night',
  uploads: 'products.delete-unused-uploads',
  users: 'stays: books',
};

const root = join(import.meta.dirname, '../../../..');
const periodicQueues = globSync('apps/api/src/**/*.ts', { cwd: root })
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => [
    ...readFileSync(join(root, file), 'utf8').matchAll(/\.schedule\(\s*'[^']+',\s*'([^']+)'/g),
  ])
  .map(([, queue]) => queue!);

test('each table that ends by periodic work ends by one that exists', () => {
  const queues = new Set(Object.values(ENDS).filter((end) => end.includes('.')));
  expect([...queues].filter((queue) => !periodicQueues.includes(queue))).toEqual([]);
});

test('docs/operating.md says of all periodic work how much it does at once and how it finds it', () => {
  expect(periodicQueues.length).toBeGreaterThan(30);
  const rows = readFileSync(join(root, 'docs/operating.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `') && line.split(' | ').length === 5)
    .join('\n');
  expect(periodicQueues.filter((queue) => !rows.includes(`\`${queue}\``))).toEqual([]);
});
