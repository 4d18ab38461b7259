import { orderStates } from '@wopack/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { draft, type Person, person, shop } from '../../../../test/builders.ts';
import { useTestApp } from '../../../../test/test-app.ts';
import { soldStates } from './sales.rules.ts';

const api = useTestApp();

const FIRST = Date.UTC(2026, 9, 20);
const dateOf = (day: number) => new Date(FIRST + day * 86_400_000).toISOString().slice(0, 10);

/** An order of one of the packs, whatever became of it. */
const anyOrder = fc.record({
  pack: fc.nat({ max: 3 }),
  day: fc.nat({ max: 20 }),
  state: fc.constantFrom(...orderStates),
  price: fc.constantFrom(199, 399, 999),
  partBack: fc.option(fc.nat({ max: 100 }), { nil: 0, freq: 2 }),
});
type AnyOrder = typeof anyOrder extends fc.Arbitrary<infer T> ? T : never;

const refundOf = ({ state, price, partBack }: AnyOrder) =>
  soldStates.includes(state) ? Math.floor((price * partBack) / 101) : price;

/** Writes slots and orders as they are, without the walk that leads there. */
async function write(seller: Person, packs: { id: number; placeId: number }[], orders: AnyOrder[]) {
  const slots = new Map<string, number>();
  for (const [n, order] of orders.entries()) {
    const pack = packs[order.pack]!;
    const date = dateOf(order.day);
    const key = `${pack.id} ${date}`;
    const start = new Date(`${date}T17:30:00Z`);
    if (!slots.has(key)) {
      const slot = await api.db
        .insertInto('pickup_slots')
        .values({
          ...{ product_id: pack.id, date, starts_at: start, ends_at: new Date(start.getTime() + 3_600_000) },
          ...{ quantity: 7, left: 0 },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      slots.set(key, slot.id);
    }
    const common = { user_id: seller.id, product_id: pack.id, slot_id: slots.get(key)!, created_at: start };
    const token = `${seller.id} ${n}`;
    const payment = await api.db
      .insertInto('payments')
      .values({
        ...common,
        ...{ token, amount_cents: order.price, provider: 'sandbox', state: 'paid', expires_at: start },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await api.db
      .insertInto('orders')
      .values({
        ...common,
        ...{ payment_id: payment.id, sale_place_id: pack.placeId, seller_id: seller.id, product_name: 'x' },
        ...{ price_cents: order.price, commission_cents: 129, earning_cents: order.price - 129 },
        ...{ refunded_cents: refundOf(order), pin: String(1000 + n), pin_hash: null, state: order.state },
        ...{ pickup_start: start, pickup_end: new Date(start.getTime() + 3_600_000) },
      })
      .execute();
  }
  return slots.size;
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

test('whatever became of the orders, the table adds up to them, by day, by pack, by venue and in the file', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyOrder, { maxLength: 25 }),
      fc.nat({ max: 20 }),
      fc.nat({ max: 20 }),
      async (orders, one, other) => {
        const seller = await person(api, { is_owner: true });
        const packs: { id: number; placeId: number }[] = [];
        for (const _ of [1, 2]) {
          const { placeId, productId } = await shop(api, { seller });
          packs.push({ id: productId, placeId }, { id: await draft(api, seller, placeId), placeId });
        }
        await sql`delete from pickup_slots where product_id = any(${packs.map(({ id }) => id)})`.execute(
          api.db,
        );
        const slots = await write(seller, packs, orders);
        const [first, last] = [Math.min(one, other), Math.max(one, other)];

        const sold = orders.filter(
          ({ day, state }) => first <= day && day <= last && soldStates.includes(state),
        );
        const expected = {
          sold: sold.length,
          collected: sold.filter(({ state }) => state === 'collected').length,
          price_cents: sum(sold.map(({ price }) => price)),
          refunded_cents: sum(sold.map(refundOf)),
          commission_cents: sold.length * 129,
          earning_cents: sum(sold.map((order) => Math.max(0, order.price - refundOf(order) - 129))),
        };
        const ask = (query: object) =>
          seller.call('sellerSales', { query: { from: dateOf(first), to: dateOf(last), ...query } });
        const { data } = await ask({});
        expect(data.totals).toMatchObject(expected);
        const keys = ['offered', ...Object.keys(expected)] as (keyof typeof data.totals)[];
        for (const key of keys) {
          expect(sum(data.days.map((day) => day[key]))).toBe(data.totals[key]);
          expect(sum(data.packs.map((pack) => pack[key]))).toBe(data.totals[key]);
        }
        const places = [...new Set(packs.map(({ placeId }) => placeId))];
        const byPlace = await Promise.all(places.map((id) => ask({ sale_place_id: id })));
        expect(sum(byPlace.map((place) => place.data.totals.earning_cents))).toBe(expected.earning_cents);
        if (first === 0 && last === 20) expect(data.totals.offered).toBe(slots * 7);

        const query = { from: dateOf(first), to: dateOf(last) };
        const lines = (await (await seller.call('sellerSalesCsv', { query })).text())
          .trim()
          .split('\r\n')
          .slice(1);
        const column = (n: number) =>
          sum(lines.map((line) => Math.round(Number(line.split(',').at(n)) * 100)));
        expect(column(-6) / 100).toBe(expected.sold);
        expect(column(-1)).toBe(expected.earning_cents);
        expect(column(-3)).toBe(expected.refunded_cents);
      },
    ),
    { numRuns: 12 },
  );
});
