import type { Input } from '@wopack/contract/client';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createProductOnSale,
  createTestUser,
  EVENING_SCHEDULE,
  expectApiError,
  SALE_PLACE_BODY,
  type TestUser,
} from '../../../test/support/builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../test/support/test-app.ts';
import { indexProducts } from '../products/index.ts';

const api = useTestApp();
type ListQuery = NonNullable<Input<'listOffers'>['query']>;

/** Each test uses its own part of the world, so that it does not see the products of others. */
let areaIndex = 0;
let origin = { latitude: 0, longitude: 0 };
let buyer: TestUser;
let seller: TestUser;

beforeAll(async () => {
  seller = await createTestUser(api, { isSeller: true, isEmailVerified: true });
});
beforeEach(async () => {
  api.clock.set(FRIDAY_NOON);
  origin = { latitude: 10 + (areaIndex % 20) * 2, longitude: -30 + Math.floor(areaIndex / 20) * 2 };
  areaIndex++;
  buyer = await createTestUser(api);
});

/** Creates products at these distances, in metres north of the origin. */
const createProductsAt = async (
  distances: number[],
  options: Parameters<typeof createProductOnSale>[1] = {},
) => {
  const productIds: number[] = [];
  for (const distance of distances) {
    const salePlace = { ...origin, latitude: origin.latitude + distance / 111_319.49, ...options.salePlace };
    productIds.push((await createProductOnSale(api, { seller, ...options, salePlace })).productId);
  }
  return productIds;
};

const listOffers = (query: ListQuery = {}, user = buyer) =>
  user.call('listOffers', { query: { ...origin, radius: 50_000, ...query } });
const listIds = async (query: ListQuery = {}, user = buyer) =>
  (await listOffers(query, user)).data.map(({ id }) => id);

