import type { Input } from '@wopack/contract/client';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  EVENING_SCHEDULE,
  expectApiError,
  getAvailableQuantity,
  getSlotId,
  SALE_PLACE_BODY,
  startPayment,
} from '../../../../test/support/builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));

const FRIDAY = '2026-11-20';
const SATURDAY = '2026-11-21';
type Body = Input<'updateDateOverride'>['body'];
const CLOSED: Body = { plan: 'closed' };
const USUAL: Body = { plan: 'usual' };
const hoursOf = (time_start: string, time_end: string): Body => ({ plan: 'hours', time_start, time_end });

async function publishProduct(options: Parameters<typeof createProductOnSale>[1] = {}) {
  const { seller, salePlaceId: placeId, productId } = await createProductOnSale(api, options);
  return {
    seller,
    placeId,
    productId,
    setDateOverride: async (date: string, body: Body) =>
      (await seller.call('updateDateOverride', { params: { id: productId, date }, body })).data.kept,
    listOnSale: async () => {
      const { data } = await api.client()('getOffer', { params: { id: productId } });
      return { start: data.pickup_start, quantity: data.quantity };
    },
    day: async (date: string) => {
      const query = { sale_place_id: placeId, from: date };
      const { data } = await seller.call('getSellerWeek', { query });
      return data.packs.find(({ id }) => id === productId)!.days[0]!;
    },
  };
}

describe('closing a date', () => {
  test('puts the next day on sale; reopening puts the date back', async () => {
    const { setDateOverride, listOnSale, day } = await publishProduct();
    expect(await setDateOverride(FRIDAY, CLOSED)).toEqual([]);
    expect(await listOnSale()).toEqual({ start: '2026-11-21T17:30:00.000Z', quantity: 3 });
    expect(await day(FRIDAY)).toMatchObject({ time_start: null, by: 'date', slot: { closed: true } });
    expect(await setDateOverride(FRIDAY, CLOSED)).toEqual([]);
    await setDateOverride(FRIDAY, USUAL);
    await setDateOverride(FRIDAY, USUAL);
    expect(await listOnSale()).toEqual({ start: '2026-11-20T17:30:00.000Z', quantity: 3 });
    expect(await day(FRIDAY)).toMatchObject({ time_start: '17:30', by: 'week', slot: { closed: false } });
  });

  test('keeps orders and holds, takes the slot off sale and returns the affected orders', async () => {
    const { setDateOverride, listOnSale, productId } = await publishProduct();
    const buyer = await createTestUser(api);
    const order = await buyProduct(buyer, productId);
    const buyerWithHold = await createTestUser(api, { isEmailVerified: true });
    await startPayment(buyerWithHold, productId);
    expect(await setDateOverride(FRIDAY, CLOSED)).toEqual([
      {
        product_id: productId,
        product_name: 'Cesto de fim de tarde',
        date: FRIDAY,
        pickup: 'Fri 20 Nov 17:30–19:00',
        pickup_start: '2026-11-20T17:30:00.000Z',
        pickup_end: '2026-11-20T19:00:00.000Z',
        time_zone: 'Europe/Lisbon',
        orders: [order.id],
        held: 1,
      },
    ]);
    // Affected orders are returned once: the date is closed already.
    expect(await setDateOverride(FRIDAY, CLOSED)).toEqual([]);
    expect((await listOnSale()).start).toBe('2026-11-21T17:30:00.000Z');
    const { data } = await buyer.call('getOrder', { params: { id: order.id } });
    expect(data).toMatchObject({ state: 'paid', pickup_start: '2026-11-20T17:30:00.000Z' });
    // A hold made before may still be paid.
    expect((await buyProduct(buyerWithHold, productId)).state).toBe('paid');
  });

  test('before its slot exists prevents the slot', async () => {
    const { setDateOverride, listOnSale } = await publishProduct();
    await setDateOverride('2026-11-30', CLOSED);
    api.clock.set('2026-11-30T12:00:00Z');
    await api.jobs.runScheduled('products.generate-slots');
    expect((await listOnSale()).start).toBe('2026-12-01T17:30:00.000Z');
  });

  test('persists when the schedule changes', async () => {
    const { setDateOverride, listOnSale, seller, productId } = await publishProduct();
    await setDateOverride(FRIDAY, CLOSED);
    await seller.call('updateSchedule', {
      body: { product_id: productId, quantity: 7, schedule: EVENING_SCHEDULE },
    });
    expect(await listOnSale()).toEqual({ start: '2026-11-21T17:30:00.000Z', quantity: 7 });
  });
});

test('a slot cancelled by its seller stays closed when the schedule changes, until its date is opened', async () => {
  const { setDateOverride, listOnSale, seller, productId } = await publishProduct();
  const order = await buyProduct(await createTestUser(api), productId);
  const id = await getSlotId(api, productId, FRIDAY);
  await seller.call('cancelSlot', { params: { id }, body: { reason: 'The oven broke.' } });
  await seller.call('updateSchedule', {
    body: { product_id: productId, quantity: 5, schedule: EVENING_SCHEDULE },
  });
  expect((await listOnSale()).start).toBe('2026-11-21T17:30:00.000Z');
  await setDateOverride(FRIDAY, USUAL);
  // The unit of the cancelled order does not come back: 2 of 3.
  expect(await listOnSale()).toEqual({ start: '2026-11-20T17:30:00.000Z', quantity: 2 });
  expect((await seller.call('listSellerOrders')).data).toMatchObject([
    { id: order.id, state: 'cancelled_by_store' },
  ]);
});

