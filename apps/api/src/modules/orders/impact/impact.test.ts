import { orderStates } from '@wopack/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  expectApiError,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { createCollectedOrder, handOutOrder } from '../../../../test/support/order-builders.ts';
import { readPdfText } from '../../../../test/support/pdf.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));

const setWeight = (productId: number, grams: number | null) =>
  api.db.updateTable('products').set({ weight_grams: grams }).where('id', '=', productId).execute();

const getImpact = async (user: TestUser, query: { month?: string } = {}) =>
  (await user.call('getImpact', { query })).data;

async function readFile({ token }: TestUser, path: string, language = 'en') {
  const response = await api.app.inject({
    url: `/api/v1/${path}`,
    headers: { authorization: `Bearer ${token}`, 'accept-language': language },
  });
  expect(response.statusCode).toBe(200);
  return response;
}

const readPdf = async (user: TestUser, path: string, language?: string) =>
  readPdfText((await readFile(user, path, language)).rawPayload);

/** Two collected units with a weight of 1.1 kg and one whose weight nobody said, bought by one buyer. */
async function createThreeProducts() {
  const { productId, seller, salePlaceId } = await createProductOnSale(api, { quantity: 7 });
  const buyer = await createTestUser(api);
  const first = await buyProduct(buyer, productId);
  await setWeight(productId, 1100);
  const others = [await buyProduct(buyer, productId), await buyProduct(buyer, productId)];
  api.clock.set('2026-11-20T17:40:00Z');
  for (const { id, pin } of [first, ...others]) await handOutOrder(seller, id, pin!);
  return { buyer, seller, salePlaceId, productId, orders: [first, ...others] };
}

/** All of the price goes back for a problem that the buyer reports. */
async function refundOrder(seller: TestUser, buyer: TestUser, id: number) {
  await buyer.call('reportOrder', { params: { id }, body: { text: 'O saco vinha vazio.' } });
  await seller.call('answerReport', { params: { id }, body: { answer: 'Desculpa.', refunded_cents: 399 } });
}

describe('a buyer', () => {
  test('gets what was collected, with the weight that was declared at the purchase', async () => {
    const { buyer, productId } = await createThreeProducts();
    await setWeight(productId, 300);
    const { month, is_present, months, sum, products, co2 } = await getImpact(buyer);
    const figures = { packs: 3, packs_with_weight: 2, grams: 2200, saved_cents: 3 * (1200 - 399) };
    expect({ month, is_present, sum, co2 }).toEqual({
      month: '2026-11',
      is_present: true,
      sum: figures,
      co2: null,
    });
    expect(months).toHaveLength(12);
    expect(months[0]).toEqual({ month: '2025-12', packs: 0, packs_with_weight: 0, grams: 0, saved_cents: 0 });
    expect(months.at(-1)).toEqual({ month: '2026-11', ...figures });
    expect(products).toEqual([
      { name: 'Cesto de fim de tarde', sale_place: 'Padaria Aurora', packs: 2, weight_grams: 1100 },
      { name: 'Cesto de fim de tarde', sale_place: 'Padaria Aurora', packs: 1, weight_grams: null },
    ]);
    expect((await buyer.call('listOrders')).summary).toEqual({ packs: 3, saved_cents: figures.saved_cents });
  });

  test('gets nothing of what was bought but not collected, or given back', async () => {
    const { buyer, productId, seller, orders } = await createThreeProducts();
    await buyProduct(buyer, productId);
    expect((await getImpact(buyer)).sum.packs).toBe(3);
    await refundOrder(seller, buyer, orders[1]!.id);
    const sum = { packs: 2, packs_with_weight: 1, grams: 1100, saved_cents: 2 * 801 };
    expect((await getImpact(buyer)).sum).toEqual(sum);
    api.clock.set('2026-11-21T12:00:00Z');
    expect((await getImpact(buyer)).sum).toEqual(sum);
  });

  test('sees only their own', async () => {
    await createThreeProducts();
    expect((await getImpact(await createTestUser(api))).sum.packs).toBe(0);
  });

  test('gets earlier months, and none that has not begun', async () => {
    const { buyer } = await createThreeProducts();
    api.clock.set('2027-02-10T12:00:00Z');
    const earlier = await getImpact(buyer, { month: '2026-11' });
    expect([earlier.is_present, earlier.products.length]).toEqual([false, 2]);
    const present = await getImpact(buyer);
    expect([present.month, present.products, present.sum.packs]).toEqual(['2027-02', [], 3]);
    await expectApiError(buyer.call('getImpact', { query: { month: '2027-03' } }), 1, 'month');
    await expectApiError(buyer.call('getImpact', { query: { month: '2027-13' } }), 1, 'month');
  });
});

test('a month is that of the pickup at the sale place', async () => {
  const { buyer, salePlaceId, orders } = await createThreeProducts();
  await sql`update orders set pickup_start = '2026-11-30T23:30:00Z', pickup_end = '2026-12-01T00:30:00Z'
    where id = ${orders[0]!.id}`.execute(api.db);
  const listNovember = async () => (await getImpact(buyer, { month: '2026-11' })).months.at(-1)!.packs;
  expect(await listNovember()).toBe(3);
  await sql`update sale_places set time_zone = 'Europe/Madrid' where id = ${salePlaceId}`.execute(api.db);
  expect(await listNovember()).toBe(2);
});

