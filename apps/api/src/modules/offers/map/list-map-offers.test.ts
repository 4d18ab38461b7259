import type { Input } from '@wopack/contract/client';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  expectApiError,
  SALE_PLACE_BODY,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';

describe('pins and filters', () => {
  const api = useTestApp();
  type MapQuery = NonNullable<Input<'listMapOffers'>['query']>;

  let buyer: TestUser;
  let seller: TestUser;
  beforeAll(async () => {
    buyer = await createTestUser(api);
    seller = await createTestUser(api, { isSeller: true, isEmailVerified: true });
  });

  const loadMap = (query: MapQuery = {}, user = buyer) => user.call('listMapOffers', { query });
  /** Creates a sale place with so many products. */
  async function createSalePlaceWithProducts(
    latitude: number,
    longitude: number,
    productCount = 1,
    options: Parameters<typeof createProductOnSale>[1] = {},
  ) {
    const firstProduct = await createProductOnSale(api, {
      seller,
      ...options,
      salePlace: { latitude, longitude, ...options.salePlace },
    });
    const productIds = [firstProduct.productId];
    for (let i = 1; i < productCount; i++) {
      const { productId } = await createProductOnSale(api, { seller, ...options });
      await api.db
        .updateTable('products')
        .set({ sale_place_id: firstProduct.salePlaceId })
        .where('id', '=', productId)
        .execute();
      productIds.push(productId);
    }
    return { salePlaceId: firstProduct.salePlaceId, productIds };
  }

  test('a sale place has up to three products and their number', async () => {
    const { salePlaceId, productIds } = await createSalePlaceWithProducts(41.15, -8.61, 4, {
      salePlace: { name: 'Padaria do Norte' },
    });
    await buyProduct(await createTestUser(api), productIds[0]!);
    const { data, clusters } = await loadMap({ bbox: '-8.7,41.1,-8.5,41.2', zoom: 13 });
    expect(clusters).toEqual([]);
    expect(data).toEqual([
      {
        id: salePlaceId,
        name: 'Padaria do Norte',
        description: '',
        logo: null,
        address: SALE_PLACE_BODY.address,
        phone: SALE_PLACE_BODY.phone,
        latitude: 41.15,
        longitude: -8.61,
        products: productIds.slice(0, 3).map((id, i) => ({
          id,
          name: 'Cesto de fim de tarde',
          language: 'pt',
          price: 3.99,
          quantity: i === 0 ? 2 : 3,
          photo: expect.stringMatching(/^\/media\//),
          type: 'bakery',
          mode: null,
        })),
        products_count: 4,
      },
    ]);
  });

  test('only sale places within the box', async () => {
    const { salePlaceId } = await createSalePlaceWithProducts(40.2, -8.42);
    const listSalePlaceIds = async (bbox: string) =>
      (await loadMap({ bbox, zoom: 13 })).data.map(({ id }) => id);
    expect(await listSalePlaceIds('-8.43,40.19,-8.41,40.21')).toEqual([salePlaceId]);
    expect(await listSalePlaceIds('-8.41,40.19,-8.40,40.21')).toEqual([]);
    expect(await listSalePlaceIds('-8.43,40.21,-8.41,40.22')).toEqual([]);
  });

  test('the list is limited to a box like the map', async () => {
    const nearby = await createSalePlaceWithProducts(40.65, -7.91);
    await createSalePlaceWithProducts(40.67, -7.91);
    const listProductIds = async (bbox: string) =>
      (await buyer.call('listOffers', { query: { bbox } })).data.map(({ id }) => id);
    expect(await listProductIds('-7.92,40.64,-7.90,40.66')).toEqual(nearby.productIds);
    expect(await listProductIds('-7.90,40.64,-7.89,40.66')).toEqual([]);
    expect(await listProductIds('-30,20,10,60')).toContain(nearby.productIds[0]);
    await expectApiError(buyer.call('listOffers', { query: { bbox: '1,2,3' } }), 1, 'bbox');
  });

  test('zoomed out, sale places are clustered with the lowest price', async () => {
    await createSalePlaceWithProducts(37.0, -8.0, 1);
    await createSalePlaceWithProducts(37.01, -8.01, 2, { product: { price: 2.99 } });
    const nearby = await loadMap({ bbox: '-8.5,36.5,-7.5,37.5', zoom: 14 });
    expect(nearby.data).toHaveLength(2);
    const overview = await loadMap({ bbox: '-8.5,36.5,-7.5,37.5', zoom: 5 });
    expect(overview.data).toEqual([]);
    expect(overview.clusters.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    expect(Math.min(...overview.clusters.map(({ price_from }) => price_from))).toBe(2.99);
    for (const { latitude, longitude } of overview.clusters) {
      expect(latitude).toBeGreaterThanOrEqual(37);
      expect(latitude).toBeLessThanOrEqual(37.01);
      expect(longitude).toBeGreaterThanOrEqual(-8.01);
      expect(longitude).toBeLessThanOrEqual(-8);
    }
  });

  test('the map has the same filters as the list', async () => {
    const bbox = '-7.95,38.5,-7.85,38.6';
    const veganPlace = await createSalePlaceWithProducts(38.57, -7.91, 1, {
      product: { categories: [6], diet: ['vegan'], name: 'Hortelã' },
    });
    const breadPlace = await createSalePlaceWithProducts(38.57, -7.9, 1, { product: { categories: [1] } });
    await buyer.call('toggleFavourite', {
      params: { id: breadPlace.productIds[0]! },
      body: { is_favourite: true },
    });
    const listSalePlaceIds = async (query: MapQuery) =>
      (await loadMap({ bbox, zoom: 14, ...query })).data.map(({ id }) => id);
    expect(await listSalePlaceIds({})).toEqual([veganPlace.salePlaceId, breadPlace.salePlaceId]);
    expect(await listSalePlaceIds({ filterByType: 6 })).toEqual([veganPlace.salePlaceId]);
    expect(await listSalePlaceIds({ diet: 'vegan' })).toEqual([veganPlace.salePlaceId]);
    expect(await listSalePlaceIds({ searchProductText: 'hortela' })).toEqual([veganPlace.salePlaceId]);
    expect(await listSalePlaceIds({ needFavourite: 'yes' })).toEqual([breadPlace.salePlaceId]);
    expect(await listSalePlaceIds({ day: 'tomorrow' })).toEqual([]);
    expect(await listSalePlaceIds({ searchProductText: 'xyzzy' })).toEqual([]);
  });

  describe('without a box', () => {
    test('the map shows the area around the user’s city', async () => {
      const { salePlaceId } = await createSalePlaceWithProducts(32.65, -16.9);
      const user = await createTestUser(api);
      await user.call('updateCity', { body: { city: 'Funchal', latitude: 32.6669, longitude: -16.9241 } });
      expect((await loadMap({}, user)).data.map(({ id }) => id)).toEqual([salePlaceId]);
    });

    test('the map shows the area around given coordinates', async () => {
      const { salePlaceId } = await createSalePlaceWithProducts(39.36, -9.38);
      const { data } = await loadMap({ latitude: 39.35, longitude: -9.4 });
      expect(data.map(({ id }) => id)).toEqual([salePlaceId]);
    });

    test('the map shows everything without a position', async () => {
      const { data } = await loadMap({}, await createTestUser(api));
      expect(data.length).toBeGreaterThanOrEqual(6);
    });
  });

  test.each(['', '1,2,3', 'a,b,c,d', '9,0,8,1', '0,1,1,0', '0,-91,1,1'])('%j is refused', async (bbox) => {
    // The typed client omits an empty parameter.
    if (bbox) await expectApiError(loadMap({ bbox }), 1, 'bbox');
    else expect((await loadMap({ bbox })).clusters).toEqual([]);
  });

  test('the whole world is a box', async () => {
    expect((await loadMap({ bbox: '-180,-90,180,90', zoom: 0 })).clusters.length).toBeGreaterThan(0);
  });
});

describe('clusters', () => {
  const api = useTestApp();
  const SALE_PLACE_COUNT = 400;
  const MAP_QUERY = { bbox: '-9.2,38.7,-9.1,38.8', zoom: 12 };
  let buyer: TestUser;

  /** As many sale places as a city has, on a line through it: copies of one that was created by calls. */
  beforeAll(async () => {
    buyer = await createTestUser(api);
    const seller = await createTestUser(api, { isSeller: true, isEmailVerified: true });
    const { salePlaceId, productId } = await createProductOnSale(api, {
      seller,
      salePlace: { latitude: 38.75, longitude: -9.15 },
    });
    await sql`WITH places AS (
      INSERT INTO sale_places (seller_id, name, phone, address, latitude, longitude, time_zone, type_ids, created_at)
      SELECT seller_id, name, phone, address, 38.7 + n * 0.0002, -9.2 + n * 0.0002, time_zone, type_ids, created_at
      FROM sale_places, generate_series(1, ${SALE_PLACE_COUNT - 1}) n WHERE id = ${salePlaceId} RETURNING id
    ), packs AS (
      INSERT INTO products (sale_place_id, name, description, price_cents, old_price_cents, type_ids, photos,
        state, earth, search, created_at)
      SELECT places.id, name, description, CASE WHEN places.id % 2 = 0 THEN 299 ELSE price_cents END, old_price_cents,
        CASE WHEN places.id % 4 = 0 THEN '{7}' ELSE type_ids END, photos, state, earth, search, created_at
      FROM products, places WHERE products.id = ${productId} RETURNING id
    )
    INSERT INTO pickup_slots (product_id, date, starts_at, ends_at, quantity, units_left)
    SELECT packs.id, date, starts_at, ends_at, quantity, units_left FROM pickup_slots, packs
    WHERE product_id = ${productId}`.execute(api.db);
    await api.jobs.runScheduled('offers.update-map-cells');
  });

  const loadMap = (query: object = {}) => buyer.call('listMapOffers', { query: { ...MAP_QUERY, ...query } });
  type MapReply = Awaited<ReturnType<typeof loadMap>>;
  const countSalePlaces = ({ data, clusters }: MapReply) =>
    data.length + clusters.reduce((sum, { count }) => sum + count, 0);

  test('many sale places are clustered, from cells and from live queries', async () => {
    const mapReply = await loadMap();
    expect(mapReply.clusters.length).toBeGreaterThan(1);
    expect(countSalePlaces(mapReply)).toBe(SALE_PLACE_COUNT);
    expect(Math.min(...mapReply.clusters.map(({ price_from }) => price_from))).toBe(2.99);
    const circle = { radius: 100_000, latitude: 38.75, longitude: -9.15 };
    expect(countSalePlaces(await loadMap(circle))).toBe(SALE_PLACE_COUNT);
  });

  test('sale places of one type have clusters of their own', async () => {
    const { rows } = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM products WHERE type_ids = '{7}'`.execute(api.db);
    expect(rows[0]!.n).toBeGreaterThan(90);
    expect(countSalePlaces(await loadMap({ filterByType: 7 }))).toBe(rows[0]!.n);
    expect(countSalePlaces(await loadMap({ filterByType: 1, zoom: 16 }))).toBe(SALE_PLACE_COUNT - rows[0]!.n);
  });

  test('zoomed in, sale places appear individually', async () => {
    const { data, clusters } = await loadMap({ bbox: '-9.19,38.71,-9.185,38.715', zoom: 17 });
    expect(clusters).toEqual([]);
    expect(data.length).toBeGreaterThan(15);
  });

  test('products no longer on sale are not counted', async () => {
    await api.db.updateTable('products').set({ state: 'paused' }).where('price_cents', '=', 299).execute();
    await api.jobs.runScheduled('offers.update-map-cells');
    const { rows } = await sql<{ n: number }>`SELECT sum(sale_place_count)::int AS n FROM map_cells
    WHERE level = 5 AND type_id = 0`.execute(api.db);
    expect(rows[0]!.n).toBeLessThan(SALE_PLACE_COUNT);
    expect(countSalePlaces(await loadMap())).toBe(rows[0]!.n);
  });

  test('answers are compressed if the client accepts it', async () => {
    const response = await api.app.inject({
      method: 'GET',
      url: '/api/v1/productsMap',
      query: { bbox: MAP_QUERY.bbox, zoom: '12' },
      headers: { authorization: `Bearer ${buyer.token}`, 'accept-encoding': 'br' },
    });
    expect(response.headers['content-encoding']).toBe('br');
    expect(response.rawPayload.length).toBeLessThan(60_000);
  });
});