describe('filters', () => {
  test('by type; 0 is all', async () => {
    const [bakeryId] = await createProductsAt([100], { product: { categories: [1] } });
    const [sweetsId] = await createProductsAt([200], { product: { categories: [4, 5] } });
    expect(await listIds({ filterByType: 1 })).toEqual([bakeryId]);
    expect(await listIds({ filterByType: 4 })).toEqual([sweetsId]);
    expect(await listIds({ filterByType: 5 })).toEqual([sweetsId]);
    expect(await listIds({ filterByType: 3 })).toEqual([]);
    expect(await listIds({ filterByType: 99 })).toEqual([]);
    expect(await listIds({ filterByType: 0 })).toEqual([bakeryId, sweetsId]);
  });

  test('by diet', async () => {
    const [veganId] = await createProductsAt([100], { product: { diet: ['vegan', 'vegetarian'] } });
    const [halalId] = await createProductsAt([200], { product: { diet: ['halal'] } });
    expect(await listIds({ diet: 'vegan' })).toEqual([veganId]);
    expect(await listIds({ diet: 'halal' })).toEqual([halalId]);
    expect(await listIds({ diet: 'kosher' })).toEqual([]);
    await expectApiError(listOffers({ diet: 'paleo' as 'vegan' }), 1, 'diet');
  });

  describe('by what somebody eats', () => {
    let ids: { vegan: number; cake: number; free: number; silent: number };
    beforeEach(async () => {
      const create = async (distance: number, product: { diet?: 'vegan'[]; allergens?: 'nuts'[] }) =>
        (await createProductsAt([distance], { product: { allergens: [], ...product } }))[0]!;
      ids = {
        vegan: await create(100, { diet: ['vegan'], allergens: ['nuts'] }),
        cake: (await createProductsAt([200], { product: { allergens: ['milk', 'eggs'] } }))[0]!,
        free: (await createProductsAt([300], { product: { free_of_allergens: true } }))[0]!,
        silent: await create(400, {}),
      };
    });

    test('lists leave out what has an allergen, and what names none unless it is asked for', async () => {
      expect(await listIds({ diets: 'vegan' })).toEqual([ids.vegan]);
      // What is vegan is vegetarian, also where the seller does not say so.
      expect(await listIds({ diets: 'vegetarian' })).toEqual([ids.vegan]);
      expect(await listIds({ diet: 'vegetarian' })).toEqual([ids.vegan]);
      expect(await listIds({ free_of: 'nuts' })).toEqual([ids.cake, ids.free]);
      expect(await listIds({ free_of: 'nuts,milk' })).toEqual([ids.free]);
      expect(await listIds({ free_of: 'nuts,milk', unnamed: 'yes' })).toEqual([ids.free, ids.silent]);
      expect(await listIds({ diets: 'vegan', free_of: 'nuts' })).toEqual([]);
      // Nearest first, as without.
      expect(await listIds({ free_of: 'fish', unnamed: 'yes' })).toEqual(Object.values(ids));
      expect((await listOffers({ free_of: 'nuts' })).search).toBeNull();
      await expectApiError(listOffers({ free_of: 'nuts,' }), 1, 'free_of');
      await expectApiError(listOffers({ diets: 'paleo' }), 1, 'diets');
      expect(await listIds({ free_of: 'nuts', unnamed: 'no' })).toEqual([ids.cake, ids.free]);
      await expectApiError(listOffers({ free_of: 'nuts', unnamed: 'banana' as 'yes' }), 1, 'unnamed');
    });

    test('an old claim that names what it rules out is not believed, and its pack cannot be saved with it', async () => {
      const product = { name: 'Tarte', allergens: ['milk' as const], diet: ['halal' as const] };
      const [id] = await createProductsAt([50], { product });
      // As it was saved before such claims were refused.
      await api.db.transaction().execute(async (trx) => {
        await trx
          .updateTable('products')
          .set({ diet: ['vegan', 'halal'] })
          .where('id', '=', id!)
          .execute();
        await indexProducts(trx, { productId: id! });
      });
      expect(await listIds({ diets: 'vegan' })).toEqual([ids.vegan]);
      expect(await listIds({ diet: 'vegan' })).toEqual([ids.vegan]);
      expect(await listIds({ searchProductText: 'tarte vegan' })).toEqual([]);
      expect(await listIds({ diets: 'halal' })).toEqual([id]);
      const { data } = await buyer.call('listMapOffers', { query: { ...origin, diets: 'vegan', zoom: 15 } });
      expect(data.flatMap(({ products }) => products.map((offer) => offer.id))).toEqual([ids.vegan]);
      expect((await buyer.call('getOffer', { params: { id: id! } })).data.diet).toEqual(['halal']);
      await expect(
        seller.call('saveProduct', { body: { id: id!, name: 'Torta' } as never }),
      ).rejects.toMatchObject({ code: 1, errors: { diet: [expect.stringContaining('vegan')] } });
    });

    test('the map, favourites and a text, too', async () => {
      const { data } = await buyer.call('listMapOffers', { query: { ...origin, free_of: 'nuts', zoom: 15 } });
      expect(data.flatMap(({ products }) => products.map(({ id }) => id)).toSorted()).toEqual(
        [ids.cake, ids.free].toSorted(),
      );
      for (const id of [ids.vegan, ids.free])
        await buyer.call('toggleFavourite', { params: { id }, body: { is_favourite: true } });
      expect(await listIds({ needFavourite: 'yes', free_of: 'nuts' })).toEqual([ids.free]);
      const [named] = await createProductsAt([500], {
        product: { name: 'Tarte de amendoim', allergens: ['peanuts'] },
      });
      expect(await listIds({ searchProductText: 'amendoim', free_of: 'nuts' })).toEqual([named]);
      expect(await listIds({ searchProductText: 'amendoim', free_of: 'peanuts' })).toEqual([]);
    });

    test('the counts say how many suit and how many say nothing', async () => {
      const count = async (query: { diets?: string; free_of?: string }) =>
        (await buyer.call('countSuitableOffers', { query: { ...origin, ...query } })).data;
      expect(await count({})).toEqual({ total: 4, suitable: 4, unnamed: 0 });
      expect(await count({ free_of: 'nuts' })).toEqual({ total: 4, suitable: 2, unnamed: 1 });
      expect(await count({ diets: 'vegan', free_of: 'nuts' })).toEqual({ total: 4, suitable: 0, unnamed: 0 });
      expect(await count({ diets: 'vegan' })).toEqual({ total: 4, suitable: 1, unnamed: 0 });
    });

    test('the account keeps it, and ends it', async () => {
      await buyer.call('updateFood', { body: { diets: ['vegan'], free_of: ['nuts', 'nuts'] } });
      expect((await buyer.call('getMe')).data.food).toEqual({ diets: ['vegan'], free_of: ['nuts'] });
      // Calls mean what they say: lists take what their query has.
      expect(await listIds()).toEqual(Object.values(ids));
      await buyer.call('updateFood', { body: { diets: [], free_of: [] } });
      expect((await buyer.call('getMe')).data.food).toEqual({ diets: [], free_of: [] });
    });
  });

  test('by local date at the sale place', async () => {
    const scheduleAt = (time_start: string, time_end: string) =>
      Object.fromEntries(Object.keys(EVENING_SCHEDULE).map((day) => [day, { time_start, time_end }]));
    const [eveningId] = await createProductsAt([100], { schedule: scheduleAt('21:00', '22:00') });
    const { mon } = scheduleAt('17:30', '19:00');
    const [saturdayId] = await createProductsAt([200], { schedule: { sat: mon! } });
    const [mondayId] = await createProductsAt([300], { schedule: { mon: mon! } });
    expect(await listIds({ day: 'today' })).toEqual([eveningId]);
    expect(await listIds({ day: 'tomorrow' })).toEqual([saturdayId]);
    expect(await listIds()).toEqual([eveningId, saturdayId, mondayId]);
    // Tomorrow begins earlier in Moscow than in Lisbon.
    api.clock.set('2026-11-20T21:30:00Z');
    const moscow = { latitude: 55.7, longitude: 37.6 };
    const [moscowId] = await createProductsAt([0], { salePlace: moscow });
    expect(await listIds({ ...moscow, day: 'today' })).toEqual([moscowId]);
    expect(await listIds({ ...moscow, day: 'tomorrow' })).toEqual([]);
  });

  test('past midnight a window that began yesterday is today’s, and nobody’s tomorrow', async () => {
    const lisbon = { latitude: 38.72, longitude: -9.14 };
    const listOn = (day: ListQuery['day']) => listIds({ ...lisbon, day });
    const fri = { time_start: '23:30', time_end: '00:30' };
    const [nightId] = await createProductsAt([0], { schedule: { fri, sat: fri }, salePlace: lisbon });
    api.clock.set('2026-11-20T23:50:00Z');
    expect(await listOn('today')).toEqual([nightId]);
    api.clock.set('2026-11-21T00:10:00Z');
    expect(await listOn('today')).toEqual([nightId]);
    expect(await listOn('now')).toEqual([nightId]);
    expect(await listOn('tomorrow')).toEqual([]);
    // Then the one of Saturday night is on sale.
    api.clock.set('2026-11-21T00:30:00Z');
    expect(await listOn('today')).toEqual([nightId]);
  });

  test('by radius, to the metre', async () => {
    const [nearId, farId] = await createProductsAt([990, 1010]);
    expect(await listIds({ radius: 1000 })).toEqual([nearId]);
    expect(await listIds({ radius: 1100 })).toEqual([nearId, farId]);
    expect(await listIds({ radius: 1 })).toEqual([]);
  });

  test('by the user’s own favourites', async () => {
    const [firstId, secondId] = await createProductsAt([100, 200]);
    const otherUser = await createTestUser(api);
    await buyer.call('toggleFavourite', { params: { id: secondId! }, body: null });
    expect(await listIds({ needFavourite: 'yes' })).toEqual([secondId]);
    expect(await listIds({ needFavourite: 'no' })).toEqual([firstId, secondId]);
    expect(await listIds({ needFavourite: 'yes' }, otherUser)).toEqual([]);
    expect((await listOffers()).data.map(({ is_favourite }) => is_favourite)).toEqual([false, true]);
    expect((await listOffers({}, otherUser)).data.map(({ is_favourite }) => is_favourite)).toEqual([
      false,
      false,
    ]);
  });

  test('combined', async () => {
    const product = { categories: [2], diet: ['vegan' as const], name: 'Sopa' };
    const [matchId] = await createProductsAt([100], { product });
    await createProductsAt([100], { product: { ...product, categories: [3] } });
    await createProductsAt([100], { product: { ...product, diet: [] } });
    await createProductsAt([100], { product: { ...product, name: 'Guisado' } });
    await buyer.call('toggleFavourite', { params: { id: matchId! }, body: null });
    const query: ListQuery = {
      filterByType: 2,
      diet: 'vegan',
      searchProductText: 'sopa',
      needFavourite: 'yes',
      radius: 1000,
    };
    expect(await listIds({ ...query, day: 'today' })).toEqual([matchId]);
  });
});

