import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestUser, type TestUser } from '../../../../test/support/builders.ts';
import { createTestOperator } from '../../../../test/support/operators.ts';
import { createPaidOrder } from '../../../../test/support/order-builders.ts';
import { useTestApp, waitUntilBlocked } from '../../../../test/support/test-app.ts';
import { injectRequest } from '../../../../test/support/test-request.ts';

const api = useTestApp();
/** More than three batches. */
const COUNT = 1700;
let buyer: TestUser;
let seller: TestUser;

/** Copies of an order of the buyer, each with its payment, report and message. */
async function copyOrders(orderId: number, count: number): Promise<void> {
  await sql`
    with paid as (
      insert into payments (token, user_id, product_id, slot_id, amount_cents, provider, state, expires_at, created_at)
      select gen_random_uuid(), user_id, product_id, slot_id, amount_cents, provider, 'paid', now(), now()
      from payments, generate_series(1, ${count}::int)
      where payments.id = (select payment_id from orders where id = ${orderId})
      returning id
    )
    insert into orders (payment_id, user_id, product_id, slot_id, sale_place_id, seller_id, product_name, price_cents,
      commission_cents, earning_cents, pin, pin_hash, state, pickup_start, pickup_end, created_at)
    select paid.id, user_id, product_id, slot_id, sale_place_id, seller_id, product_name, price_cents,
      commission_cents, earning_cents, pin, pin_hash, 'collected', pickup_start + (paid.id % 3) * interval '1 day',
      pickup_end + (paid.id % 3) * interval '1 day', now()
    from orders, paid where orders.id = ${orderId}`.execute(api.db);
  await sql`
    insert into reports (order_id, seller_id, text, answer, answered_by, answered_at, created_at)
    select id, seller_id, 'report of ' || id, 'answer to ' || id, 'seller', now(), now() from orders where state = 'collected'`.execute(
    api.db,
  );
  await sql`
    insert into report_messages (order_id, author, text, created_at)
    select id, 'seller', 'message about ' || id, now() from orders where state = 'collected'`.execute(api.db);
}

beforeAll(async () => {
  const order = await createPaidOrder(api);
  ({ buyer, seller } = order);
  await copyOrders(order.id, COUNT);
});

interface ExportedOrder {
  id: number;
  report: { text: string; answer: string } | null;
  report_answer: string | null;
  report_messages: { text: string }[];
}
type Export = { [K in 'orders' | 'sales' | 'payments' | 'ledger']: ExportedOrder[] };

const download = (user: { token: string }, url = '/api/v1/user/export') =>
  injectRequest(api, 'GET', url, { headers: { authorization: `Bearer ${user.token}` } });
const readExport = async (user: TestUser): Promise<Export> =>
  JSON.parse((await download(user)).text) as Export;

const listNumbers = (rows: readonly ExportedOrder[]) => rows.map(({ id }) => id).sort((a, b) => a - b);
const listIds = async (table: 'orders' | 'payments') =>
  (await api.db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);

test('the export of a buyer has every order and payment once, in order', async () => {
  const { orders, payments } = await readExport(buyer);
  expect(orders.map(({ id }) => id)).toEqual(await listIds('orders'));
  expect(payments.map(({ id }) => id)).toEqual(await listIds('payments'));
  for (const { id, report } of orders.slice(1))
    expect(report).toMatchObject({ text: `report of ${id}`, answer: `answer to ${id}` });
});

test('the export of a seller has every sale once, with what the seller wrote', async () => {
  const { sales, ledger } = await readExport(seller);
  expect(sales).toHaveLength(COUNT + 1);
  expect(listNumbers(sales)).toEqual(await listIds('orders'));
  for (const { id, report_answer, report_messages } of sales.filter((sale) => sale.report_answer))
    expect([report_answer, report_messages.map(({ text }) => text)]).toEqual([
      `answer to ${id}`,
      [`message about ${id}`],
    ]);
  expect(ledger.length).toBeGreaterThan(0);
});

describe('a download whose session ends before its first rows are read', () => {
  const downloads: [
    name: string,
    expected: unknown,
    url: string,
    signIn: () => Promise<{ token: string; end: () => Promise<unknown> }>,
  ][] = [
    [
      'the export of an account is code 2',
      2,
      '/api/v1/user/export',
      async () => {
        const user = await createTestUser(api);
        return { token: user.token, end: () => user.call('logout') };
      },
    ],
    [
      'a list of the console, whose headings were sent, is broken off',
      'broken',
      '/api/v1/admin/orders/export',
      async () => {
        const operator = await createTestOperator(api, 'owner');
        return { token: operator.token, end: () => operator.call('endOperatorSession') };
      },
    ],
  ];
  test.each(downloads)('%s', async (_, expected, url, signIn) => {
    const { token, end } = await signIn();
    const { downloading } = await api.db.transaction().execute(async (trx) => {
      await sql`lock table orders in access exclusive mode`.execute(trx);
      const started = download({ token }, url);
      await waitUntilBlocked(api, 1, started);
      await end();
      return { downloading: started };
    });
    const outcome = await downloading.then(
      ({ body }) => body.code,
      () => 'broken',
    );
    expect(outcome).toBe(expected);
  });
});
