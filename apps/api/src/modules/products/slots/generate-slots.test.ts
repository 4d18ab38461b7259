import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import {
  buyProduct,
  createDraftProduct,
  createProductOnSale,
  createTestUser,
  SALE_PLACE_BODY,
} from '../../../../test/support/builders.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';
import { upsertDateOverride } from '../pickup-calendar/pickup-calendar.queries.ts';

const api = useTestApp();
const runSlotGeneration = () => api.jobs.runScheduled('products.generate-slots');

const listSlots = (productId: number) =>
  api.db
    .selectFrom('pickup_slots')
    .select(['date', 'starts_at', 'ends_at', 'quantity', 'left'])
    .where('product_id', '=', productId)
    .orderBy('date')
    .execute();
const listSlotDates = async (productId: number) => (await listSlots(productId)).map(({ date }) => date);

test('a new day gets its slot just after local midnight, not before', async () => {
  api.clock.set('2026-11-20T12:00:00Z');
  const lisbon = await createProductOnSale(api);
  const moscow = await createProductOnSale(api, {
    salePlace: { ...SALE_PLACE_BODY, latitude: 55.7558, longitude: 37.6173 },
  });
  expect((await listSlotDates(lisbon.productId)).at(-1)).toBe('2026-11-27');

  api.clock.set('2026-11-20T20:59:00Z');
  await runSlotGeneration();
  expect((await listSlotDates(moscow.productId)).at(-1)).toBe('2026-11-27');
  api.clock.set('2026-11-20T21:03:00Z');
  await runSlotGeneration();
  expect((await listSlotDates(moscow.productId)).at(-1)).toBe('2026-11-28');
  expect((await listSlotDates(lisbon.productId)).at(-1)).toBe('2026-11-27');
  api.clock.set('2026-11-21T00:03:00Z');
  await runSlotGeneration();
  expect((await listSlotDates(lisbon.productId)).at(-1)).toBe('2026-11-28');
});

test.each([
  ['2026-10-20T12:00:00Z', '2026-10-25', '2026-10-24T16:30:00.000Z', '2026-10-25T17:30:00.000Z'],
  ['2027-03-23T12:00:00Z', '2027-03-28', '2027-03-27T17:30:00.000Z', '2027-03-28T16:30:00.000Z'],
])('from %s over the clock change on %s, 17:30 stays 17:30', async (start, _change, before, after) => {
  api.clock.set(start);
  const { productId } = await createProductOnSale(api);
  for (let hour = 0; hour < 24 * 8; hour++) {
    api.clock.advance(3_600_000);
    await runSlotGeneration();
  }
  const slots = await listSlots(productId);
  expect(slots).toHaveLength(16);
  expect(new Set(slots.map(({ date }) => date)).size).toBe(16);
  const starts = slots.map(({ starts_at }) => starts_at.toISOString());
  expect(starts).toContain(before);
  expect(starts).toContain(after);
  for (const { starts_at, ends_at } of slots) {
    const wallClockTime = (wallClockHour: Date) =>
      wallClockHour.toLocaleTimeString('sv-SE', { timeZone: 'Europe/Lisbon', timeStyle: 'short' });
    expect([wallClockTime(starts_at), wallClockTime(ends_at)]).toEqual(['17:30', '19:00']);
  }
});

test('repeated and concurrent runs add no duplicates and keep sold units', async () => {
  api.clock.set('2026-11-20T12:00:00Z');
  const { seller, salePlaceId: placeId, productId } = await createProductOnSale(api);
  const hiddenProduct = await createDraftProduct(api, seller, placeId);
  await buyProduct(await createTestUser(api), productId);
  const before = await listSlots(productId);
  await Promise.all([runSlotGeneration(), runSlotGeneration(), runSlotGeneration()]);
  expect(await listSlots(productId)).toEqual(before);
  expect(before[0]).toMatchObject({ quantity: 3, left: 2 });
  expect(await listSlots(hiddenProduct)).toEqual([]);
});

test('a weekday removed from the schedule gets no slots', async () => {
  api.clock.set('2026-11-20T12:00:00Z');
  const { seller, productId } = await createProductOnSale(api);
  const schedule = { mon: { time_start: '17:30', time_end: '19:00' } };
  await seller.call('updateSchedule', { body: { product_id: productId, quantity: 3, schedule } });
  await runSlotGeneration();
  const { data } = await api.client()('getOffer', { params: { id: productId } });
  expect(data.pickup_start).toBe('2026-11-23T17:30:00.000Z');
});

test('after downtime today is on sale after one run', async () => {
  api.clock.set('2026-11-20T12:00:00Z');
  const { productId } = await createProductOnSale(api);
  api.clock.set('2026-12-24T12:00:00Z');
  expect((await api.client()('getOffer', { params: { id: productId } })).data.slot_id).toBeNull();
  await runSlotGeneration();
  const { data } = await api.client()('getOffer', { params: { id: productId } });
  expect(data).toMatchObject({ quantity: 3, pickup_start: '2026-12-24T17:30:00.000Z' });
});

test('a date closed during the run gets no slot', async () => {
  api.clock.set('2026-11-20T12:00:00Z');
  const { productId } = await createProductOnSale(api);
  api.clock.set('2026-11-21T00:03:00Z');
  const waitingQuery = sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  const generationRun = await api.db.transaction().execute(async (trx) => {
    await trx.selectFrom('products').select('id').where('id', '=', productId).forUpdate().execute();
    await upsertDateOverride(trx, {
      product_id: productId,
      date: '2026-11-28',
      time_start: null,
      time_end: null,
    });
    const generation = runSlotGeneration();
    await vi.waitFor(async () => expect((await waitingQuery.execute(api.db)).rows[0]!.n).toBe(1), 10_000);
    return { running: generation };
  });
  await generationRun.running;
  expect((await listSlotDates(productId)).at(-1)).toBe('2026-11-27');
});
