import { orderStates } from '@wopack/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  createDraftProduct,
  createProductOnSale,
  createTestUser,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';
import { SOLD_STATES } from '../orders.rules.ts';

const api = useTestApp();

const FIRST_DATE = Date.UTC(2026, 9, 20);
const dateOf = (day: number) => new Date(FIRST_DATE + day * 86_400_000).toISOString().slice(0, 10);

/** An order of one of the products, in any state. */
const arbitraryOrder = fc.record({
  product: fc.nat({ max: 3 }),
  day: fc.nat({ max: 20 }),
  state: fc.constantFrom(...orderStates),
  price: fc.constantFrom(199, 399, 999),
  partialRefund: fc.option(fc.nat({ max: 100 }), { nil: 0, freq: 2 }),
});
type ArbitraryOrder = typeof arbitraryOrder extends fc.Arbitrary<infer T> ? T : never;

const refundedCents = ({ state, price, partialRefund }: ArbitraryOrder) =>
  SOLD_STATES.includes(state) ? Math.floor((price * partialRefund) / 101) : price;

/** Inserts slots and orders in their final states, without the calls that lead there. */
async function insertOrders(
  seller: TestUser,
  productCount: { id: number; placeId: number }[],
  orders: ArbitraryOrder[],
) {
  const slots = new Map<string, number>();
  for (const [n, order] of orders.entries()) {
    const product = productCount[order.product]!;
    const date = dateOf(order.day);
    const key = `${product.id} ${date}`;
    const start = new Date(`${date}T17:30:00Z`);
    if (!slots.has(key)) {
      const slot = await api.db
        .insertInto('pickup_slots')
        .values({
          product_id: product.id,
          date,
          starts_at: start,
          ends_at: new Date(start.getTime() + 3_600_000),
          quantity: 7,
          units_left: 0,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      slots.set(key, slot.id);
    }
    const common = {
      user_id: seller.id,
      product_id: product.id,
      slot_id: slots.get(key)!,
      created_at: start,
    };
    const token = `${seller.id} ${n}`;
    const payment = await api.db
      .insertInto('payments')
      .values({
        ...common,
        token,
        amount_cents: order.price,
        provider: 'sandbox',
        state: 'paid',
        expires_at: start,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await api.db
      .insertInto('orders')
      .values({
        ...common,
        payment_id: payment.id,
        sale_place_id: product.placeId,
        seller_id: seller.id,
        product_name: 'x',
        price_cents: order.price,
        commission_cents: 129,
        earning_cents: order.price - 129,
        refunded_cents: refundedCents(order),
        pin: String(1000 + n),
        pin_hash: Buffer.from(String(n)),
        state: order.state,
        pickup_start: start,
        pickup_end: new Date(start.getTime() + 3_600_000),
      })
      .execute();
  }
  return slots.size;
}

const sumOrders = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

test('totals by day, product, sale place and in the file add up to the orders in every state', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryOrder, { maxLength: 25 }),
      fc.nat({ max: 20 }),
      fc.nat({ max: 20 }),
      async (orders, firstSeller, otherSeller) => {
        const seller = await createTestUser(api, { isSeller: true, isEmailVerified: true });
        const productCount: { id: number; placeId: number }[] = [];
        for (const _ of [1, 2]) {
          const { salePlaceId: placeId, productId } = await createProductOnSale(api, { seller });
          productCount.push(
            { id: productId, placeId },
            { id: await createDraftProduct(api, seller, placeId), placeId },
          );
        }
        await sql`delete from pickup_slots where product_id = any(${productCount.map(({ id }) => id)})`.execute(
          api.db,
        );
        const slots = await insertOrders(seller, productCount, orders);
        const [first, last] = [Math.min(firstSeller, otherSeller), Math.max(firstSeller, otherSeller)];

        const sold = orders.filter(
          ({ day, state }) => first <= day && day <= last && SOLD_STATES.includes(state),
        );
        const expected = {
          sold: sold.length,
          collected: sold.filter(({ state }) => state === 'collected').length,
          price_cents: sumOrders(sold.map(({ price }) => price)),
          refunded_cents: sumOrders(sold.map(refundedCents)),
          commission_cents: sold.length * 129,
          earning_cents: sumOrders(
            sold.map((order) => Math.max(0, order.price - refundedCents(order) - 129)),
          ),
        };
        const getStatistics = (query: object) =>
          seller.call('getSalesStatistics', { query: { from: dateOf(first), to: dateOf(last), ...query } });
        const { data } = await getStatistics({});
        expect(data.totals).toMatchObject(expected);
        const keys = ['offered', ...Object.keys(expected)] as (keyof typeof data.totals)[];
        for (const key of keys) {
          expect(sumOrders(data.days.map((day) => day[key]))).toBe(data.totals[key]);
          expect(sumOrders(data.packs.map((product) => product[key]))).toBe(data.totals[key]);
        }
        const salePlaces = [...new Set(productCount.map(({ placeId }) => placeId))];
        const bySalePlace = await Promise.all(salePlaces.map((id) => getStatistics({ sale_place_id: id })));
        expect(sumOrders(bySalePlace.map((place) => place.data.totals.earning_cents))).toBe(
          expected.earning_cents,
        );
        if (first === 0 && last === 20) expect(data.totals.offered).toBe(slots * 7);

        const query = { from: dateOf(first), to: dateOf(last) };
        const lines = (await (await seller.call('exportSalesStatistics', { query })).text())
          .trim()
          .split('\r\n')
          .slice(1);
        const column = (n: number) =>
          sumOrders(lines.map((line) => Math.round(Number(line.split(',').at(n)) * 100)));
        expect(column(-7) / 100).toBe(expected.sold);
        expect(column(-1)).toBe(expected.earning_cents);
        expect(column(-4)).toBe(expected.refunded_cents);
      },
    ),
    { numRuns: 12 },
  );
});
