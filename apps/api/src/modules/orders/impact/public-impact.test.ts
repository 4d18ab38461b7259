import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createProductOnSale,
  createTestUser,
  expectApiError,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { copyOrder, createCollectedOrder } from '../../../../test/support/order-builders.ts';
import { readPdfText } from '../../../../test/support/pdf.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';
import { chooseOrdersOfTown, listMonthsToCount } from './impact.rules.ts';

const api = useTestApp();
/** Orders of other tests were given back. */
const giveAllBack = () =>
  sql`update orders set state = 'refunded', refunded_cents = price_cents`.execute(api.db);

beforeEach(async () => {
  api.clock.set(FRIDAY_NOON);
  await giveAllBack();
  for (const table of ['sale_place_impacts', 'town_impacts'] as const)
    await api.db.deleteFrom(table).execute();
});

const LISBON = { latitude: 38.7123, longitude: -9.1416 };

interface Bakery {
  seller: TestUser;
  salePlaceId: number;
}

/** Orders of 399 cents for 1200, all of this month, of sale places in Lisbon. */
async function createTown() {
  const first = await createCollectedOrder(api);
  const place = (id: number) => api.db.updateTable('sale_places').set(LISBON).where('id', '=', id).execute();
  await place(first.salePlaceId);
  const reportDeadline = new Date('2026-11-22T19:00:00Z');
  return {
    first: { seller: first.seller, salePlaceId: first.salePlaceId } as Bakery,
    firstBuyer: first.buyer,
    addBakery: async (): Promise<Bakery> => {
      const seller = await createTestUser(api, { isSeller: true, isEmailVerified: true });
      const { salePlaceId } = await createProductOnSale(api, { seller });
      await place(salePlaceId);
      return { seller, salePlaceId };
    },
    addOrder: (bakery: Bakery, buyer: TestUser) =>
      copyOrder(api, first.id, {
        buyer,
        reportDeadline,
        ...(bakery.seller !== first.seller && { seller: bakery.seller }),
      }),
  };
}

type TestTown = Awaited<ReturnType<typeof createTown>>;

async function addBuyers({ addOrder }: TestTown, bakery: Bakery, count: number): Promise<TestUser[]> {
  const buyers: TestUser[] = [];
  for (let index = 0; index < count; index++) {
    const buyer = await createTestUser(api);
    await addOrder(bakery, buyer);
    buyers.push(buyer);
  }
  return buyers;
}

const countImpact = () => api.jobs.runScheduled('orders.count-impact');

const getSalePlaceImpact = async (id: number) =>
  (await api.client()('getSalePlaceImpact', { params: { id } })).data;

const getTown = async (query: { month?: string } = {}) =>
  (await api.client()('getTownImpact', { params: { key: 'pt-lisboa' }, query })).data;

const getUnitsOfTown = async () => (await getTown()).sum.packs;

describe('of a sale place', () => {
  test.each([9, 10])('everybody sees a month with ten buyers: %i', async (buyers) => {
    const town = await createTown();
    await addBuyers(town, town.first, buyers - 1);
    // Several of one buyer are one buyer.
    await town.addOrder(town.first, town.firstBuyer);
    await countImpact();
    const { months, sum } = await getSalePlaceImpact(town.first.salePlaceId);
    const isShown = buyers >= 10;
    expect(months.map(({ month }) => month)).toEqual(isShown ? ['2026-11'] : []);
    expect(sum.packs).toBe(isShown ? buyers + 1 : 0);
  });

  test('members of the business are none of its buyers, but their packs were collected', async () => {
    const town = await createTown();
    const buyers = await addBuyers(town, town.first, 9);
    await sql`insert into members (business_id, user_id, role, joined_at)
      values (${town.first.seller.id}, ${buyers[0]!.id}, 'counter', now())`.execute(api.db);
    await countImpact();
    expect((await getSalePlaceImpact(town.first.salePlaceId)).sum.packs).toBe(0);
    await addBuyers(town, town.first, 1);
    await countImpact();
    expect((await getSalePlaceImpact(town.first.salePlaceId)).sum.packs).toBe(11);
  });

  test('one that is not there has none', async () => {
    await expectApiError(api.client()('getSalePlaceImpact', { params: { id: 999_999 } }), 4);
  });

  test('what was given back is gone with the next night', async () => {
    const town = await createTown();
    await addBuyers(town, town.first, 9);
    await countImpact();
    expect((await getSalePlaceImpact(town.first.salePlaceId)).sum.packs).toBe(10);
    await giveAllBack();
    await countImpact();
    expect((await getSalePlaceImpact(town.first.salePlaceId)).sum.packs).toBe(0);
  });
});

