import { beforeAll, expect, test } from 'vitest';
import { buy, expectRefusal, type Person, person, shop } from '../../../test/builders.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { refundOrder } from '../orders/index.ts';

/** Rui sells a pack on each of three days; the first is given back in part, the last wholly. He buys one, too. */
const api = useTestApp();
let rui: Person;
let orders: number[];

beforeAll(async () => {
  const { seller, productId } = await shop(api, { quantity: 7 });
  rui = seller;
  orders = [];
  for (const day of ['2026-11-18', '2026-11-19', '2026-11-20']) {
    api.clock.set(`${day}T12:00:00Z`);
    await api.jobs.tick('packs.keep-slots');
    orders.push((await buy(await person(api), productId)).id);
  }
  await buy(rui, (await shop(api)).productId);
  const by = { by: 'operator', reason: 'stale' } as const;
  await refundOrder(api.context, { orderId: orders[0]!, total: 100, ...by });
  await refundOrder(api.context, { orderId: orders[2]!, total: 'all', ...by });
});

type Query = NonNullable<Parameters<typeof list>[0]>;
const list = (
  query: { role?: 'buyer' | 'seller'; kind?: 'sale' | 'reversal'; from?: string; to?: string } & {
    limit?: number;
    cursor?: string;
  } = {},
) => rui.call('listTransactions', { query });
const kinds = async (query: Query) => (await list(query)).data.map(({ kind }) => kind);
async function amounts(query: Query) {
  const file = await (await rui.call('transactionsCsv', { query })).text();
  const [, ...lines] = file.trim().split('\r\n');
  return lines.map((line) => line.split(',').at(-1));
}

test('everything of every role, newest first, with what came and what went', async () => {
  expect(await kinds({})).toEqual(['reversal', 'partial_refund', 'purchase', 'sale', 'sale', 'sale']);
  expect((await list()).sums).toEqual({ count: 6, in_cents: 810, out_cents: 100 + 270 + 399 });
  expect(await amounts({})).toEqual(['-2.70', '-1.00', '-3.99', '2.70', '2.70', '2.70']);
});

test.each([
  [{ role: 'buyer' }, ['purchase'], { count: 1, in_cents: 0, out_cents: 399 }],
  [{ kind: 'sale' }, ['sale', 'sale', 'sale'], { count: 3, in_cents: 810, out_cents: 0 }],
  [{ kind: 'reversal', role: 'seller' }, ['reversal'], { count: 1, in_cents: 0, out_cents: 270 }],
  [{ kind: 'reversal', role: 'buyer' }, [], { count: 0, in_cents: 0, out_cents: 0 }],
  [{ to: '2026-11-18' }, ['sale'], { count: 1, in_cents: 270, out_cents: 0 }],
  [{ from: '2026-11-19', to: '2026-11-19' }, ['sale'], { count: 1, in_cents: 270, out_cents: 0 }],
  [{ from: '2026-11-20', kind: 'sale' }, ['sale'], { count: 1, in_cents: 270, out_cents: 0 }],
  [{ from: '2026-11-21' }, [], { count: 0, in_cents: 0, out_cents: 0 }],
] as [Query, string[], object][])('%j: list, sums and file say the same', async (query, expected, sums) => {
  expect(await kinds(query)).toEqual(expected);
  expect((await list(query)).sums).toEqual(sums);
  expect(await amounts(query)).toHaveLength(expected.length);
});

test('page by page nothing is missed, nothing comes twice, and sums come once', async () => {
  const seen: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 3; page++) {
    const { data, next_cursor, sums } = await list({ limit: 2, ...(cursor && { cursor }) });
    expect(sums === null).toBe(page > 0);
    seen.push(...data.map(({ id }) => id));
    expect(next_cursor === null).toBe(page === 2);
    cursor = next_cursor ?? undefined;
  }
  expect(new Set(seen).size).toBe(6);
  expect(seen).toEqual([...seen].sort((a, b) => Number(b) - Number(a)));
});

test('days are those of the operator’s calendar', async () => {
  api.clock.set('2026-07-10T23:30:00Z');
  const late = await person(api);
  // Half past midnight of the 11th in Lisbon.
  await buy(late, (await shop(api)).productId);
  const on = async (day: string) =>
    (await late.call('listTransactions', { query: { from: day, to: day } })).data.length;
  expect([await on('2026-07-10'), await on('2026-07-11')]).toEqual([0, 1]);
});

test('a period that ends before it begins is refused, in list and file', async () => {
  const query = { from: '2026-11-20', to: '2026-11-19' };
  await expectRefusal(list(query), 1, 'from');
  await expectRefusal(rui.call('transactionsCsv', { query }), 1, 'from');
});

test('nobody sees what is another’s', async () => {
  const other = await person(api, { is_owner: true });
  expect((await other.call('listTransactions')).data).toEqual([]);
});