describe('the origin of distances', () => {
  test('is the user’s city without coordinates', async () => {
    const [nearId, farId] = await createProductsAt([100, 2000]);
    await buyer.call('updateCity', { body: { city: 'Here', ...origin } });
    const unknownPosition = { latitude: undefined, longitude: undefined };
    const { data } = await listOffers(unknownPosition);
    expect(data.map(({ id }) => id)).toEqual([nearId, farId]);
    expect(Math.abs(data[0]!.distance! - 100)).toBeLessThanOrEqual(2);
  });

  test('sort=center measures from the city, sort=me from the coordinates', async () => {
    const [southId, northId] = await createProductsAt([0, 2000]);
    await buyer.call('updateCity', { body: { city: 'Here', ...origin } });
    const ownPosition = { latitude: origin.latitude + 0.02, longitude: origin.longitude };
    expect(await listIds({ ...ownPosition, sort: 'me' })).toEqual([northId, southId]);
    expect(await listIds({ ...ownPosition, sort: 'center' })).toEqual([southId, northId]);
  });
});

describe('language', () => {
  test.each([
    ['pt', /^sexta, 20\/11 /, 'Padaria'],
    ['en', /^Fri 20 Nov /, 'Bakery'],
    ['ru', /^пт, 20 нояб. /, 'Выпечка'],
  ] as const)('%s', async (language, pickup, type) => {
    await createProductsAt([100]);
    const { data } = await api.client(buyer.token, language)('listOffers', {
      query: { ...origin, radius: 1000 },
    });
    expect(data[0]).toMatchObject({
      pickup: expect.stringMatching(pickup),
      types: [{ name: type }],
      sale_place: { time_zone: expect.stringContaining('/') },
    });
  });

  test('translates types', async () => {
    const listTypeNames = async (language: 'pt' | 'en' | 'ru') =>
      (await api.client(null, language)('listProductTypes')).data.map(({ name }) => name);
    expect(await listTypeNames('pt')).toContain('Pequeno-almoço');
    expect(await listTypeNames('en')).toContain('Breakfast');
    expect(await listTypeNames('ru')).toContain('Завтрак');
  });
});

test('offers contain the address of the sale place, not the e-mail address of the seller', async () => {
  await createProductsAt([100], { salePlace: { ...SALE_PLACE_BODY, ...origin } });
  const { data } = await listOffers();
  expect(JSON.stringify(data)).not.toContain(seller.email);
});
