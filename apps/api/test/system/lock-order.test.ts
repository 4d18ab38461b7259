import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { lockLine } from '../../src/modules/allocation/index.ts';
import { lockUserAndKey } from '../../src/modules/identity/index.ts';
import { createProductOnSale } from '../support/builders.ts';
import { LOCK_ORDER, listLocks, takeInversions } from '../support/lock-order.ts';
import { useTestApp } from '../support/test-app.ts';

const api = useTestApp();

test('the order is that of the document, and names tables or advisory locks', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(
    api.db,
  );
  const tables = rows.map(({ name }) => name);
  expect(LOCK_ORDER.filter((name) => !tables.includes(name))).toEqual([
    'line',
    'network',
    'making_payouts',
    'late_credit',
    'link',
  ]);
  expect(LOCK_ORDER.indexOf('orders')).toBeGreaterThanOrEqual(0);
  expect(LOCK_ORDER.indexOf('payments')).toBeGreaterThan(LOCK_ORDER.indexOf('orders'));
});

test.each([
  ['select "id" from "users" where "id" = $1', []],
  ['select "id" from "users" where "id" = $1 for no key update', ['users']],
  [
    'select "p"."id" from "products" as "p" inner join "sale_places" as "s" on true for share of "p"',
    ['products'],
  ],
  ['select 1 from orders, lateral (select from payments) back for update', ['orders']],
  [
    'update "payments" set "state" = $1 where "id" in (select "id" from "payments" for update skip locked)',
    ['payments', 'payments'],
  ],
  ['insert into "orders" ("id") values ($1) on conflict do nothing', []],
  [
    'insert into "pin_attempts" ("id") values ($1) on conflict ("id") do update set "id" = $2',
    ['pin_attempts'],
  ],
  [
    'with "on_sale" as (select 1 from "products" for share of "products") update "pickup_slots" set "a" = 1 ',
    ['products', 'pickup_slots'],
  ],
  ['with old as (delete from uploads returning id) select id from old', ['uploads']],
])('%s', (text, names) => {
  expect(listLocks(text)).toEqual(names);
});

test('what is locked against the order is recorded, rows and advisory locks', async () => {
  const { productId, seller } = await createProductOnSale(api);
  takeInversions();
  const lock = (table: 'products' | 'pickup_slots', id: number) =>
    sql`select id from ${sql.table(table)} where ${sql.ref(table === 'products' ? 'id' : 'product_id')} = ${id} for update`;
  await api.db.transaction().execute(async (trx) => {
    await lock('products', productId).execute(trx);
    await lock('pickup_slots', productId).execute(trx);
    // Again, and what another transaction holds, is no matter.
    await lock('products', productId).execute(trx);
  });
  // Nothing is locked, so nobody waits for it.
  await api.db.transaction().execute(async (trx) => {
    await lock('pickup_slots', 0).execute(trx);
    await lock('products', productId).execute(trx);
  });
  expect(takeInversions()).toEqual([]);
  await api.db.transaction().execute(async (trx) => {
    await lock('pickup_slots', productId).execute(trx);
    await lock('products', productId).execute(trx);
  });
  expect(takeInversions()).toEqual([expect.stringContaining('products after pickup_slots')]);
  await api.db.transaction().execute(async (trx) => {
    await lockUserAndKey(trx, seller.id, { kind: 4901, key: 1 });
    await lockLine(trx, 1);
  });
  expect(takeInversions().map((inversion) => inversion.split(':')[0])).toEqual([
    'line after users',
    'line after network',
  ]);
});
