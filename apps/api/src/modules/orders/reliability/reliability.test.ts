import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  buyProduct,
  buyUnits,
  createMember,
  createProductOnSale,
  createTestUser,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { createTestOperator } from '../../../../test/support/operators.ts';
import { copyOrder, createCollectedOrder } from '../../../../test/support/order-builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';
import { updateReliability } from './reliability.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));

const getFigure = async (productId: number) =>
  (await api.client(null)('getOffer', { params: { id: productId } })).data.reliability;

/** A sale place with so many orders that were handed out, and the order that they are copies of. */
async function createHistory(count: number) {
  const order = await createCollectedOrder(api);
  const buyer = await createTestUser(api);
  for (let i = 1; i < count; i++) await copyOrder(api, order.id, { buyer, reportDeadline: api.clock.now() });
  return order;
}

/** Another order of the same sale place, which its seller then does not keep. */
async function cancelAt(history: { seller: TestUser; productId: number; salePlaceId: number }, time: string) {
  const { id } = await createPaidOrderOf(history);
  api.clock.set(time);
  const body = { reason: 'The oven is broken.' };
  const isLate = new Date(time) > new Date('2026-11-20T15:30:00.000Z');
  await history.seller.call(isLate ? 'refundSellerOrder' : 'cancelSellerOrder', { params: { id }, body });
  await api.jobs.runDue();
  return id;
}

async function createPaidOrderOf({ productId }: { productId: number }) {
  api.clock.set(FRIDAY_NOON);
  const buyer = await createTestUser(api, { isEmailVerified: true });
  return { buyer, ...(await buyProduct(buyer, productId)) };
}

describe('the figure of a sale place', () => {
  test('is there from ten orders on, and each night', async () => {
    const { productId } = await createHistory(9);
    await api.jobs.runScheduled('orders.update-all-reliability');
    expect(await getFigure(productId)).toBeUndefined();
    const tenth = await createHistory(10);
    await api.jobs.runScheduled('orders.update-all-reliability');
    expect(await getFigure(tenth.productId)).toEqual({
      ...{ orders: 10, kept: 10, cancelled: 0, last_cancelled_at: null, last_cancelled: null },
    });
    const { data } = await api.client(null)('getSalePlace', { params: { id: tenth.salePlaceId } });
    expect(data.reliability).toMatchObject({ orders: 10, kept: 10 });
  });

  test.each([
    ['2026-11-20T12:30:00.000Z', 'day', 10],
    ['2026-11-20T16:00:00.000Z', 'hours', 9],
    ['2026-11-20T17:40:00.000Z', 'window', 8],
  ])('a cancellation at %s counts as %s', async (time, when, kept) => {
    const history = await createHistory(11);
    await cancelAt(history, time);
    expect(await getFigure(history.productId)).toEqual({
      ...{ orders: 12, kept, cancelled: 1, last_cancelled_at: time, last_cancelled: when },
    });
  });

  test('what members bought and got is no order kept', async () => {
    const order = await createHistory(10);
    const counter = await createMember(api, order.seller, 'counter');
    for (let i = 0; i < 5; i++)
      await copyOrder(api, order.id, { buyer: counter, reportDeadline: api.clock.now() });
    await api.jobs.runScheduled('orders.update-all-reliability');
    expect(await getFigure(order.productId)).toMatchObject({ orders: 10, kept: 10 });
  });

  test('of packs of an order that were cancelled one after the other, the latest counts', async () => {
    const history = await createHistory(11);
    api.clock.set(FRIDAY_NOON);
    const buyer = await createTestUser(api, { isEmailVerified: true });
    const { id } = await buyUnits(buyer, history.productId, 2);
    for (const [count, time] of [
      [1, '2026-11-20T16:00:00.000Z'],
      [2, '2026-11-20T17:40:00.000Z'],
    ] as const) {
      api.clock.set(time);
      await history.seller.call('refundSellerOrder', {
        params: { id },
        body: { reason: 'The oven is broken.', packs: count },
      });
      await api.jobs.runDue();
    }
    expect(await getFigure(history.productId)).toMatchObject({ orders: 12, kept: 8, cancelled: 1 });
  });

  test('the last cancellation is the one made last, whatever its window', async () => {
    const history = await createHistory(11);
    const first = await cancelAt(history, '2026-11-20T12:30:00.000Z');
    await cancelAt(history, '2026-11-20T16:00:00.000Z');
    // The order that was cancelled first is for a later window.
    await api.db
      .updateTable('orders')
      .set({
        pickup_start: new Date('2026-11-21T17:30:00.000Z'),
        pickup_end: new Date('2026-11-21T18:30:00.000Z'),
      })
      .where('id', '=', first)
      .execute();
    await updateReliability(api.context, history.salePlaceId);
    expect(await getFigure(history.productId)).toMatchObject({
      ...{ cancelled: 2, last_cancelled_at: '2026-11-20T16:00:00.000Z', last_cancelled: 'hours' },
    });
  });

  test('each night, one sale place that fails does not stop the others', async () => {
    const [broken, next] = [await createHistory(10), await createHistory(10)];
    expect(await getFigure(next.productId)).toBeUndefined();
    await sql`create function break_row() returns trigger language plpgsql as
      'begin raise exception ''this row is broken''; end'`.execute(api.ownerDb);
    await sql`create trigger break_row before update on sale_places for each row
      when (new.id = ${sql.lit(broken.salePlaceId)}) execute function break_row()`.execute(api.ownerDb);
    await expect(api.jobs.runScheduled('orders.update-all-reliability')).rejects.toThrow('1 failed');
    expect(await getFigure(next.productId)).toMatchObject({ orders: 10 });
    await sql`drop function break_row cascade`.execute(api.ownerDb);
  });

  test('fewer packs handed out than bought count as a refund of these does', async () => {
    const history = await createHistory(11);
    api.clock.set(FRIDAY_NOON);
    const buyer = await createTestUser(api, { isEmailVerified: true });
    const { id, pin } = await buyUnits(buyer, history.productId, 2);
    api.clock.set('2026-11-20T17:40:00.000Z');
    await history.seller.call('handOut', { params: { id }, body: { pin: pin!, quantity: 1 } });
    await api.jobs.runDue();
    expect(await getFigure(history.productId)).toMatchObject({
      ...{ orders: 12, kept: 8, cancelled: 1, last_cancelled: 'window' },
    });
    expect((await buyer.call('getOrder', { params: { id } })).data.late_cancellation).toBeDefined();
    const mail = api.mails.find(({ to, subject }) => to === buyer.email && subject.startsWith('Money back'));
    expect(mail?.text).toContain('first in the next waitlist');
  });

  test('a slot that is cancelled counts each of its orders', async () => {
    const history = await createHistory(10);
    const first = await createPaidOrderOf(history);
    await createPaidOrderOf(history);
    const { slot_id } = await api.db
      .selectFrom('orders')
      .select('slot_id')
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow();
    const cancel = { params: { id: slot_id }, body: { reason: 'Closed.' } };
    expect((await history.seller.call('cancelSlot', cancel)).data.cancelled).toBe(2);
    await api.jobs.runDue();
    expect(await getFigure(history.productId)).toMatchObject({ orders: 12, cancelled: 2, kept: 8 });
  });

  test('what buyer or operator ended is left out, and what nobody collected is kept', async () => {
    const history = await createHistory(10);
    const mine = await createPaidOrderOf(history);
    await mine.buyer.call('cancelOrder', { params: { id: mine.id }, body: null });
    const operators = await createPaidOrderOf(history);
    const support = await createTestOperator(api, 'support');
    await support.call('cancelAdminOrder', {
      params: { id: operators.id },
      body: { reason: 'The shop has burnt down.' },
    });
    const missed = await createPaidOrderOf(history);
    await api.db.updateTable('orders').set({ state: 'not_collected' }).where('id', '=', missed.id).execute();
    await updateReliability(api.context, history.salePlaceId);
    expect(await getFigure(history.productId)).toMatchObject({ orders: 11, kept: 11, cancelled: 0 });
  });

  test('nothing is written when it is the same', async () => {
    const { salePlaceId } = await createHistory(10);
    const readVersion = async () =>
      (
        await api.db
          .selectFrom('sale_places')
          .select(['id', 'counted_orders'])
          .select((eb) => eb.ref('xmin' as 'id').as('version'))
          .where('id', '=', salePlaceId)
          .executeTakeFirstOrThrow()
      ).version;
    await updateReliability(api.context, salePlaceId);
    const version = await readVersion();
    await updateReliability(api.context, salePlaceId);
    expect(await readVersion()).toBe(version);
  });
});

