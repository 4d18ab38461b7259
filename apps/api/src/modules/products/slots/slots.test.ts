import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  buyProduct,
  createDraftProduct,
  createProductOnSale,
  createTestUser,
  EVENING_SCHEDULE,
  expectApiError,
  getAvailableQuantity,
  getSlotId,
  SALE_PLACE_BODY,
  startPayment,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { expectConsistentData } from '../../../../test/support/consistency.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../../test/support/test-app.ts';
import { upsertDateOverride } from '../pickup-calendar/pickup-calendar.queries.ts';

describe('generated slots', () => {
  const api = useTestApp();
  const runSlotGeneration = () => api.jobs.runScheduled('products.generate-slots');

  const listSlots = (productId: number) =>
    api.db
      .selectFrom('pickup_slots')
      .select(['date', 'starts_at', 'ends_at', 'quantity', 'units_left'])
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

  test('a product whose schedule is broken stops no other, and is tried again', async () => {
    api.clock.set('2026-12-20T12:00:00Z');
    const broken = await createProductOnSale(api);
    const healthy = await createProductOnSale(api);
    const setSchedule = (schedule: object) =>
      sql`update products set schedule = ${JSON.stringify(schedule)} where id = ${broken.productId}`.execute(
        api.db,
      );
    const { rows } = await sql<{ schedule: object }>`
      select schedule from products where id = ${broken.productId}`.execute(api.db);
    // Nothing that the schema accepts fails: the check is put aside.
    const { rows: checks } = await sql<{ definition: string }>`
      select pg_get_constraintdef(oid) as definition from pg_constraint
      where conname = 'products_schedule_has_windows'`.execute(api.db);
    await sql`alter table products drop constraint products_schedule_has_windows`.execute(api.ownerDb);
    await setSchedule({ sat: { time_start: '99:00', time_end: '99:30' } });
    api.clock.set('2026-12-21T00:03:00Z');
    await runSlotGeneration().catch(() => undefined);
    expect((await listSlotDates(healthy.productId)).at(-1)).toBe('2026-12-28');
    await setSchedule(rows[0]!.schedule);
    await sql`alter table products add constraint products_schedule_has_windows
      ${sql.raw(checks[0]!.definition)}`.execute(api.ownerDb);
    await runSlotGeneration();
    expect((await listSlotDates(broken.productId)).at(-1)).toBe('2026-12-28');
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
    expect(before[0]).toMatchObject({ quantity: 3, units_left: 2 });
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
      await vi.waitFor(async () => expect((await waitingQuery.execute(api.db)).rows[0]!.n).toBe(1), 60_000);
      return { running: generation };
    });
    await generationRun.running;
    expect((await listSlotDates(productId)).at(-1)).toBe('2026-11-27');
  });
});

