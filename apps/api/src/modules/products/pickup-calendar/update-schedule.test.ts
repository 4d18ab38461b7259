import type { Input } from '@wopack/contract/client';
import { weekdays } from '@wopack/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  buyProduct,
  createDraftProduct,
  createProductOnSale,
  createTestUser,
  EVENING_SCHEDULE,
  expectApiError,
  getAvailableQuantity,
  startPayment,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../../test/support/test-app.ts';

const api = useTestApp();
type Schedule = Input<'updateSchedule'>['body']['schedule'];

beforeEach(() => api.clock.set(FRIDAY_NOON));

const pickupWindow = (time_start: string, time_end: string) => ({ time_start, time_end });
const everyDay = (time_start: string, time_end: string): Schedule =>
  Object.fromEntries(weekdays.map((day) => [day, pickupWindow(time_start, time_end)]));
const scheduleWithout = (...days: string[]): Schedule =>
  Object.fromEntries(Object.entries(EVENING_SCHEDULE).filter(([day]) => !days.includes(day)));

const saveSchedule = (
  seller: TestUser,
  productId: number,
  schedule: Schedule,
  quantity: number | string = 3,
) =>
  seller.call('updateSchedule', { body: { product_id: productId, quantity: quantity as number, schedule } });

/** The slot on sale as buyers see it. */
const listOnSale = async (productId: number) => {
  const { data } = await api.client()('getOffer', { params: { id: productId } });
  return { start: data.pickup_start, end: data.pickup_end, quantity: data.quantity };
};
const instantOf = (date: string, start: string, end: string, quantity = 3) => ({
  start: `${date}T${start}:00.000Z`,
  end: `${date}T${end}:00.000Z`,
  quantity,
});

test.each([8, '99'])('%s packs a day', async (quantity) => {
  const { seller, productId } = await createProductOnSale(api);
  await saveSchedule(seller, productId, EVENING_SCHEDULE, quantity);
  expect(await listOnSale(productId)).toEqual(instantOf('2026-11-20', '17:30', '19:00', Number(quantity)));
});

describe('refused', () => {
  test.each<[string, Schedule, number | string]>([
    ['schedule', {}, 3],
    ['schedule.mon', { mon: pickupWindow('17:30', '17:30') }, 3],
    ['schedule.fri', { fri: pickupWindow('23:00', '02:00'), sat: pickupWindow('01:00', '03:00') }, 3],
    ['schedule.sun', { sun: pickupWindow('23:00', '02:00'), mon: pickupWindow('01:59', '03:00') }, 3],
    ['schedule.tue.time_start', { tue: pickupWindow('24:00', '01:00') }, 3],
    ['schedule.tue.time_end', { tue: pickupWindow('17:30', '7:00') }, 3],
    ['schedule.holiday', { ...EVENING_SCHEDULE, holiday: pickupWindow('10:00', '11:00') } as Schedule, 3],
    ['quantity', EVENING_SCHEDULE, 0],
    ['quantity', EVENING_SCHEDULE, 100],
    ['quantity', EVENING_SCHEDULE, '100'],
    ['quantity', EVENING_SCHEDULE, 2.5],
    ['schedule.mon.quantity', { mon: { ...pickupWindow('17:30', '19:00'), quantity: 100 } }, 3],
  ])('%s: %j, %s a day', async (field, schedule, quantity) => {
    const { seller, productId } = await createProductOnSale(api);
    await expectApiError(saveSchedule(seller, productId, schedule, quantity), 1, field);
    expect(await listOnSale(productId)).toEqual(instantOf('2026-11-20', '17:30', '19:00'));
  });

  test("another seller's and an unknown product are not found", async () => {
    const [firstSeller, otherSeller] = [await createProductOnSale(api), await createProductOnSale(api)];
    await expectApiError(saveSchedule(otherSeller.seller, firstSeller.productId, EVENING_SCHEDULE), 4);
    await expectApiError(saveSchedule(firstSeller.seller, 999_999, EVENING_SCHEDULE), 4);
  });
});

test('saving the schedule puts a draft on sale for today and seven days', async () => {
  const { seller, salePlaceId: placeId } = await createProductOnSale(api);
  const id = await createDraftProduct(api, seller, placeId);
  await saveSchedule(seller, id, EVENING_SCHEDULE, '7');
  expect(await listOnSale(id)).toEqual(instantOf('2026-11-20', '17:30', '19:00', 7));
  for (let day = 21; day <= 27; day++) {
    api.clock.set(`2026-11-${day}T12:00:00Z`);
    expect(await listOnSale(id)).toEqual(instantOf(`2026-11-${day}`, '17:30', '19:00', 7));
  }
  const { data } = await seller.call('listMyProducts');
  expect(data.find((product) => product.id === id)).toMatchObject({
    state: 'active',
    quantity: 7,
    schedule: EVENING_SCHEDULE,
  });
});