test('ranks in the recommended order, and never in the nearest', async () => {
  const at = (metres: number) => ({ latitude: -40 + metres / 111_319.49, longitude: 100 });
  const seller = await createTestUser(api, { isSeller: true, isEmailVerified: true });
  const near = await createProductOnSale(api, { seller, salePlace: at(100) });
  const far = await createProductOnSale(api, { seller, salePlace: at(600) });
  const list = async (order?: 'recommended' | 'distance') =>
    (await api.client(null)('listOffers', { query: { ...at(0), radius: 5000, sort: 'me', order } })).data.map(
      ({ id }) => id,
    );
  expect(await list('recommended')).toEqual([near.productId, far.productId]);
  const setKept = (kept: number, counted = 100) =>
    api.db
      .updateTable('sale_places')
      .set({
        counted_orders: counted,
        kept_orders: kept,
        cancelled_orders: counted - kept,
        last_cancelled_at: api.clock.now(),
        last_cancelled_minutes_ahead: 1500,
      })
      .where('id', '=', near.salePlaceId)
      .execute();
  await setKept(96);
  api.clock.advance(1000);
  expect(await list('recommended')).toEqual([near.productId, far.productId]);
  await setKept(94);
  api.clock.advance(1000);
  expect(await list('recommended')).toEqual([far.productId, near.productId]);
  expect(await list('distance')).toEqual([near.productId, far.productId]);
  expect(await list()).toEqual([near.productId, far.productId]);
  // Of too few orders nothing is known.
  await setKept(0, 9);
  api.clock.advance(1000);
  expect(await list('recommended')).toEqual([near.productId, far.productId]);
});
