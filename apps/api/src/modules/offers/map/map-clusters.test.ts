import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { createProductOnSale, createTestUser, type TestUser } from '../../../../test/support/builders.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';

const api = useTestApp();
const SALE_PLACE_COUNT = 400;
const MAP_QUERY = { bbox: '-9.2,38.7,-9.1,38.8', zoom: 12 };
let buyer: TestUser;

/** As many sale places as a city has, on a line through it: copies of one that was created by calls. */
beforeAll(async () => {
  buyer = await createTestUser(api);
  const seller = await createTestUser(api, { isSeller: true });
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
    INSERT INTO pickup_slots (product_id, date, starts_at, ends_at, quantity, "left")
    SELECT packs.id, date, starts_at, ends_at, quantity, "left" FROM pickup_slots, packs
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
  expect(countSalePlaces(await loadMap({ radius: 100_000, latitude: 38.75, longitude: -9.15 }))).toBe(
    SALE_PLACE_COUNT,
  );
});

test('sale places of one type have clusters of their own', async () => {
  const { rows } = await sql<{
    n: number;
  }>`SELECT count(*)::int AS n FROM products WHERE type_ids = '{7}'`.execute(api.db);
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
