import type { Input } from '@wopack/contract/client';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  expectApiError,
  startPayment,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';

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

const formatBoxAroundOrigin = () =>
  [origin.longitude - 0.1, origin.latitude - 0.1, origin.longitude + 0.1, origin.latitude + 0.1].join();

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

/** Loads all pages; `between` runs after each of them. */
async function listAllPages(
  query: ListQuery,
  betweenPages: (page: number) => Promise<unknown> = async () => {},
) {
  const productIds: number[] = [];
  for (let cursor: string | undefined, page = 1; ; page++) {
    const reply = await listOffers({ ...query, cursor });
    productIds.push(...reply.data.map(({ id }) => id));
    if (reply.next_cursor === null) return productIds;
    expect(reply.data).toHaveLength(query.limit ?? 20);
    cursor = reply.next_cursor;
    await betweenPages(page);
  }
}

test('an offer has all its fields', async () => {
  const [id] = await createProductsAt([420], {
    salePlace: { name: 'Padaria Aurora', address: 'Rua da Trindade 18' },
    quantity: 5,
  });
  const { data, next_cursor } = await listOffers();
  expect(next_cursor).toBeNull();
  expect(data).toEqual([
    {
      id,
      name: 'Cesto de fim de tarde',
      description: 'Pão de fermentação natural e croissants.',
      language: 'pt',
      translated: false,
      photos: [{ path: expect.stringMatching(/^\/media\//), srcset: expect.stringContaining('640w') }],
      quantity: 5,
      price: 3.99,
      old_price: 12,
      rating: null,
      rating_count: 0,
      is_favourite: false,
      pickup: expect.stringMatching(/^Fri 20 Nov \d\d:\d\d–\d\d:\d\d$/),
      slot_id: expect.any(Number),
      pickup_start: expect.stringMatching(/^2026-11-20T/),
      pickup_end: expect.stringMatching(/^2026-11-20T/),
      distance: expect.any(Number),
      types: [{ id: 1, slug: 'bakery', name: 'Bakery' }],
      allocation: null,
      sale_place: {
        id: expect.any(Number),
        name: 'Padaria Aurora',
        address: 'Rua da Trindade 18',
        time_zone: expect.stringContaining('/'),
      },
    },
  ]);
  expect(Math.abs(data[0]!.distance! - 420)).toBeLessThanOrEqual(2);
});

test('two users at the same position have their own favourites', async () => {
  const [firstId, secondId] = await createProductsAt([100, 200]);
  const otherUser = await createTestUser(api);
  await buyer.call('toggleFavourite', { params: { id: firstId! }, body: { is_favourite: true } });
  await otherUser.call('toggleFavourite', { params: { id: secondId! }, body: { is_favourite: true } });
  const listFavouriteFlags = async (user: TestUser) =>
    (await listOffers({}, user)).data.map((offer) => offer.is_favourite);
  expect(await Promise.all([listFavouriteFlags(buyer), listFavouriteFlags(otherUser)])).toEqual([
    [true, false],
    [false, true],
  ]);
});

describe('order', () => {
  test('nearest first, then sold-out ones, nearest first', async () => {
    const [farId, nearId, middleId, nearestId] = await createProductsAt([3000, 200, 1000, 100], {
      quantity: 1,
    });
    expect(await listIds()).toEqual([nearestId, nearId, middleId, farId]);
    await buyProduct(await createTestUser(api), nearId!);
    await startPayment(await createTestUser(api), nearestId!);
    expect(await listIds()).toEqual([middleId, farId, nearestId, nearId]);
    const { data } = await listOffers();
    expect(data.map(({ quantity }) => quantity)).toEqual([1, 1, 0, 0]);
  });

  test('by id at the same position', async () => {
    const createdIds = await createProductsAt([500, 500, 500, 500]);
    for (let i = 0; i < 3; i++) expect(await listIds()).toEqual(createdIds);
  });

  test('distances are right across the date line and near the pole', async () => {
    const [eastId] = await createProductsAt([0], { salePlace: { latitude: 66, longitude: 179.99 } });
    const [westId] = await createProductsAt([0], { salePlace: { latitude: 66, longitude: -179.97 } });
    expect(await listIds({ latitude: 66, longitude: -179.995, radius: 10_000 })).toEqual([eastId, westId]);
  });
});

describe('pages', () => {
  test('have no duplicates or gaps, including sold-out products', async () => {
    const createdIds = await createProductsAt([100, 200, 300, 300, 300, 400, 500, 600, 700], { quantity: 1 });
    for (const index of [1, 4, 7]) await buyProduct(await createTestUser(api), createdIds[index]!);
    const [a, soldOut1, c, d, soldOut2, e, f, soldOut3, g] = createdIds;
    const expectedIds = [a, c, d, e, f, g, soldOut1, soldOut2, soldOut3];
    for (const limit of [1, 2, 3, 4, 6, 9, 50]) expect(await listAllPages({ limit })).toEqual(expectedIds);
  });

  test('purchases in between cause no duplicates or gaps', async () => {
    const createdIds = await createProductsAt([100, 200, 300, 400, 500, 600, 700, 800], { quantity: 1 });
    const otherBuyers = await Promise.all(createdIds.map(() => createTestUser(api)));
    // After each page, one product that was shown and one that was not sell out.
    const soldAfterPage = [
      [0, 7],
      [2, 5],
      [3, 6],
    ];
    const productIds = await listAllPages({ limit: 2 }, async (page) => {
      api.clock.advance(1000);
      for (const index of soldAfterPage[page - 1] ?? [])
        await buyProduct(otherBuyers[index]!, createdIds[index]!);
    });
    expect([...productIds].sort((a, b) => a - b)).toEqual(createdIds);
  });

  test('holds taken and released in between cause no gaps', async () => {
    const createdIds = await createProductsAt([100, 200, 300, 400, 500, 600]);
    const otherUser = await createTestUser(api);
    const productIds = await listAllPages({ limit: 2 }, async () => {
      const { token } = await startPayment(otherUser, createdIds[1]!);
      await otherUser.call('failPayment', { body: { token } });
    });
    expect(productIds).toEqual(createdIds);
  });

  test('work without a position', async () => {
    const createdIds = await createProductsAt([100, 200, 300], { product: { name: 'Semlugar' } });
    const unknownPosition = {
      latitude: undefined,
      longitude: undefined,
      radius: undefined,
      searchProductText: 'semlugar',
    };
    const { data } = await listOffers(unknownPosition);
    expect(data.map(({ distance }) => distance)).toEqual([null, null, null]);
    expect(await listAllPages({ ...unknownPosition, limit: 1 })).toEqual(createdIds);
  });

  test('have 20 products by default and at most 50', async () => {
    await createProductsAt(Array.from({ length: 21 }, (_, i) => i * 10));
    const { data, next_cursor } = await listOffers();
    expect(data).toHaveLength(20);
    expect((await listOffers({ cursor: next_cursor! })).data).toHaveLength(1);
    await expectApiError(listOffers({ limit: 51 }), 1, 'limit');
    await expectApiError(listOffers({ limit: 0 }), 1, 'limit');
    await expectApiError(listOffers({ cursor: 'nonsense' }), 1, 'cursor');
  });
});

test('an offer that was shown before, in the list and on the map, shows what another process has changed since', async () => {
  const [id] = await createProductsAt([100]);
  const { sale_place_id: salePlaceId } = await api.db
    .selectFrom('products')
    .select('sale_place_id')
    .where('id', '=', id!)
    .executeTakeFirstOrThrow();
  const change = {
    product: (name: string) => api.db.updateTable('products').set({ name }).where('id', '=', id!).execute(),
    salePlace: (name: string) =>
      api.db.updateTable('sale_places').set({ name }).where('id', '=', salePlaceId).execute(),
    text: (name: string) =>
      api.db.updateTable('product_texts').set({ name }).where('product_id', '=', id!).execute(),
  };
  const expectNames = async (language: 'pt' | 'en', name: string, salePlaceName: string) => {
    // A page is kept for a second.
    api.clock.advance(2000);
    const client = api.client(buyer.token, language);
    const { data } = await client('listOffers', { query: { ...origin, radius: 50_000 } });
    expect(data).toMatchObject([{ name, sale_place: { name: salePlaceName } }]);
    const map = await client('listMapOffers', { query: { bbox: formatBoxAroundOrigin(), zoom: 14 } });
    expect(map.data).toMatchObject([{ name: salePlaceName, products: [{ name }] }]);
  };
  await change.product('Cesto');
  await change.salePlace('Padaria');
  const text = { product_id: id!, language: 'en' as const, description: 'Bread.', is_translated: false };
  await expectNames('en', 'Cesto', 'Padaria');
  await api.db
    .insertInto('product_texts')
    .values({ ...text, name: 'Basket' })
    .execute();
  await expectNames('en', 'Basket', 'Padaria');
  await change.text('Hamper');
  await expectNames('en', 'Hamper', 'Padaria');
  await expectNames('pt', 'Cesto', 'Padaria');
  await change.salePlace('Pastelaria');
  await expectNames('pt', 'Cesto', 'Pastelaria');
  await expectNames('en', 'Hamper', 'Pastelaria');
  await change.product('Saco');
  await expectNames('pt', 'Saco', 'Pastelaria');
  await api.db.deleteFrom('product_texts').where('product_id', '=', id!).execute();
  await expectNames('en', 'Saco', 'Pastelaria');
});

test('guests see the list and the map without favourites', async () => {
  const [id] = await createProductsAt([100]);
  await buyer.call('toggleFavourite', { params: { id: id! }, body: { is_favourite: true } });
  const guest = api.client(null);
  const query = { ...origin, radius: 50_000 };
  expect((await guest('listOffers', { query })).data).toMatchObject([{ id, is_favourite: false }]);
  expect((await listOffers()).data).toMatchObject([{ id, is_favourite: true }]);
  expect((await guest('listOffers', { query })).data).toMatchObject([{ id, is_favourite: false }]);
  const favourites = { ...query, needFavourite: 'yes' };
  expect((await guest('listOffers', { query: favourites })).data).toEqual([]);
  expect((await buyer.call('listOffers', { query: favourites })).data).toMatchObject([{ id }]);
  expect((await guest('listMapOffers', { query: favourites })).data).toEqual([]);
  const map = await guest('listMapOffers', { query: { bbox: formatBoxAroundOrigin(), zoom: 14 } });
  expect(map.data.flatMap(({ products }) => products)).toMatchObject([{ id }]);
});
