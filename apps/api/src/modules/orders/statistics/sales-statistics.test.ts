import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  expectApiError,
} from '../../../../test/support/builders.ts';
import { createPaidOrder, handOutOrder } from '../../../../test/support/order-builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';
import { sendRequest } from '../../../../test/support/test-request.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));

const EMPTY_TOTALS = {
  offered: 0,
  sold: 0,
  collected: 0,
  price_cents: 0,
  refunded_cents: 0,
  commission_cents: 0,
  discount_cents: 0,
  earning_cents: 0,
};

describe('sales statistics', () => {
  test('are zero without orders, for this week and the three before', async () => {
    const seller = await createTestUser(api, { isSeller: true });
    expect((await seller.call('getSalesStatistics')).data).toEqual({
      from: '2026-10-26',
      to: '2026-11-20',
      totals: EMPTY_TOTALS,
      waste_avoided_grams: 0,
      declared_weight: { packs: 0, grams: 0 },
      days: [],
      packs: [],
      hours: [],
      before: { from: '2026-09-28', to: '2026-10-23', totals: EMPTY_TOTALS, days: [] },
    });
  });

  test('exclude fully refunded orders; partial refunds reduce the earning', async () => {
    const counter = await createProductOnSale(api, { quantity: 5 });
    const orders = [];
    for (let i = 0; i < 4; i++) orders.push(await buyProduct(await createTestUser(api), counter.productId));
    const [first, second, third] = orders.map(({ id }) => id);
    const setQuantity = (id: number, change: Parameters<typeof updateOrder>[1]) => updateOrder(id, change);
    await setQuantity(first!, { state: 'cancelled_by_buyer', refunded_cents: 399 });
    await setQuantity(second!, { refunded_cents: 100 });
    // Refunds more than the earning of 2.70: the earning stops at 0.
    await setQuantity(third!, { refunded_cents: 300 });
    api.clock.set('2026-11-20T18:00:00Z');
    await handOutOrder(counter.seller, orders[3]!.id, orders[3]!.pin!);

    const query = { from: '2026-11-20', to: '2026-11-20' };
    const { data } = await counter.seller.call('getSalesStatistics', { query });
    const totals = {
      offered: 5,
      sold: 3,
      collected: 1,
      price_cents: 3 * 399,
      refunded_cents: 400,
      commission_cents: 3 * 129,
      discount_cents: 0,
      earning_cents: 170 + 0 + 270,
    };
    expect(data).toMatchObject({ totals, days: [{ date: '2026-11-20', ...totals }] });
    expect(data.packs).toEqual([
      {
        ...totals,
        sale_place: { id: counter.salePlaceId, name: 'Padaria Aurora' },
        product: { id: counter.productId, name: 'Cesto de fim de tarde' },
      },
    ]);
    expect(data.waste_avoided_grams).toBe(1000);
    expect(data.declared_weight).toEqual({ packs: 0, grams: 0 });
    await sql`update orders set weight_grams = 1100 where id in (${second!}, ${orders[3]!.id})`.execute(
      api.db,
    );
    expect((await counter.seller.call('getSalesStatistics', { query })).data.declared_weight).toEqual({
      ...{ packs: 1, grams: 1100 },
    });
  });

  test('say in which hour of which weekday units were bought, at the sale place', async () => {
    // Summer time of Lisbon: a Wednesday at 23:30 and Thursdays at 00:15.
    api.clock.set('2026-09-02T22:30:00Z');
    const { seller, productId, salePlaceId } = await createProductOnSale(api, { quantity: 5 });
    await buyProduct(await createTestUser(api), productId);
    api.clock.set('2026-09-02T23:15:00Z');
    const orders = [];
    for (let i = 0; i < 3; i++) orders.push(await buyProduct(await createTestUser(api), productId));
    await updateOrder(orders[0]!.id, { state: 'cancelled_by_buyer', refunded_cents: 399 });
    const read = async (query: object) =>
      (await seller.call('getSalesStatistics', { query: { from: '2026-09-01', to: '2026-09-07', ...query } }))
        .data.hours;
    const hours = [
      { weekday: 3, hour: 23, sold: 1 },
      { weekday: 4, hour: 0, sold: 2 },
    ];
    expect(await read({})).toEqual(hours);
    expect(await read({ sale_place_id: salePlaceId, product_id: productId })).toEqual(hours);
    expect(await read({ from: '2026-09-05' })).toEqual([]);
    api.clock.set('2026-11-20T12:00:00Z');
  });

  test('can be limited to a sale place or a product', async () => {
    const { seller, salePlaceId: placeId, productId } = await createPaidOrder(api, { quantity: 2 });
    const other = await createProductOnSale(api, { seller, quantity: 3 });
    const of = async (query: object) => (await seller.call('getSalesStatistics', { query })).data.totals;
    const day = { from: '2026-11-20', to: '2026-11-20' };
    expect(await of(day)).toMatchObject({ offered: 5, sold: 1 });
    expect(await of({ ...day, sale_place_id: placeId })).toMatchObject({ offered: 2, sold: 1 });
    expect(await of({ ...day, sale_place_id: other.salePlaceId })).toMatchObject({ offered: 3, sold: 0 });
    expect(await of({ ...day, product_id: productId })).toMatchObject({ offered: 2, sold: 1 });
  });

  test('come with the same weekdays before', async () => {
    const { seller } = await createPaidOrder(api);
    api.clock.set('2026-11-27T12:00:00Z');
    await api.jobs.runScheduled('products.generate-slots');
    const week = { from: '2026-11-23', to: '2026-11-27' };
    const { data } = await seller.call('getSalesStatistics', { query: week });
    expect(data.totals).toMatchObject({ sold: 0, offered: 15 });
    expect(data.before).toMatchObject({
      from: '2026-11-16',
      to: '2026-11-20',
      totals: { sold: 1, offered: 3 },
    });
    // Includes the Saturday and Sunday between the two ranges.
    expect(data.before.days.map(({ date }) => date)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
  });

  test('count on the local date at the sale place', async () => {
    const moscow = { latitude: 55.7558, longitude: 37.6173 };
    const night = { fri: { time_start: '00:30', time_end: '01:30' } };
    api.clock.set('2026-11-19T20:00:00Z');
    const { seller } = await createPaidOrder(api, { salePlace: moscow, schedule: night });
    const date = async (date: string) =>
      (await seller.call('getSalesStatistics', { query: { from: date, to: date } })).data.totals.sold;
    // Half past midnight on Friday in Moscow is still Thursday everywhere west of it.
    expect(await date('2026-11-20')).toBe(1);
    expect(await date('2026-11-19')).toBe(0);
    api.clock.set('2026-11-19T21:05:00Z');
    expect((await seller.call('getSalesStatistics')).data.to).toBe('2026-11-20');
  });

  test('count only sold units as offered on a closed date', async () => {
    const { seller, productId } = await createPaidOrder(api, { quantity: 4 });
    await api.db
      .updateTable('pickup_slots')
      .set({ closed: true })
      .where('product_id', '=', productId)
      .where('date', '=', '2026-11-20')
      .execute();
    const query = { from: '2026-11-20', to: '2026-11-20' };
    expect((await seller.call('getSalesStatistics', { query })).data.totals).toMatchObject({
      offered: 1,
      sold: 1,
    });
  });

  test('count only sold units as offered on dates on which the product was mostly off sale', async () => {
    const { seller, productId } = await createPaidOrder(api, { quantity: 4 });
    // Windows end at 19:00.
    const noteOffSale = (from: string, to: string | null) =>
      api.db
        .insertInto('off_sale_periods')
        .values({ product_id: productId, began_at: new Date(from), ended_at: to ? new Date(to) : null })
        .execute();
    await noteOffSale('2026-11-19T19:30:00Z', '2026-11-20T07:40:00Z');
    await noteOffSale('2026-11-22T08:00:00Z', '2026-11-22T19:30:00Z');
    await noteOffSale('2026-11-23T18:00:00Z', null);
    api.clock.set('2026-11-25T12:00:00Z');
    const { data } = await seller.call('getSalesStatistics', {
      query: { from: '2026-11-20', to: '2026-11-24' },
    });
    expect(data.days.map(({ offered, sold }) => [offered, sold])).toEqual([
      [1, 1],
      [4, 0],
      [4, 0],
      [4, 0],
      [0, 0],
    ]);
  });

  test('refuse a range that is backwards or longer than a year', async () => {
    const { seller, salePlaceId: placeId } = await createProductOnSale(api);
    const requestedRange = (query: object) => seller.call('getSalesStatistics', { query });
    await expectApiError(requestedRange({ from: '2026-11-21', to: '2026-11-20' }), 1, 'from');
    await expectApiError(requestedRange({ from: '2025-11-19', to: '2026-11-20' }), 1, 'to');
    await expectApiError(seller.call('exportSalesStatistics', { query: { from: '2026-11-21' } }), 1, 'from');
    const { seller: other } = await createProductOnSale(api);
    await expectApiError(other.call('getSalesStatistics', { query: { sale_place_id: placeId } }), 4);
    await expectApiError(other.call('getSalesStatistics', { query: { product_id: 999_999 } }), 4);
  });
});

describe('the CSV file', () => {
  test('has a line per day and product, with headers in the caller’s language', async () => {
    const { seller, productId } = await createPaidOrder(api, { quantity: 2 });
    await sql`update products set name = '=HYPERLINK("x")' where id = ${productId}`.execute(api.db);
    const { text, headers, status } = await sendRequest(api, 'exportSalesStatistics', {
      query: { from: '2026-11-20', to: '2026-11-21' },
      token: seller.token,
      language: 'pt',
    });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="wopack-sales-2026-11-20-2026-11-21.csv"',
    });
    expect(text.split('\r\n')).toEqual([
      '\ufeff"Data de recolha";"Dia da semana";"Loja";"Pack";"À venda";"Vendidos";"Entregues";"Preço, EUR";"Devolvido, EUR";"Comissão, EUR";"Códigos de desconto próprios, EUR";"Ganho, EUR"',
      '"2026-11-20";"sexta-feira";"Padaria Aurora";"\'=HYPERLINK(""x"")";2;1;0;3,99;0,00;1,29;0,00;2,70',
      '"2026-11-21";"sábado";"Padaria Aurora";"\'=HYPERLINK(""x"")";2;0;0;0,00;0,00;0,00;0,00;0,00',
      '',
    ]);
  });

  test('is returned as a file by the typed client', async () => {
    const { seller } = await createPaidOrder(api);
    const file = await seller.call('exportSalesStatistics', {
      query: { from: '2026-11-20', to: '2026-11-20' },
    });
    expect(await file.text()).toContain(
      '"2026-11-20","Friday","Padaria Aurora","Cesto de fim de tarde",3,1,0,3.99',
    );
  });
});

const updateOrder = (id: number, change: { state?: 'cancelled_by_buyer'; refunded_cents?: number }) =>
  api.db.updateTable('orders').set(change).where('id', '=', id).execute();