describe('a business', () => {
  test('gets that of all its sale places or of one, after its buyer has gone too', async () => {
    const { buyer, seller, salePlaceId } = await createThreeProducts();
    const { salePlaceId: other } = await createProductOnSale(api, { seller });
    const sumOf = async (query: { sale_place_id?: number }) =>
      (await seller.call('getBusinessImpact', { query })).data.sum;
    const figures = { packs: 3, packs_with_weight: 2, grams: 2200, saved_cents: 3 * 801 };
    expect(await sumOf({})).toEqual(figures);
    expect(await sumOf({ sale_place_id: salePlaceId })).toEqual(figures);
    expect((await sumOf({ sale_place_id: other })).packs).toBe(0);
    await sql`update users set deleted_at = now() where id = ${buyer.id}`.execute(api.db);
    expect(await sumOf({})).toEqual(figures);
  });

  test('gets none of others', async () => {
    const { salePlaceId } = await createThreeProducts();
    const stranger = await createTestUser(api, { isSeller: true });
    await expectApiError(stranger.call('getBusinessImpact', { query: { sale_place_id: salePlaceId } }), 4);
    expect((await stranger.call('getBusinessImpact', { query: {} })).data.sum.packs).toBe(0);
  });
});

describe('CO2', () => {
  test('stands beside factor, method and source, and only for declared kilograms', async () => {
    const { buyer } = await createThreeProducts();
    const factor = { gramsPerKg: 2500, method: 'Cradle to grave.', source: 'https://example.com/method' };
    Object.assign(api.context.config, { impactCo2: factor });
    try {
      expect((await getImpact(buyer)).co2).toEqual({
        grams: 5500,
        grams_per_kg: 2500,
        method: factor.method,
        source: factor.source,
      });
      const text = await readPdf(buyer, 'impact.pdf');
      expect(text).toContain('5.5 kg of CO₂ equivalent: declared kilograms × 2500 g.');
      expect(text).toContain('Method: Cradle to grave. Source: https://example.com/method');
      expect((await getImpact(buyer, { month: '2026-10' })).co2).toBeNull();
    } finally {
      Object.assign(api.context.config, { impactCo2: null });
    }
  });

  test('is not there without them, which the PDF says', async () => {
    const { buyer } = await createCollectedOrder(api);
    expect(await readPdf(buyer, 'impact.pdf')).toContain('No CO₂ figure');
  });
});

describe('the files', () => {
  test.each([
    ['en', 'What came of it', 'My packs', 'Kilograms of 2 packs of 3', 'November 2026'],
    ['pt', 'No que deu', 'Os meus packs', 'Quilos de 2 packs de 3', 'novembro de 2026'],
    ['ru', 'Что получилось', 'Мои пакеты', 'Килограммы 2 пакетов из 3', 'ноябрь 2026'],
  ])('the PDF has figures, months and how they are counted: %s', async (language, ...parts) => {
    const { buyer } = await createThreeProducts();
    const text = await readPdf(buyer, 'impact.pdf', language);
    for (const part of [...parts, '2,2', '24,03'].map((part) =>
      language === 'en' ? part.replace(/^(\d+),/, '$1.') : part,
    ))
      expect(text).toContain(part);
  });

  test.each(['en', 'pt', 'ru'])('the picture is one of 1080 × 1350: %s', async (language) => {
    const { buyer } = await createThreeProducts();
    const { rawPayload, headers } = await readFile(buyer, 'impact.png', language);
    expect(headers['content-type']).toBe('image/png');
    const { format, width, height } = await sharp(rawPayload).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', width: 1080, height: 1350 });
    // Letters are on the sheet: it is not of one colour.
    const { channels } = await sharp(rawPayload)
      .extract({ left: 90, top: 90, width: 900, height: 500 })
      .stats();
    expect(channels[0]!.stdev).toBeGreaterThan(10);
  });

  test('those of a sale place name it, in letters that the fonts have not too', async () => {
    const { seller, salePlaceId } = await createThreeProducts();
    await sql`update sale_places set name = ${'Превосходнохлебобулочная مخبز'} where id = ${salePlaceId}`.execute(
      api.db,
    );
    const text = await readPdf(seller, `seller/impact.pdf?sale_place_id=${salePlaceId}`, 'ru');
    expect(text).toContain('Превосходнохлебобулочная');
    expect(text).toContain('Здесь записано латиницей');
    const { rawPayload } = await readFile(seller, `seller/impact.png?sale_place_id=${salePlaceId}`, 'ru');
    expect((await sharp(rawPayload).metadata()).width).toBe(1080);
  });
});