describe('stock of a slot', () => {
  const api = useTestApp();
  beforeEach(() => api.clock.set(FRIDAY_NOON));

  const FRIDAY = '2026-11-20';

  /** A product with three units today, with calls that change its stock. */
  async function sellerFixture(quantity = 3) {
    const { seller, salePlaceId: placeId, productId } = await createProductOnSale(api, { quantity });
    const id = await getSlotId(api, productId, FRIDAY);
    return {
      seller,
      placeId,
      productId,
      id,
      setQuantity: async (number: number) =>
        (await seller.call('updateSlotQuantity', { params: { id }, body: { quantity: number } })).data,
      sellOut: async () => (await seller.call('markSlotSoldOut', { params: { id } })).data,
    };
  }
  const releaseHold = async (buyer: TestUser, token: string) =>
    buyer.call('failPayment', { body: { token } });

  describe('the quantity of a slot', () => {
    test('goes up and down, and buyers see it at once', async () => {
      const { setQuantity, productId } = await sellerFixture();
      const buyer = await createTestUser(api);
      expect(await setQuantity(5)).toMatchObject({ quantity: 5, left: 5, sold: 0, held: 0 });
      expect(await getAvailableQuantity(buyer, productId)).toBe(5);
      expect(await setQuantity(0)).toMatchObject({ quantity: 0, left: 0 });
      await expectApiError(startPayment(buyer, productId), 5);
      await setQuantity(1);
      await buyProduct(buyer, productId);
      expect(await getAvailableQuantity(buyer, productId)).toBe(0);
    });

    test('cannot go below units sold or on hold; setting it twice is idempotent', async () => {
      const { setQuantity, productId, seller } = await sellerFixture();
      await buyProduct(await createTestUser(api), productId);
      const buyerWithHold = await createTestUser(api);
      const { token } = await startPayment(buyerWithHold, productId);
      await expectApiError(setQuantity(1), 5);
      expect(await getAvailableQuantity(seller, productId)).toBe(1);
      expect(await setQuantity(2)).toMatchObject({ quantity: 2, sold: 1, held: 1, left: 0 });
      expect(await setQuantity(2)).toMatchObject({ quantity: 2, sold: 1, held: 1, left: 0 });
      await releaseHold(buyerWithHold, token);
      expect(await getAvailableQuantity(seller, productId)).toBe(1);
      expect(await setQuantity(1)).toMatchObject({ quantity: 1, sold: 1, held: 0, left: 0 });
      await expectConsistentData(api.db);
    });

    test('concurrent changes and purchases never oversell', async () => {
      const { setQuantity, productId } = await sellerFixture(7);
      const buyers = await Promise.all(Array.from({ length: 6 }, () => createTestUser(api)));
      const requests = [6, 5, 4, 3, 2, 1, 0, 2, 4].map((number) => setQuantity(number).catch(() => null));
      await Promise.all([
        ...requests,
        ...buyers.map((buyer) => buyProduct(buyer, productId).catch(() => null)),
      ]);
      await expectConsistentData(api.db);
    });

    test('set for a date stays when the schedule changes, other dates follow the schedule', async () => {
      const { setQuantity, seller, productId } = await sellerFixture();
      await setQuantity(1);
      await seller.call('updateSchedule', {
        body: { product_id: productId, quantity: 6, schedule: EVENING_SCHEDULE },
      });
      expect(await getAvailableQuantity(seller, productId)).toBe(1);
      api.clock.set('2026-11-21T12:00:00Z');
      expect(await getAvailableQuantity(seller, productId)).toBe(6);
    });

    test('of a past or closed slot cannot change', async () => {
      const { setQuantity, sellOut, seller, productId } = await sellerFixture();
      const params = { id: productId, date: FRIDAY };
      await seller.call('updateDateOverride', { params, body: { plan: 'closed' } });
      await expectApiError(setQuantity(5), 5);
      await expectApiError(sellOut(), 5);
      await seller.call('updateDateOverride', { params, body: { plan: 'usual' } });
      api.clock.set('2026-11-20T19:00:00Z');
      await expectApiError(setQuantity(5), 5);
      await expectApiError(sellOut(), 5);
    });

    test.each([-1, 100, 2.5])('%s is refused at the field', async (quantity) => {
      const { setQuantity } = await sellerFixture();
      await expectApiError(setQuantity(quantity), 1, 'quantity');
    });
  });

  describe('sold out', () => {
    test('keeps units sold or on hold; a released hold does not return its unit', async () => {
      const { sellOut, setQuantity, productId, seller } = await sellerFixture(5);
      const buyer = await createTestUser(api);
      const order = await buyProduct(buyer, productId);
      const buyerWithHold = await createTestUser(api);
      const { token } = await startPayment(buyerWithHold, productId);
      expect(await sellOut()).toMatchObject({ quantity: 2, sold: 1, held: 1, left: 0, sold_out: true });
      expect(await sellOut()).toMatchObject({ quantity: 2, left: 0 });
      await releaseHold(buyerWithHold, token);
      expect(await getAvailableQuantity(seller, productId)).toBe(0);
      await expectApiError(startPayment(await createTestUser(api), productId), 5);
      await buyer.call('cancelOrder', { params: { id: order.id }, body: {} });
      expect(await getAvailableQuantity(seller, productId)).toBe(0);
      // Until the seller raises the quantity.
      expect(await setQuantity(2)).toMatchObject({ quantity: 2, left: 2, sold_out: false });
      await expectConsistentData(api.db);
    });

    test('a hold made before may still be paid', async () => {
      const { sellOut, productId } = await sellerFixture();
      const buyer = await createTestUser(api);
      await startPayment(buyer, productId);
      await sellOut();
      expect((await buyProduct(buyer, productId)).state).toBe('paid');
      await expectConsistentData(api.db);
    });

    test('persists when the schedule changes; the next day is on sale as usual', async () => {
      const { sellOut, seller, productId } = await sellerFixture();
      await sellOut();
      await seller.call('updateSchedule', {
        body: { product_id: productId, quantity: 7, schedule: EVENING_SCHEDULE },
      });
      expect(await getAvailableQuantity(seller, productId)).toBe(0);
      api.clock.set('2026-11-20T19:00:00Z');
      expect(await getAvailableQuantity(seller, productId)).toBe(7);
    });

    test('a raised quantity notifies followers once per slot', async () => {
      const { sellOut, setQuantity, productId } = await sellerFixture();
      const follower = await createTestUser(api, { isEmailVerified: true });
      await follower.call('toggleFavourite', { params: { id: productId }, body: { is_favourite: true } });
      const mails = () => api.mails.filter(({ to }) => to === follower.email).length;
      const minute = async () => {
        api.clock.advance(MINUTE);
        await api.jobs.runScheduled('offers.notify-followers');
        await api.jobs.runDue();
      };
      for (const number of [2, 4, 6]) {
        await sellOut();
        await minute();
        await setQuantity(number);
        await minute();
        await setQuantity(number - 1);
        await minute();
        expect(mails()).toBe(1);
      }
    });
  });
});