test('one slot is on sale at a time: a sold-out one stays until its window ends', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 1 });
  await buyProduct(await createTestUser(api), productId);
  expect(await listOnSale(productId)).toEqual(instantOf('2026-11-20', '17:30', '19:00', 0));
  await expectApiError(startPayment(await createTestUser(api), productId), 5);
  api.clock.set('2026-11-20T18:59:59Z');
  expect((await listOnSale(productId)).quantity).toBe(0);
  api.clock.set('2026-11-20T19:00:00Z');
  expect(await listOnSale(productId)).toEqual(instantOf('2026-11-21', '17:30', '19:00', 1));
});

describe('a new schedule', () => {
  test('moves slots without orders, keeps those with orders and returns them', async () => {
    const { seller, productId } = await createProductOnSale(api);
    await buyProduct(await createTestUser(api), productId);
    const { data } = await saveSchedule(seller, productId, everyDay('12:00', '13:30'));
    expect(data).toMatchObject({ id: productId, kept_dates: ['2026-11-20'] });
    expect(await listOnSale(productId)).toEqual(instantOf('2026-11-20', '17:30', '19:00', 2));
    api.clock.set('2026-11-20T19:00:00Z');
    expect(await listOnSale(productId)).toEqual(instantOf('2026-11-21', '12:00', '13:30'));
  });

  test('also keeps a slot with a hold', async () => {
    const { seller, productId } = await createProductOnSale(api);
    await startPayment(await createTestUser(api), productId);
    expect((await saveSchedule(seller, productId, scheduleWithout('fri'))).data.kept_dates).toEqual([
      '2026-11-20',
    ]);
  });

  test('removes a weekday and restores it', async () => {
    const { seller, productId } = await createProductOnSale(api);
    expect((await saveSchedule(seller, productId, scheduleWithout('fri', 'sat'))).data.kept_dates).toEqual(
      [],
    );
    expect(await listOnSale(productId)).toEqual(instantOf('2026-11-22', '17:30', '19:00'));
    await saveSchedule(seller, productId, EVENING_SCHEDULE);
    expect(await listOnSale(productId)).toEqual(instantOf('2026-11-20', '17:30', '19:00'));
  });

  test('removes a date for which a payment was abandoned', async () => {
    const { seller, productId } = await createProductOnSale(api);
    const buyer = await createTestUser(api);
    const { token } = await startPayment(buyer, productId);
    await buyer.call('failPayment', { body: { token } });
    await saveSchedule(seller, productId, scheduleWithout('fri'));
    expect(await listOnSale(productId)).toEqual(instantOf('2026-11-21', '17:30', '19:00'));
    await saveSchedule(seller, productId, EVENING_SCHEDULE, 5);
    expect(await listOnSale(productId)).toEqual(instantOf('2026-11-20', '17:30', '19:00', 5));
  });

  test('reopens today when its window is over without orders', async () => {
    const { seller, productId } = await createProductOnSale(api);
    api.clock.set('2026-11-20T19:30:00Z');
    await saveSchedule(seller, productId, everyDay('20:00', '21:00'));
    expect(await listOnSale(productId)).toEqual(instantOf('2026-11-20', '20:00', '21:00'));
  });

  test('leaves a past slot with orders unchanged and returns it', async () => {
    const { seller, productId } = await createProductOnSale(api);
    const buyer = await createTestUser(api);
    const order = await buyProduct(buyer, productId);
    api.clock.set('2026-11-20T19:30:00Z');
    expect((await saveSchedule(seller, productId, everyDay('20:00', '21:00'))).data.kept_dates).toEqual([
      '2026-11-20',
    ]);
    expect(await listOnSale(productId)).toEqual(instantOf('2026-11-21', '20:00', '21:00'));
    const { data } = await buyer.call('getOrder', { params: { id: order.id } });
    expect(data.pickup_start).toBe('2026-11-20T17:30:00.000Z');
  });

  test('is idempotent', async () => {
    const { seller, productId } = await createProductOnSale(api);
    await buyProduct(await createTestUser(api), productId);
    expect((await saveSchedule(seller, productId, EVENING_SCHEDULE)).data.kept_dates).toEqual([]);
    expect(await listOnSale(productId)).toEqual(instantOf('2026-11-20', '17:30', '19:00', 2));
  });
});