const WEIGHTS = [null, 50, 333, 1100, 20_000];
const STARTS = [
  ...['2025-11-30T22:30:00Z', '2025-12-01T00:10:00Z', '2026-10-31T23:30:00Z', '2026-11-01T10:00:00Z'],
  ...['2026-11-30T22:30:00Z', '2026-11-30T23:30:00Z', '2026-12-01T11:30:00Z'],
];
const arbitraryOrder = fc
  .record({
    place: fc.nat({ max: 1 }),
    buyer: fc.nat({ max: 2 }),
    start: fc.constantFrom(...STARTS),
    state: fc.constantFrom(...orderStates, 'collected' as const, 'collected' as const),
    quantity: fc.integer({ min: 1, max: 7 }),
    returned: fc.nat({ max: 6 }),
    unitPrice: fc.constantFrom(199, 399),
    unitValue: fc.constantFrom(100, 1200),
    weight: fc.constantFrom(...WEIGHTS),
  })
  .map((order) => ({ ...order, returned: Math.min(order.returned, order.quantity - 1) }));

test('sums of buyers, sale places and the business are those of their collected orders', async () => {
  const seller = await createTestUser(api, { isSeller: true, isEmailVerified: true });
  const places = [await createProductOnSale(api, { seller }), await createProductOnSale(api, { seller })];
  const zones = ['Europe/Lisbon', 'Pacific/Kiritimati'];
  for (const [index, { salePlaceId }] of places.entries())
    await sql`update sale_places set time_zone = ${zones[index]} where id = ${salePlaceId}`.execute(api.db);
  const buyers = [await createTestUser(api), await createTestUser(api), await createTestUser(api)];
  api.clock.set('2026-12-20T12:00:00Z');
  let number = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryOrder, { maxLength: 15 }), async (orders) => {
      await sql`delete from orders where seller_id = ${seller.id}`.execute(api.db);
      for (const order of orders) {
        const { productId, salePlaceId } = places[order.place]!;
        const slot = await api.db
          .selectFrom('pickup_slots')
          .select('id')
          .where('product_id', '=', productId)
          .orderBy('id')
          .limit(1)
          .executeTakeFirstOrThrow();
        const price = order.unitPrice * order.quantity;
        const start = new Date(order.start);
        const common = {
          user_id: buyers[order.buyer]!.id,
          product_id: productId,
          slot_id: slot.id,
          created_at: start,
        };
        const payment = await api.db
          .insertInto('payments')
          .values({
            ...common,
            token: `impact ${++number}`,
            amount_cents: price,
            provider: 'sandbox',
            state: 'paid',
            expires_at: start,
            quantity: order.quantity,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await api.db
          .insertInto('orders')
          .values({
            ...common,
            payment_id: payment.id,
            sale_place_id: salePlaceId,
            seller_id: seller.id,
            product_name: 'x',
            price_cents: price,
            old_price_cents: order.unitValue * order.quantity,
            commission_cents: 129 * order.quantity,
            earning_cents: price - 129 * order.quantity,
            refunded_cents: order.unitPrice * order.returned,
            quantity: order.quantity,
            returned_quantity: order.returned,
            weight_grams: order.weight,
            pin: String(1000 + number),
            pin_hash: Buffer.from(String(number)),
            state: order.state,
            pickup_start: start,
            pickup_end: new Date(start.getTime() + 3_600_000),
          })
          .execute();
      }
      const monthOf = ({ start, place }: (typeof orders)[number]) =>
        new Date(start).toLocaleDateString('sv', { timeZone: zones[place]! }).slice(0, 7);
      const sumOf = (isOf: (order: (typeof orders)[number]) => boolean) => {
        const sum = { packs: 0, packs_with_weight: 0, grams: 0, saved_cents: 0 };
        for (const order of orders) {
          const month = monthOf(order);
          if (order.state !== 'collected' || month < '2025-12' || month > '2026-11' || !isOf(order)) continue;
          const units = order.quantity - order.returned;
          sum.packs += units;
          if (order.weight !== null) sum.packs_with_weight += units;
          sum.grams += units * (order.weight ?? 0);
          sum.saved_cents += units * Math.max(order.unitValue - order.unitPrice, 0);
        }
        return sum;
      };
      const month = '2026-11';
      for (const [index, buyer] of buyers.entries()) {
        const { sum, months, products } = await getImpact(buyer, { month });
        expect(sum).toEqual(sumOf((order) => order.buyer === index));
        expect(months.at(-1)!.packs).toBe(
          sumOf((order) => order.buyer === index && monthOf(order) === month).packs,
        );
        expect(products.reduce((total, product) => total + product.packs, 0)).toBe(months.at(-1)!.packs);
      }
      const ofBusiness = async (query: { sale_place_id?: number }) =>
        (await seller.call('getBusinessImpact', { query: { ...query, month } })).data.sum;
      expect(await ofBusiness({})).toEqual(sumOf(() => true));
      for (const [index, { salePlaceId }] of places.entries())
        expect(await ofBusiness({ sale_place_id: salePlaceId })).toEqual(
          sumOf((order) => order.place === index),
        );
    }),
    { numRuns: 15 },
  );
});