describe('hours of one date', () => {
  test('move its slot and no other', async () => {
    const { setDateOverride, listOnSale, day } = await publishProduct();
    expect(await setDateOverride(FRIDAY, hoursOf('13:00', '14:00'))).toEqual([]);
    expect(await listOnSale()).toEqual({ start: '2026-11-20T13:00:00.000Z', quantity: 3 });
    expect(await day(FRIDAY)).toMatchObject({ time_start: '13:00', time_end: '14:00', by: 'date' });
    expect(await day(SATURDAY)).toMatchObject({ time_start: '17:30', by: 'week' });
    api.clock.set('2026-11-20T14:00:00Z');
    expect(await listOnSale()).toEqual({ start: '2026-11-21T17:30:00.000Z', quantity: 3 });
  });

  test('leave a slot with orders where it is and return it', async () => {
    const { setDateOverride, listOnSale, productId, day } = await publishProduct();
    const order = await buyProduct(await createTestUser(api), productId);
    expect(await setDateOverride(FRIDAY, hoursOf('13:00', '14:00'))).toMatchObject([
      { date: FRIDAY, pickup: 'Fri 20 Nov 17:30–19:00', orders: [order.id], held: 0 },
    ]);
    expect(await listOnSale()).toEqual({ start: '2026-11-20T17:30:00.000Z', quantity: 2 });
    expect(await day(FRIDAY)).toMatchObject({
      time_start: '13:00',
      slot: { starts_at: '2026-11-20T17:30:00.000Z', sold: 1, left: 2 },
    });
  });

  test('open a weekday without a schedule', async () => {
    const { setDateOverride, day } = await publishProduct({ schedule: { fri: EVENING_SCHEDULE.fri } });
    expect(await day('2026-11-22')).toMatchObject({ time_start: null, by: 'week', slot: null });
    await setDateOverride('2026-11-22', hoursOf('10:00', '11:00'));
    expect((await day('2026-11-22')).slot).toMatchObject({ quantity: 3, left: 3 });
    await setDateOverride('2026-11-22', USUAL);
    expect(await day('2026-11-22')).toMatchObject({ time_start: null, slot: { closed: true } });
  });

  test.each([
    ['Lisbon, back', {}, '2026-10-20T12:00:00Z', '2026-10-25', '2026-10-25T00:30:00.000Z'],
    ['Lisbon, forward', {}, '2027-03-24T12:00:00Z', '2027-03-28', '2027-03-28T01:15:00.000Z'],
    [
      'Azores, back',
      { latitude: 37.7412, longitude: -25.6756 },
      '2026-10-20T12:00:00Z',
      '2026-10-25',
      '2026-10-25T02:30:00.000Z',
    ],
    [
      'Moscow, never',
      { latitude: 55.7558, longitude: 37.6173 },
      '2026-10-20T12:00:00Z',
      '2026-10-25',
      '2026-10-24T22:30:00.000Z',
    ],
  ])('follow clock changes: %s', async (_, salePlace, now, date, start) => {
    api.clock.set(now);
    const { setDateOverride, day } = await publishProduct({
      salePlace: { ...SALE_PLACE_BODY, ...salePlace },
      schedule: { mon: EVENING_SCHEDULE.mon },
    });
    const [from, to] = date === '2027-03-28' ? ['01:15', '04:00'] : ['01:30', '04:00'];
    await setDateOverride(date, hoursOf(from, to));
    expect((await day(date)).slot).toMatchObject({ starts_at: start });
  });

  test.each<[string, Body, ...string[]]>([
    ['no hours', { plan: 'hours' }, 'time_start', 'time_end'],
    ['no end', { plan: 'hours', time_start: '10:00' }, 'time_end'],
    ['no time', hoursOf('10:00', '10:00'), 'time_end'],
    ['into the next day', hoursOf('23:00', '17:31'), 'time_end'],
    ['nonsense', hoursOf('25:00', '10:00'), 'time_start'],
  ])('are refused at the field: %s', async (_, body, ...fields) => {
    const { setDateOverride, listOnSale } = await publishProduct();
    await expectApiError(setDateOverride(FRIDAY, body), 1, ...fields);
    expect((await listOnSale()).start).toBe('2026-11-20T17:30:00.000Z');
  });

  test('are refused when the previous day overlaps them, and a schedule that overlaps them is refused', async () => {
    const lateBuyer = { time_start: '23:00', time_end: '02:00' };
    const { setDateOverride, seller, productId } = await publishProduct({ schedule: { fri: lateBuyer } });
    await expectApiError(setDateOverride(SATURDAY, hoursOf('01:00', '03:00')), 1, 'time_start');
    await setDateOverride('2026-11-24', hoursOf('01:00', '03:00'));
    const schedule = { fri: lateBuyer, mon: lateBuyer };
    const saveSchedule = seller.call('updateSchedule', {
      body: { product_id: productId, quantity: 3, schedule },
    });
    await expectApiError(saveSchedule, 1, 'schedule.mon');
  });
});

test.each<[string, string]>([
  ['yesterday', '2026-11-19'],
  ['in two years', '2028-11-20'],
])('%s: overrides are refused', async (_, date) => {
  const { setDateOverride } = await publishProduct();
  await expectApiError(setDateOverride(date, CLOSED), 1, 'date');
});

test('live buyers get a stock event', async () => {
  const { setDateOverride, productId } = await publishProduct();
  const receivedEvents: number[] = [];
  const stopListening = api.context.liveEvents.subscribe('stock', (event) => {
    if (typeof event === 'number') receivedEvents.push(event);
  });
  await expect
    .poll(async () => {
      await setDateOverride(FRIDAY, CLOSED);
      await setDateOverride(FRIDAY, USUAL);
      return receivedEvents.includes(productId);
    })
    .toBe(true);
  stopListening();
  expect(await getAvailableQuantity(await createTestUser(api), productId)).toBe(3);
});