describe('of a town', () => {
  test('everybody sees a month with ten buyers, also without the orders of any one business', async () => {
    const town = await createTown();
    const second = await town.addBakery();
    await addBuyers(town, town.first, 20);
    await addBuyers(town, second, 9);
    await countImpact();
    // The second bakery is too small to be told apart from: alone the first one is left, which would be its own figure.
    expect(await getUnitsOfTown()).toBe(0);
    await addBuyers(town, second, 1);
    await countImpact();
    const { name, month, months, sum, co2 } = await getTown();
    expect({ name, month, co2 }).toEqual({ name: 'Lisbon', month: '2026-11', co2: null });
    expect(sum.packs).toBe(31);
    expect(months).toHaveLength(12);
    expect(months.map(({ is_hidden }) => is_hidden)).toEqual([...Array(11).fill(true), false]);
    expect(await getSalePlaceImpact(second.salePlaceId)).toMatchObject({
      town: { key: 'pt-lisboa', name: 'Lisbon' },
    });
    expect((await api.client()('listTowns', {})).data).toEqual([
      { key: 'pt-lisboa', name: 'Lisbon', packs: 31 },
    ]);
  });

  test('who bought at two businesses counts once, and stays when one is taken away', async () => {
    const town = await createTown();
    const second = await town.addBakery();
    const buyers = await addBuyers(town, town.first, 9);
    for (const buyer of buyers) await town.addOrder(second, buyer);
    await countImpact();
    // The tenth bought at the first only.
    expect(await getUnitsOfTown()).toBe(0);
    await town.addOrder(second, town.firstBuyer);
    await countImpact();
    expect(await getUnitsOfTown()).toBe(20);
  });

  test('sale places with few buyers are left out, unless they are enough without any one of their businesses', async () => {
    const town = await createTown();
    const [second, third, fourth] = [await town.addBakery(), await town.addBakery(), await town.addBakery()];
    await addBuyers(town, town.first, 11);
    await addBuyers(town, second, 12);
    await addBuyers(town, third, 1);
    await countImpact();
    // All but the pack of the third is public: it would be what they leave of the town.
    expect(await getUnitsOfTown()).toBe(24);
    await addBuyers(town, fourth, 9);
    await countImpact();
    // The fourth knows its own nine.
    expect(await getUnitsOfTown()).toBe(24);
    await addBuyers(town, third, 8);
    const fifth = await town.addBakery();
    await addBuyers(town, fifth, 1);
    await countImpact();
    expect(await getUnitsOfTown()).toBe(24 + 9 + 9 + 1);
  });

  test('a sale place that moves takes its packs along, and a removed one leaves them', async () => {
    const town = await createTown();
    const second = await town.addBakery();
    await addBuyers(town, town.first, 9);
    await addBuyers(town, second, 10);
    await sql`update sale_places set removed_at = now() where id = ${second.salePlaceId}`.execute(api.db);
    await countImpact();
    expect(await getUnitsOfTown()).toBe(20);
    await sql`update sale_places set latitude = 41.1496, longitude = -8.611 where id = ${second.salePlaceId}`.execute(
      api.db,
    );
    await countImpact();
    expect(await getUnitsOfTown()).toBe(0);
  });

  test('has nothing for what is no town, and none of months that have not begun', async () => {
    const get = (key: string, query = {}) => api.client()('getTownImpact', { params: { key }, query });
    await expectApiError(get('pt-nowhere'), 4);
    await expectApiError(get('Lisboa'), 1, 'key');
    await createTown();
    await countImpact();
    await expectApiError(get('pt-lisboa', { month: '2027-02' }), 1, 'month');
  });
});

test('months are kept for two years', async () => {
  const town = await createTown();
  await addBuyers(town, town.first, 9);
  await countImpact();
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from sale_place_impacts`.execute(api.db)).rows[0]!.n;
  expect(await count()).toBe(1);
  api.clock.set('2028-11-20T12:00:00Z');
  await countImpact();
  expect(await count()).toBe(0);
});

describe('the files', () => {
  const download = (path: string, language = 'en') =>
    api.app.inject({ url: `/api/v1/${path}`, headers: { 'accept-language': language } });

  test('PDF and picture of a town and of a sale place are there for everybody', async () => {
    const town = await createTown();
    const second = await town.addBakery();
    await addBuyers(town, town.first, 9);
    await addBuyers(town, second, 10);
    await countImpact();
    for (const [path, name] of [
      ['towns/pt-lisboa', 'Lisboa'],
      [`sale_places/${second.salePlaceId}`, 'Padaria Aurora'],
    ]) {
      const text = await readPdfText((await download(`${path}/impact.pdf`, 'pt')).rawPayload);
      expect(text).toContain(name);
      expect(text).toContain('novembro de 2026');
      const picture = await download(`${path}/impact.png`);
      expect(picture.headers['content-type']).toBe('image/png');
      expect((await sharp(picture.rawPayload).metadata()).width).toBe(1080);
      expect((await download(`${path}/impact.png?month=2026-10`)).statusCode).toBe(404);
    }
  });

  test('a hidden month has none', async () => {
    const town = await createTown();
    await countImpact();
    for (const format of ['pdf', 'png']) {
      expect((await download(`towns/pt-lisboa/impact.${format}`)).statusCode).toBe(404);
      expect((await download(`sale_places/${town.first.salePlaceId}/impact.${format}`)).statusCode).toBe(404);
    }
  });
});

describe('the rules', () => {
  const part = (name: 'all' | 'few' | 'many', without: number) => ({
    ...{ part: name, buyers: 30, buyers_without_one: without },
    ...{ packs: 1, packs_with_weight: 0, grams: 0, saved_cents: 0 },
  });

  test('of a town without small sale places all counts', () => {
    expect(chooseOrdersOfTown([part('all', 20), part('many', 20)])?.part).toBe('all');
    expect(chooseOrdersOfTown([part('all', 20), part('many', 15), part('few', 9)])?.part).toBe('many');
    expect(chooseOrdersOfTown([part('all', 9), part('few', 9)])).toBeNull();
    expect(chooseOrdersOfTown([])).toBeNull();
  });

  test('each month is counted within three weeks', () => {
    const counted = new Set<string>();
    for (let day = 1; day <= 21; day++)
      for (const month of listMonthsToCount(
        '2026-11' as Parameters<typeof listMonthsToCount>[0],
        new Date(Date.UTC(2026, 10, day)),
      ))
        counted.add(month);
    expect(counted.size).toBe(24);
  });
});
