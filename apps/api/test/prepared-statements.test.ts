import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Db } from '../src/platform/db/database.ts';
import { MAX_PREPARED_STATEMENTS } from '../src/platform/db/prepared-statements.ts';
import { type Person, person, shop } from './builders.ts';
import { useTestApp } from './test-app.ts';

const api = useTestApp();
/** Connections of the app under test. */
const CONNECTIONS = 12;
let buyer: Person;
let seller: Person;
let productId: number;

/** A street of venues; at every third the pack on sale is sold out. */
beforeAll(async () => {
  buyer = await person(api);
  seller = await person(api, { is_owner: true });
  const first = await shop(api, { seller, salePlace: { latitude: 38.75, longitude: -9.15 } });
  productId = first.productId;
  await sql`WITH places AS (
      INSERT INTO sale_places (owner_id, name, phone, address, latitude, longitude, time_zone, category_ids, created_at)
      SELECT owner_id, name, phone, address, 38.75 + n * 0.0002, -9.15, time_zone, category_ids, created_at
      FROM sale_places, generate_series(1, 59) n WHERE id = ${first.placeId} RETURNING id, latitude, longitude
    ), packs AS (
      INSERT INTO products (sale_place_id, name, description, price_cents, old_price_cents, category_ids, photos,
        state, earth, search, created_at)
      SELECT places.id, name, description, price_cents, old_price_cents, category_ids, photos, state,
        ll_to_earth(latitude, longitude), search, created_at
      FROM products, places WHERE products.id = ${productId} RETURNING id
    )
    INSERT INTO pickup_slots (product_id, date, starts_at, ends_at, quantity, "left")
    SELECT packs.id, date, starts_at, ends_at, quantity, CASE WHEN packs.id % 3 = 0 THEN 0 ELSE "left" END
    FROM pickup_slots, packs WHERE product_id = ${productId}`.execute(api.db);
  await buyer.call('toggleFavourite', { params: { id: productId }, body: null });
});

const boxes = ['-9.2,38.7,-9.1,38.8', '-9.16,38.74,-9.14,38.76', '-40,10,40,60', '-180,-85,180,85'];
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
/** These are never prepared. */
const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const filters = {
  filterByType: maybe(fc.constantFrom(0, 1, 2, 99)),
  searchProductText: seldom(fc.constantFrom('cesto', 'pao croissant', 'cest', 'zzz')),
  needFavourite: seldom(fc.constantFrom('yes', 'no')),
  position: fc.boolean(),
  sort: maybe(fc.constantFrom('center' as const, 'me' as const)),
  radius: maybe(fc.constantFrom(500, 5000, 50_000)),
  diet: maybe(fc.constantFrom('vegan' as const, 'vegetarian' as const)),
  day: maybe(fc.constantFrom('today' as const, 'tomorrow' as const)),
  bbox: maybe(fc.constantFrom(...boxes)),
};
const lists = fc.record({
  ...filters,
  sellerId: seldom(fc.constant(true)),
  limit: maybe(fc.integer({ min: 1, max: 50 })),
});
const maps = fc.record({ ...filters, zoom: maybe(fc.double({ min: 0, max: 24, noNaN: true })) });

const here = (position: boolean) => (position ? { latitude: 38.75, longitude: -9.15 } : {});
/** Fields that are not sent are left out. */
const sent = <T extends object>(query: T): T => JSON.parse(JSON.stringify(query));

/** What PostgreSQL keeps for each connection of a pool. All are taken at once, so each is asked. */
async function preparedOn(db: Db): Promise<string[][]> {
  const allTaken = Promise.withResolvers<void>();
  let taken = 0;
  return Promise.all(
    Array.from({ length: CONNECTIONS }, () =>
      db.connection().execute(async (connection) => {
        if (++taken === CONNECTIONS) allTaken.resolve();
        await allTaken.promise;
        const { rows } = await sql<{ statement: string }>`
          SELECT statement FROM pg_prepared_statements`.execute(connection);
        return rows.map(({ statement }) => statement);
      }),
    ),
  );
}

test('whatever is asked for, each connection keeps a bounded number of prepared statements', {
  timeout: 120_000,
}, async () => {
  const random = { numRuns: 500, seed: 20261122 };
  for (const { position, sellerId, ...query } of fc.sample(lists, random)) {
    const asked = sent({ ...query, ...here(position), ...(sellerId && { seller_id: seller.id }) });
    const { next_cursor: cursor } = await buyer.call('listOffers', { query: asked });
    if (cursor) await buyer.call('listOffers', { query: { ...asked, cursor } });
  }
  for (const { position, ...query } of fc.sample(maps, random)) {
    await buyer.call('listMapOffers', { query: sent({ ...query, ...here(position) }) });
  }
  await api.client(null)('getOffersSummary');
  for (const query of [{}, here(true)]) {
    await buyer.call('getOffer', { params: { id: productId }, query });
  }
  const perConnection = await preparedOn(api.db);
  for (const statements of perConnection) {
    expect(statements.length).toBeLessThanOrEqual(MAX_PREPARED_STATEMENTS);
  }
  // All texts there are fit in: none that is asked for often is shut out by those that came before it.
  expect(new Set(perConnection.flat()).size).toBeLessThan(MAX_PREPARED_STATEMENTS);
});

test('what most ask for is prepared', async () => {
  await buyer.call('listOffers', { query: here(true) });
  await buyer.call('listOffers', { query: { ...here(true), filterByType: 1 } });
  const texts = (await preparedOn(api.db)).flat();
  for (const part of ['from "tokens"', 'from "favourites"', 'category_ids @>', 'limit 21']) {
    expect(texts.filter((text) => text.includes(part)).length, part).toBeGreaterThan(0);
  }
});
