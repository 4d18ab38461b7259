import { errorCodes } from '@wopack/contract';
import { beforeEach, expect, test } from 'vitest';
import {
  buyProduct,
  createMember,
  createProductOnSale,
  createTestUser,
  expectApiError,
} from '../../../../test/support/builders.ts';
import { createTestOperator } from '../../../../test/support/operators.ts';
import { handOutOrder } from '../../../../test/support/order-builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';
import { sendRequest } from '../../../../test/support/test-request.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));

const DAY = { from: '2026-11-20', to: '2026-11-20' };

/** Two sale places of one seller: the first has sold two of four and cancelled a fifth, the other has sold nothing. */
async function createTwoSalePlaces() {
  const first = await createProductOnSale(api, { quantity: 5 });
  const second = await createProductOnSale(api, { seller: first.seller, quantity: 4 });
  const orders = [];
  for (let n = 0; n < 3; n++) orders.push(await buyProduct(await createTestUser(api), first.productId));
  await first.seller.call('cancelSellerOrder', {
    params: { id: orders[0]!.id },
    body: { reason: 'the oven is broken' },
  });
  api.clock.set('2026-11-20T18:00:00Z');
  await handOutOrder(first.seller, orders[1]!.id, orders[1]!.pin!);
  await api.db
    .updateTable('sale_places')
    .set({ name: '=Aurora', rating_sum: 14, rating_count: 3 })
    .where('id', '=', first.salePlaceId)
    .execute();
  return { seller: first.seller, firstId: first.salePlaceId, secondId: second.salePlaceId };
}

const EARNED = {
  sold: 2,
  collected: 1,
  price_cents: 2 * 399,
  refunded_cents: 0,
  commission_cents: 2 * 129,
  earning_cents: 2 * 270,
  cancelled: 1,
};

test('each sale place has figures of its own, which add up', async () => {
  const { seller, firstId, secondId } = await createTwoSalePlaces();
  const { data } = await seller.call('compareSalePlaces', { query: DAY });
  expect(data).toMatchObject({ ...DAY, totals: { ...EARNED, offered: 8 } });
  expect(data.sale_places).toMatchObject([
    { ...EARNED, id: firstId, name: '=Aurora', offered: 4, rating: 4.7, rating_count: 3 },
    { id: secondId, offered: 4, sold: 0, cancelled: 0, earning_cents: 0, rating: null, rating_count: 0 },
  ]);
  // The figures of the sales page are the same.
  const { totals } = (await seller.call('getSalesStatistics', { query: DAY })).data;
  expect(data.totals).toMatchObject(totals);
  const elsewhere = { from: '2026-10-01', to: '2026-10-02' };
  const before = (await seller.call('compareSalePlaces', { query: elsewhere })).data;
  expect(before.sale_places).toHaveLength(2);
  expect(before.totals).toMatchObject({ offered: 0, sold: 0, cancelled: 0 });
});

test('what an operator cancelled is not counted as cancelled by the business', async () => {
  const { seller, salePlaceId, productId } = await createProductOnSale(api, { quantity: 4 });
  const [byOperator, bySeller] = [
    await buyProduct(await createTestUser(api), productId),
    await buyProduct(await createTestUser(api), productId),
  ];
  const operator = await createTestOperator(api, 'owner');
  await operator.call('cancelAdminOrder', {
    params: { id: byOperator.id },
    body: { reason: 'The buyer asked for it.' },
  });
  await seller.call('cancelSellerOrder', { params: { id: bySeller.id }, body: { reason: 'no flour' } });
  const { data } = await seller.call('compareSalePlaces', { query: DAY });
  expect(data.sale_places).toMatchObject([{ id: salePlaceId, cancelled: 1, sold: 0 }]);
});

test('a removed sale place stays while it has figures', async () => {
  const { seller, firstId, secondId } = await createTwoSalePlaces();
  const listIds = async (query: object) =>
    (await seller.call('compareSalePlaces', { query })).data.sale_places.map(({ id }) => id);
  await api.db
    .updateTable('sale_places')
    .set({ removed_at: api.clock.now() })
    .where('id', '=', firstId)
    .execute();
  expect(await listIds(DAY)).toEqual([firstId, secondId]);
  expect(await listIds({ from: '2026-10-01', to: '2026-10-02' })).toEqual([secondId]);
});

test('members see the sale places of their scope, those who hand out none', async () => {
  const { seller, firstId, secondId } = await createTwoSalePlaces();
  const accountant = await createMember(api, seller, 'accountant', { salePlaceIds: [secondId] });
  const { data } = await accountant.call('compareSalePlaces', { query: DAY });
  expect(data.sale_places.map(({ id }) => id)).toEqual([secondId]);
  expect(data.totals).toMatchObject({ offered: 4, sold: 0, cancelled: 0 });
  const csv = await sendRequest(api, 'exportSalePlaces', { query: DAY, token: accountant.token });
  expect(csv.text).not.toContain('=Aurora');
  expect(csv.text.trim().split('\r\n')).toHaveLength(2);
  const counter = await createMember(api, seller, 'counter', { salePlaceIds: [firstId] });
  await expectApiError(counter.call('compareSalePlaces', { query: DAY }), errorCodes.notAllowed.code);
});

test('of named sale places alone, which have to be the seller’s', async () => {
  const { seller, firstId, secondId } = await createTwoSalePlaces();
  const compare = async (ids: number[]) =>
    (await seller.call('compareSalePlaces', { query: { ...DAY, sale_place_ids: ids.join(',') } })).data;
  expect((await compare([secondId])).sale_places.map(({ id }) => id)).toEqual([secondId]);
  expect((await compare([secondId])).totals).toMatchObject({ offered: 4, sold: 0, cancelled: 0 });
  expect((await compare([firstId, secondId])).totals).toMatchObject(EARNED);
  const { salePlaceId: foreignId } = await createProductOnSale(api);
  await expectApiError(compare([firstId, foreignId]), errorCodes.notFound.code);
});

test('are a file with a line each; a name is no formula', async () => {
  const { seller } = await createTwoSalePlaces();
  const { status, text } = await sendRequest(api, 'exportSalePlaces', {
    query: DAY,
    token: seller.token,
    language: 'pt',
  });
  expect(status).toBe(200);
  const lines = text.trim().split('\r\n');
  expect(lines[0]).toContain('"Loja";"Morada";"À venda";"Vendidos";"Taxa de venda em percentagem"');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/^"'=Aurora";".*";4;2;50;1;1;4,7;3;7,98;0,00;2,58;0,00;5,40$/);
});
