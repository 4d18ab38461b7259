import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type Person, person, shop } from '../../../test/builders.ts';
import { useTestApp } from '../../../test/test-app.ts';

const api = useTestApp();
const VENUES = 400;
const frame = { bbox: '-9.2,38.7,-9.1,38.8', zoom: 12 };
let buyer: Person;

/** As many venues as a city has, on a line through it: each like the one a seller made. */
beforeAll(async () => {
  buyer = await person(api);
  const seller = await person(api, { is_owner: true });
  const { placeId, productId } = await shop(api, {
    seller,
    salePlace: { latitude: 38.75, longitude: -9.15 },
  });
  await sql`WITH places AS (
      INSERT INTO sale_places (owner_id, name, phone, address, latitude, longitude, time_zone, category_ids, created_at)
      SELECT owner_id, name, phone, address, 38.7 + n * 0.0002, -9.2 + n * 0.0002, time_zone, category_ids, created_at
      FROM sale_places, generate_series(1, ${VENUES - 1}) n WHERE id = ${placeId} RETURNING id
    ), packs AS (
      INSERT INTO products (sale_place_id, name, description, price_cents, old_price_cents, category_ids, photos,
        state, earth, search, created_at)
      SELECT places.id, name, description, CASE WHEN places.id % 2 = 0 THEN 299 ELSE price_cents END, old_price_cents,
        CASE WHEN places.id % 4 = 0 THEN '{7}' ELSE category_ids END, photos, state, earth, search, created_at
      FROM products, places WHERE products.id = ${productId} RETURNING id
    )
    INSERT INTO pickup_slots (product_id, date, starts_at, ends_at, quantity, "left")
    SELECT packs.id, date, starts_at, ends_at, quantity, "left" FROM pickup_slots, packs
    WHERE product_id = ${productId}`.execute(api.db);
  await api.jobs.tick('offers.count-map');
});

const view = (query: object = {}) => buyer.call('listMapOffers', { query: { ...frame, ...query } });
type View = Awaited<ReturnType<typeof view>>;
const venuesOf = ({ data, clusters }: View) =>
  data.length + clusters.reduce((sum, { count }) => sum + count, 0);

test('a crowd is counted in clusters, whether counted beforehand or this moment', async () => {
  const counted = await view();
  expect(counted.clusters.length).toBeGreaterThan(1);
  expect(venuesOf(counted)).toBe(VENUES);
  expect(Math.min(...counted.clusters.map(({ price_from }) => price_from))).toBe(2.99);
  expect(venuesOf(await view({ radius: 100_000, latitude: 38.75, longitude: -9.15 }))).toBe(VENUES);
});

test('those of one type are counted by themselves', async () => {
  const { rows } = await sql<{
    n: number;
  }>`SELECT count(*)::int AS n FROM products WHERE category_ids = '{7}'`.execute(api.db);
  expect(rows[0]!.n).toBeGreaterThan(90);
  expect(venuesOf(await view({ filterByType: 7 }))).toBe(rows[0]!.n);
  expect(venuesOf(await view({ filterByType: 1, zoom: 16 }))).toBe(VENUES - rows[0]!.n);
});

test('near enough, venues appear one by one', async () => {
  const { data, clusters } = await view({ bbox: '-9.19,38.71,-9.185,38.715', zoom: 17 });
  expect(clusters).toEqual([]);
  expect(data.length).toBeGreaterThan(15);
});

test('what is no longer on sale disappears from the counts', async () => {
  await api.db.updateTable('products').set({ state: 'paused' }).where('price_cents', '=', 299).execute();
  await api.jobs.tick('offers.count-map');
  const { rows } = await sql<{ n: number }>`SELECT sum(places)::int AS n FROM map_cells
    WHERE level = 5 AND type_id = 0`.execute(api.db);
  expect(rows[0]!.n).toBeLessThan(VENUES);
  expect(venuesOf(await view())).toBe(rows[0]!.n);
});

test('answers are compressed for whoever can read it', async () => {
  const answer = await api.app.inject({
    method: 'GET',
    url: '/api/v1/productsMap',
    query: { bbox: frame.bbox, zoom: '12' },
    headers: { authorization: `Bearer ${buyer.token}`, 'accept-encoding': 'br' },
  });
  expect(answer.headers['content-encoding']).toBe('br');
  expect(answer.rawPayload.length).toBeLessThan(60_000);
});
