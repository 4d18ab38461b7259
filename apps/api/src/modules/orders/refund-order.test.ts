import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectAllSettled, expectBooksAgree } from '../../../test/books-agree.ts';
import type { Person } from '../../../test/builders.ts';
import { handOut, sale } from '../../../test/sale.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../test/test-app.ts';
import { balances } from '../ledger/index.ts';
import { planRefund } from './orders.rules.ts';
import { type Refund, refundOrder } from './refund-order.ts';

const api = useTestApp();

/** A pack of 3.99 that was handed out: 2.70 are the seller's. */
async function collected() {
  api.clock.set(FRIDAY_NOON);
  const all = await sale(api);
  api.clock.set('2026-11-20T17:40:00.000Z');
  await handOut(all.seller, all.id, all.pin);
  return all;
}

const give = (orderId: number, total: Refund['total'], by: Refund['by'] = 'operator') =>
  refundOrder(api.context, { orderId, total, by, reason: 'The bread was stale.' });

const refused = (giving: Promise<boolean>, kind: string) => expect(giving).rejects.toMatchObject({ kind });

async function bookOf({ seller, buyer }: { seller: Person; buyer: Person }) {
  const book = await balances(api.db);
  return { seller: book.get(`seller:${seller.id}`), buyer: book.get(`buyer:${buyer.id}`) };
}

const backOnCard = async (orderId: number) =>
  (
    await api.db
      .selectFrom('sandbox_intents')
      .innerJoin('payments', 'payments.provider_ref', 'sandbox_intents.ref')
      .innerJoin('orders', 'orders.payment_id', 'payments.id')
      .select('sandbox_intents.refunded_cents')
      .where('orders.id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).refunded_cents;

test('a part goes on the seller’s earning alone, and the buyer is told', async () => {
  const { id, buyer, seller } = await collected();
  const before = (await balances(api.db)).get('commission');
  expect(await give(id, 150)).toBe(true);
  expect(await bookOf({ seller, buyer })).toEqual({ seller: -120, buyer: -150 });
  await api.jobs.runDue();
  expect(await bookOf({ seller, buyer })).toEqual({ seller: -120, buyer: 0 });
  expect((await balances(api.db)).get('commission')).toBe(before);
  expect(await backOnCard(id)).toBe(150);
  const { data } = await buyer.call('showOrder', { params: { id } });
  expect(data).toMatchObject({ state: 'collected', refunded_cents: 150 });
  expect(api.mails.at(-1)).toMatchObject({ to: buyer.email, subject: expect.stringContaining('Refund') });
  expect(api.mails.at(-1)!.text).toContain('€1.50');
  expect(api.mails.at(-1)!.text).toContain('stale');
  await expectAllSettled(api.db);
});

test('asked for twice, at once or later, it is given once; more later is the rest', async () => {
  const { id, buyer, seller } = await collected();
  const answers = await Promise.all([give(id, 100), give(id, 100)]);
  expect(answers.sort()).toEqual([false, true]);
  await api.jobs.runDue();
  expect(await give(id, 100)).toBe(false);
  expect(await give(id, 270)).toBe(true);
  await api.jobs.runDue();
  expect(await backOnCard(id)).toBe(270);
  expect(await bookOf({ seller, buyer })).toEqual({ seller: 0, buyer: 0 });
  await refused(give(id, 200), 'validation');
});

test('all of it after a part undoes the sale to the last cent, however the money travels', async () => {
  const { id, buyer, seller } = await collected();
  await give(id, 270);
  await give(id, 'all');
  await expectBooksAgree(api.db);
  await api.jobs.runDue();
  expect(await backOnCard(id)).toBe(399);
  expect(await bookOf({ seller, buyer })).toEqual({ seller: 0, buyer: 0 });
  const { data } = await buyer.call('showOrder', { params: { id } });
  expect(data).toMatchObject({ state: 'refunded', refunded_cents: 399 });
  expect(await give(id, 'all')).toBe(false);
  await refused(give(id, 100), 'conflict');
  await expectAllSettled(api.db);
});

test('between earning and price there is nothing; of a cancelled order neither', async () => {
  const { id } = await collected();
  await refused(give(id, 271), 'validation');
  await refused(give(id, 400), 'validation');
  const other = await (async () => {
    api.clock.set(FRIDAY_NOON);
    return sale(api);
  })();
  await other.buyer.call('cancelOrder', { params: { id: other.id }, body: {} });
  expect(await give(other.id, 'all')).toBe(false);
  await refused(give(other.id, 100), 'conflict');
  await refused(give(999_999, 'all'), 'notFound');
});

test('a provider that gives no answer gives the money once all the same', async () => {
  const { id } = await collected();
  const working = api.provider.refund;
  api.provider.refund = async (...given) => {
    await working(...given);
    throw new Error('the answer was lost');
  };
  await give(id, 120);
  await api.jobs.runDue({ mayFail: true });
  api.provider.refund = working;
  api.clock.advance(MINUTE);
  await api.jobs.tick('payments.sweep');
  await api.jobs.runDue();
  expect(await backOnCard(id)).toBe(120);
  await expectAllSettled(api.db);
});

test('a plan never gives back less than nothing, nor leaves a seller below nothing', () => {
  const cents = fc.integer({ min: 130, max: 5000 });
  fc.assert(
    fc.property(cents, fc.nat(), fc.nat({ max: 6000 }), (price, had, total) => {
      const earning = price - 129;
      const order = {
        state: 'collected',
        price_cents: price,
        earning_cents: earning,
        refunded_cents: had % (earning + 1),
      } as const;
      const plan = planRefund(order, total);
      if (plan === 'part') {
        expect(total).toBeGreaterThan(order.refunded_cents);
        expect(total).toBeLessThanOrEqual(earning);
      }
      if (plan === 'whole') expect(total).toBe(price);
      if (plan === 'done') expect(total).toBe(order.refunded_cents);
    }),
  );
});