describe('a new quantity', () => {
  test('applies at once, less units sold or on hold', async () => {
    const { seller, productId } = await createProductOnSale(api, { quantity: 3 });
    const buyers = [await createTestUser(api), await createTestUser(api)] as const;
    await buyProduct(buyers[0], productId);
    await startPayment(buyers[1], productId);
    for (const [quantity, leftUnits] of [
      [7, 5],
      [3, 1],
      [2, 0],
    ] as const) {
      await saveSchedule(seller, productId, EVENING_SCHEDULE, quantity);
      expect(await getAvailableQuantity(seller, productId)).toBe(leftUnits);
    }
  });

  test('is never below the sold units; a released hold returns its unit', async () => {
    const { seller, productId } = await createProductOnSale(api, { quantity: 4 });
    const buyers = await Promise.all([1, 2, 3].map(() => createTestUser(api)));
    await buyProduct(buyers[0]!, productId);
    await buyProduct(buyers[1]!, productId);
    const { token } = await startPayment(buyers[2]!, productId);
    await saveSchedule(seller, productId, EVENING_SCHEDULE, 1);
    expect(await getAvailableQuantity(seller, productId)).toBe(0);
    await buyers[2]!.call('failPayment', { body: { token } });
    expect(await getAvailableQuantity(seller, productId)).toBe(1);
    api.clock.set('2026-11-21T12:00:00Z');
    expect((await listOnSale(productId)).quantity).toBe(1);
  });

  test('is never below the units left (database constraint)', async () => {
    const { productId } = await createProductOnSale(api);
    const setQuantity = (change: object) =>
      api.db.updateTable('pickup_slots').set(change).where('product_id', '=', productId).execute();
    for (const change of [{ units_left: -1 }, { units_left: 4 }, { quantity: -1 }, { quantity: 2 }])
      await expect(setQuantity(change)).rejects.toMatchObject({ code: '23514' });
  });

  test('changed during ten concurrent purchases never oversells', async () => {
    const { seller, productId } = await createProductOnSale(api, { quantity: 7 });
    const buyers = await Promise.all(Array.from({ length: 10 }, () => createTestUser(api)));
    const results = await Promise.allSettled([
      ...buyers.map((buyer) => buyProduct(buyer, productId)),
      ...[2, 5, 3].map((quantity) => saveSchedule(seller, productId, everyDay('18:00', '19:00'), quantity)),
    ]);
    const sold = results.slice(0, 10).filter(({ status }) => status === 'fulfilled').length;
    expect(results.slice(10).every(({ status }) => status === 'fulfilled')).toBe(true);
    const slot = await api.db
      .selectFrom('pickup_slots')
      .select(['quantity', 'units_left'])
      .where('product_id', '=', productId)
      .where('date', '=', '2026-11-20')
      .executeTakeFirstOrThrow();
    expect(slot.quantity - slot.units_left).toBe(sold);
  });
});

test('a window past midnight is on sale until it ends the next day', async () => {
  const { productId } = await createProductOnSale(api, { schedule: { fri: pickupWindow('23:30', '00:30') } });
  api.clock.set('2026-11-21T00:29:00Z');
  expect(await listOnSale(productId)).toEqual({
    start: '2026-11-20T23:30:00.000Z',
    end: '2026-11-21T00:30:00.000Z',
    quantity: 3,
  });
  const { expires_at } = await startPayment(await createTestUser(api), productId);
  expect(expires_at).toBe('2026-11-21T00:30:00.000Z');
  api.clock.advance(MINUTE);
  expect((await listOnSale(productId)).start).toBe('2026-11-27T23:30:00.000Z');
});

test('a weekday has its own quantity, which later changes follow', async () => {
  const { seller, productId } = await createProductOnSale(api);
  const findQuantities = async () => {
    const slots = await api.db
      .selectFrom('pickup_slots')
      .select(['date', 'quantity', 'units_left'])
      .where('product_id', '=', productId)
      .where('date', 'in', ['2026-11-20', '2026-11-21'])
      .orderBy('date')
      .execute();
    return slots.map(({ quantity, units_left }) => [quantity, units_left]);
  };
  const schedule = { ...EVENING_SCHEDULE, sat: { ...EVENING_SCHEDULE.sat!, quantity: 6 } };
  await saveSchedule(seller, productId, schedule, 2);
  expect(await findQuantities()).toEqual([
    [2, 2],
    [6, 6],
  ]);
  expect((await seller.call('getMyProduct', { params: { id: productId } })).data.schedule).toEqual(schedule);
  await saveSchedule(seller, productId, { ...schedule, sat: { ...schedule.sat, quantity: 1 } }, 4);
  expect(await findQuantities()).toEqual([
    [4, 4],
    [1, 1],
  ]);
});

test('the answer has the first pickup', async () => {
  const { seller, productId } = await createProductOnSale(api);
  const save = async (schedule: Schedule) =>
    (await saveSchedule(seller, productId, schedule)).data.first_pickup;
  expect(await save({ mon: pickupWindow('17:30', '19:00') })).toEqual({
    pickup_start: '2026-11-23T17:30:00.000Z',
    pickup_end: '2026-11-23T19:00:00.000Z',
    time_zone: 'Europe/Lisbon',
  });
  await seller.call('pauseProduct', { params: { id: productId }, body: { paused: true } });
  expect(await save(EVENING_SCHEDULE)).toBeNull();
});
