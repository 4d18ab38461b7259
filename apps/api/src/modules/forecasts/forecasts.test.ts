import { errorCodes, type RefundGround } from '@wopack/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import {
  buyUnits,
  createProductOnSale,
  createTestUser,
  expectApiError,
  getSlotId,
  type ProductOnSale,
} from '../../../test/support/builders.ts';
import { createTestOperator } from '../../../test/support/operators.ts';
import { FRIDAY_NOON, useTestApp } from '../../../test/support/test-app.ts';
import { listPastDays } from './forecasts.queries.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));

const HOUR_MS = 3_600_000;
const daysAgo = (days: number): Date => new Date(api.clock.now().getTime() - days * 24 * HOUR_MS);

/** A slot that is over, sold out so many hours before its end if nothing is left. */
const insertPastSlot = (
  productId: number,
  days: number,
  {
    offered = 6,
    left = 2,
    hoursBefore = 0,
    ...slot
  }: {
    offered?: number;
    left?: number;
    hoursBefore?: number;
    closed?: boolean;
    cancelled?: boolean;
  } = {},
) => {
  const endsAt = daysAgo(days);
  return api.db
    .insertInto('pickup_slots')
    .values({
      product_id: productId,
      date: endsAt.toISOString().slice(0, 10),
      starts_at: new Date(endsAt.getTime() - HOUR_MS),
      ends_at: endsAt,
      quantity: offered,
      units_left: left,
      taken_at: left === 0 ? new Date(endsAt.getTime() - hoursBefore * HOUR_MS) : null,
      ...slot,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
};

const insertHistory = async (
  productId: number,
  days: number,
  slot?: Parameters<typeof insertPastSlot>[2],
) => {
  for (let day = 1; day <= days; day += 1) await insertPastSlot(productId, day, slot);
};

const compute = () => api.jobs.runScheduled('forecasts.compute');

const readForecast = async ({ seller, salePlaceId, productId }: ProductOnSale) => {
  const { data } = await seller.call('getForecast', { query: { sale_place_id: salePlaceId } });
  return { ...data, forecast: data.packs.find(({ id }) => id === productId)! };
};

test('a week is forecast from what was offered and bought', async () => {
  const product = await createProductOnSale(api);
  await insertHistory(product.productId, 70);
  await compute();
  const { forecast, ...data } = await readForecast(product);
  expect(data).toMatchObject({ today: '2026-11-20', time_zone: 'Europe/Lisbon' });
  expect(data.dates).toHaveLength(7);
  expect(forecast).toMatchObject({ earning_cents: 270, computed_at: FRIDAY_NOON });
  expect(forecast.accuracy).toEqual({ days: 56, mean_error: 0, average_error: 0, days_in_range: 56 });
  expect(forecast.bought_accuracy).toEqual({ days: 56, mean_error: 0, average_error: 0, days_in_range: 56 });
  expect(forecast.days).toHaveLength(7);
  for (const day of forecast.days)
    expect(day).toMatchObject({
      closed: false,
      forecast: {
        left_over: { expected: 6 },
        bought: { expected: 4 },
        proposal: 4,
        like_days: 8,
        sold_out_early_days: 0,
        waited: 0,
      },
    });
});

test('sold out early, and people who found none, mean that more would be bought', async () => {
  const product = await createProductOnSale(api);
  await insertHistory(product.productId, 30, { left: 0, hoursBefore: 12 });
  const { id: slotId } = await insertPastSlot(product.productId, 35, { left: 0 });
  const buyer = await createTestUser(api);
  await api.db
    .insertInto('allocation_entries')
    .values({
      id: crypto.randomUUID(),
      slot_id: slotId,
      product_id: product.productId,
      user_id: buyer.id,
      state: 'ended',
      created_at: daysAgo(36),
      ended_at: daysAgo(35),
      price_cents: 399,
    })
    .execute();
  await compute();
  const { forecast } = await readForecast(product);
  const [today] = forecast.days;
  expect(today!.forecast).toMatchObject({
    left_over: { expected: 6 },
    proposal: 6,
    sold_out_early_days: 4,
    waited: 1,
  });
  expect(today!.forecast!.bought.expected).toBeGreaterThanOrEqual(10);
});

test('closed and cancelled days are no history, what nobody used long ago is', async () => {
  const product = await createProductOnSale(api);
  const { productId } = product;
  await insertHistory(productId, 9);
  for (let day = 10; day <= 30; day += 1)
    await insertPastSlot(productId, day, { closed: day % 2 === 0, cancelled: day % 2 === 1, offered: 90 });
  await compute();
  expect((await readForecast(product)).forecast).toMatchObject({ computed_at: null, accuracy: null });
  await api.db
    .insertInto('unsold_units')
    .values({ product_id: productId, month: '2026-10-01', units: Array.from({ length: 31 }, () => 6) })
    .execute();
  await compute();
  const { forecast } = await readForecast(product);
  expect(forecast.computed_at).not.toBeNull();
  expect(forecast.days[0]!.forecast).toMatchObject({ left_over: { expected: 6 } });
  expect(forecast.days[0]!.forecast!.bought.expected).toBeLessThan(4);
});

test('days on which the product was off sale are none without buyers', async () => {
  const product = await createProductOnSale(api);
  const { productId } = product;
  for (let day = 1; day <= 70; day += 1)
    await insertPastSlot(productId, day, { left: day >= 3 && day <= 16 ? 6 : 2 });
  await api.db
    .insertInto('off_sale_periods')
    .values({ product_id: productId, began_at: daysAgo(17), ended_at: daysAgo(2.6) })
    .execute();
  await compute();
  const { forecast } = await readForecast(product);
  expect(forecast.bought_accuracy).toMatchObject({ days: 42, mean_error: 0 });
  for (const day of forecast.days) expect(day.forecast!.bought.expected).toBe(4);
});

/** Days with a public holiday in the week ahead and others, on other weekdays, in the five weeks before. */
test.each([
  ['2026-04-20', '2026-04-25', ['2026-04-03', '2026-04-05']],
  ['2026-06-08', '2026-06-10', ['2026-06-04']],
  ['2026-10-30', '2026-11-01', ['2026-10-05']],
  ['2026-11-28', '2026-12-01', ['2026-11-01']],
  ['2026-12-22', '2026-12-25', ['2026-12-01', '2026-12-08']],
])(
  'on %s, what was left over on the holidays of the weeks before counts for %s',
  async (today, next, past) => {
    api.clock.set(`${today}T08:00:00.000Z`);
    const product = await createProductOnSale(api);
    for (let day = 1; day <= 34; day += 1) {
      const isHoliday = past.includes(daysAgo(day).toISOString().slice(0, 10));
      await insertPastSlot(product.productId, day, isHoliday ? { offered: 40, left: 10 } : {});
    }
    await compute();
    const { forecast, dates } = await readForecast(product);
    expect(dates.find(({ date }) => date === next)!.public_holiday).not.toBeNull();
    const expected = new Map(forecast.days.map((day) => [day.date, day.forecast?.left_over.expected ?? 0]));
    const ordinary = dates.filter(({ public_holiday: name }) => name === null);
    const maxOrdinary = Math.max(...ordinary.map(({ date }) => expected.get(date)!));
    expect(expected.get(next)).toBeGreaterThan(maxOrdinary + 2);
  },
);

test('a day whose pickup is over has no forecast', async () => {
  const product = await createProductOnSale(api);
  await insertHistory(product.productId, 30);
  await compute();
  const readToday = async () => (await readForecast(product)).forecast.days[0]!;
  const { ends_at: endsAt } = await api.db
    .selectFrom('pickup_slots')
    .select('ends_at')
    .where('product_id', '=', product.productId)
    .where('date', '=', '2026-11-20')
    .executeTakeFirstOrThrow();
  api.clock.set(new Date(endsAt.getTime() - 1).toISOString());
  expect((await readToday()).forecast).not.toBeNull();
  api.clock.set(endsAt.toISOString());
  expect(await readToday()).toEqual({ date: '2026-11-20', closed: false, forecast: null });
  const { forecast } = await readForecast(product);
  expect(forecast.days.filter((day) => day.forecast)).toHaveLength(6);
});

test('a closed day has no forecast', async () => {
  const product = await createProductOnSale(api);
  await insertHistory(product.productId, 30);
  await compute();
  await product.seller.call('saveHoliday', {
    params: { id: product.salePlaceId },
    body: { name: 'Obras', date_from: '2026-11-22', date_to: '2026-11-22' },
  });
  const { forecast } = await readForecast(product);
  expect(forecast.days.filter(({ closed }) => closed)).toEqual([
    { date: '2026-11-22', closed: true, forecast: null },
  ]);
});

test('the next night replaces it; a product that is off sale loses it', async () => {
  const product = await createProductOnSale(api);
  await insertHistory(product.productId, 30);
  await compute();
  await compute();
  const countRuns = async () =>
    (
      await api.db
        .selectFrom('forecast_runs')
        .select('product_id')
        .where('product_id', '=', product.productId)
        .execute()
    ).length;
  expect(await countRuns()).toBe(1);
  await api.db.updateTable('products').set({ state: 'paused' }).where('id', '=', product.productId).execute();
  api.clock.set('2026-11-24T12:00:00.000Z');
  await compute();
  expect(await countRuns()).toBe(0);
  expect(
    await api.db.selectFrom('forecasts').select('date').where('product_id', '=', product.productId).execute(),
  ).toEqual([]);
});

test("another business' sale place is not found", async () => {
  const { salePlaceId } = await createProductOnSale(api);
  const other = await createTestUser(api, { isSeller: true });
  await expectApiError(
    other.call('getForecast', { query: { sale_place_id: salePlaceId } }),
    errorCodes.notFound.code,
  );
});

test('what was published by itself and stayed is not measured against itself', async () => {
  const product = await createProductOnSale(api);
  await insertHistory(product.productId, 70);
  const question = {
    asked_at: daysAgo(1),
    promised: 4,
    answered_at: daysAgo(1),
    is_published_by_itself: true,
  };
  const slots = await api.db
    .selectFrom('pickup_slots')
    .select('id')
    .where('product_id', '=', product.productId)
    .where('ends_at', '<', api.clock.now())
    .orderBy('date', 'desc')
    .limit(3)
    .execute();
  // The last one was corrected afterwards: it is the seller's number.
  for (const [index, { id }] of slots.entries()) {
    const number = index < 2 ? 6 : 9;
    await api.db
      .insertInto('stock_questions')
      .values({ slot_id: id, ...question, proposal: number, answer: number })
      .execute();
  }
  await compute();
  const { forecast } = await readForecast(product);
  expect(forecast).toMatchObject({ own_numbers: 2, accuracy: { days: 54 }, bought_accuracy: { days: 56 } });
});

test('what the seller refunded instead of handing out was not there, and was asked for', async () => {
  const product = await createProductOnSale(api, { quantity: 8 });
  const slotId = await getSlotId(api, product.productId, '2026-11-20');
  const buy = async (units: number) =>
    buyUnits(await createTestUser(api, { isEmailVerified: true }), product.productId, units);
  const refund = (id: number, units?: number) =>
    product.seller.call('refundSellerOrder', {
      params: { id },
      body: { reason: 'Nothing was left over.', ...(units !== undefined && { packs: units }) },
    });
  const whole = await buy(1);
  const part = await buy(3);
  const handedOver = await buy(3);
  api.clock.set('2026-11-20T17:45:00Z');
  await refund(whole.id);
  await refund(part.id, 2);
  await product.seller.call('handOut', {
    params: { id: handedOver.id },
    body: { pin: handedOver.pin!, quantity: 2 },
  });
  await api.db
    .insertInto('stock_questions')
    .values({
      ...{ slot_id: slotId, asked_at: daysAgo(0), promised: 3, proposal: 8, answer: 8 },
      ...{ answered_at: daysAgo(0), is_published_by_itself: true },
    })
    .execute();
  api.clock.set('2026-11-21T03:00:00Z');
  const days = await listPastDays(api.db, {
    productIds: [product.productId],
    ...{ from: '2026-11-20', to: '2026-11-20', now: api.clock.now() },
  });
  // Of 8 that were offered and 7 that were sold, 1, 2 and 1 were not there: the number is not confirmed by that day.
  expect(days.get(product.productId)).toMatchObject([
    { offered: 4, sold: 7, isSoldOut: false, isOwnNumber: false },
  ]);
});

test('what an operator refunded because the shop was closed was not there; what was bad was', async () => {
  const product = await createProductOnSale(api, { quantity: 8 });
  const support = await createTestOperator(api, 'support');
  const buy = async (units: number) =>
    buyUnits(await createTestUser(api, { isEmailVerified: true }), product.productId, units);
  const refund = (
    id: number,
    body: { ground: RefundGround; refunded_total_cents?: number; packs?: number },
  ) => support.call('refundAdminOrder', { params: { id }, body: { reason: 'As the buyer says.', ...body } });
  const closed = await buy(1);
  const notHandedOut = await buy(3);
  const bad = await buy(1);
  api.clock.set('2026-11-21T03:00:00Z');
  await refund(closed.id, { ground: 'closed', refunded_total_cents: 399 });
  await refund(notHandedOut.id, { ground: 'not_handed_out', packs: 2 });
  await refund(bad.id, { ground: 'bad_quality', refunded_total_cents: 399 });
  const days = await listPastDays(api.db, {
    productIds: [product.productId],
    ...{ from: '2026-11-20', to: '2026-11-20', now: api.clock.now() },
  });
  expect(days.get(product.productId)).toMatchObject([{ offered: 5, sold: 5, isSoldOut: false }]);
});

test('a day on which packs were added after it had sold out lasted until the last one was taken', async () => {
  const product = await createProductOnSale(api);
  const slotId = await getSlotId(api, product.productId, '2026-11-20');
  const buy = async (units: number) =>
    buyUnits(await createTestUser(api, { isEmailVerified: true }), product.productId, units);
  await buy(3);
  api.clock.set('2026-11-20T14:30:00Z');
  await product.seller.call('updateSlotQuantity', { params: { id: slotId }, body: { quantity: 5 } });
  api.clock.set('2026-11-20T17:00:00Z');
  await buy(2);
  api.clock.set('2026-11-21T03:00:00Z');
  const days = await listPastDays(api.db, {
    productIds: [product.productId],
    ...{ from: '2026-11-20', to: '2026-11-20', now: api.clock.now() },
  });
  const { ends_at: endsAt } = await api.db
    .selectFrom('pickup_slots')
    .select('ends_at')
    .where('id', '=', slotId)
    .executeTakeFirstOrThrow();
  const [day] = days.get(product.productId)!;
  const hoursLeft = (endsAt.getTime() - Date.parse('2026-11-20T17:00:00Z')) / HOUR_MS;
  expect(day!.soldOutAt).toBeCloseTo(1 - hoursLeft / 24);
});

test('numbers that were published by themselves and not bought are not measured when their slots would be deleted', async () => {
  const product = await createProductOnSale(api);
  for (let day = 75; day >= 1; day -= 1) {
    const { id } = await insertPastSlot(product.productId, day, { left: day > 36 ? 6 : 2 });
    if (day > 36)
      await api.db
        .insertInto('stock_questions')
        .values({
          ...{ slot_id: id, asked_at: daysAgo(day), promised: 3, proposal: 6, answer: 6 },
          ...{ answered_at: daysAgo(day), is_published_by_itself: true },
        })
        .execute();
  }
  await sql`UPDATE slot_deletions SET examined_through =
    (SELECT min(id) - 1 FROM pickup_slots WHERE product_id = ${product.productId} AND ends_at < ${daysAgo(1)})`.execute(
    api.ownerDb,
  );
  const countSlots = async () =>
    (
      await api.db
        .selectFrom('pickup_slots')
        .select('id')
        .where('product_id', '=', product.productId)
        .where('units_left', '=', 6)
        .execute()
    ).length;
  await api.jobs.runScheduled('products.delete-unused-slots');
  expect(await countSlots()).toBe(39);
  await compute();
  expect((await readForecast(product)).forecast.own_numbers).toBe(20);
  // Older ones are forgotten with their question; what they offered stays.
  expect(await countSlots()).toBe(24);
  const days = await listPastDays(api.db, {
    productIds: [product.productId],
    ...{ from: '2026-09-01', to: '2026-11-19', now: api.clock.now() },
  });
  expect(days.get(product.productId)).toHaveLength(75);
});
