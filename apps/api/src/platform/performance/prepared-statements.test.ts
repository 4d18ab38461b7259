import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { createProductOnSale, createTestUser, type TestUser } from '../../../test/support/builders.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import type { Db, DbOrTrx } from '../db/database.ts';
import { precompileQuery } from './batched-and-compiled-queries.ts';
import { MAX_PREPARED_STATEMENTS, preparedStatementHint, sharedReadHint } from './prepared-statements.ts';

const api = useTestApp();

/** Connections of the app under test. */
const CONNECTION_COUNT = 12;
let buyer: TestUser;
let seller: TestUser;
let productId: number;

/** A line of 60 sale places with a product each; every third one is sold out. */
beforeAll(async () => {
  buyer = await createTestUser(api);
  seller = await createTestUser(api, { isSeller: true });
  const productOnSale = await createProductOnSale(api, {
    seller,
    salePlace: { latitude: 38.75, longitude: -9.15 },
  });
  productId = productOnSale.productId;
  await sql`WITH places AS (
      INSERT INTO sale_places (seller_id, name, phone, address, latitude, longitude, time_zone, type_ids, created_at)
      SELECT seller_id, name, phone, address, 38.75 + n * 0.0002, -9.15, time_zone, type_ids, created_at
      FROM sale_places, generate_series(1, 59) n WHERE id = ${productOnSale.salePlaceId} RETURNING id, latitude, longitude
    ), packs AS (
      INSERT INTO products (sale_place_id, name, description, price_cents, old_price_cents, type_ids, photos,
        state, earth, search, created_at)
      SELECT places.id, name, description, price_cents, old_price_cents, type_ids, photos, state,
        ll_to_earth(latitude, longitude), search, created_at
      FROM products, places WHERE products.id = ${productId} RETURNING id
    )
    INSERT INTO pickup_slots (product_id, date, starts_at, ends_at, quantity, units_left)
    SELECT packs.id, date, starts_at, ends_at, quantity, CASE WHEN packs.id % 3 = 0 THEN 0 ELSE units_left END
    FROM pickup_slots, packs WHERE product_id = ${productId}`.execute(api.db);
  await buyer.call('toggleFavourite', { params: { id: productId }, body: null });
});

const BOXES = ['-9.2,38.7,-9.1,38.8', '-9.16,38.74,-9.14,38.76', '-40,10,40,60', '-180,-85,180,85'];
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
/** Rarely set, because queries with these filters are never prepared. */
const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const filters = {
  filterByType: optional(fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 7, 99)),
  searchProductText: rarely(fc.constantFrom('cesto', 'pao croissant', 'cest', 'zzz')),
  needFavourite: rarely(fc.constantFrom('yes', 'no')),
  position: fc.boolean(),
  sort: optional(fc.constantFrom('center' as const, 'me' as const)),
  radius: optional(fc.constantFrom(500, 5000, 50_000)),
  diet: optional(fc.constantFrom('vegan' as const, 'vegetarian' as const)),
  day: optional(fc.constantFrom('today' as const, 'tomorrow' as const)),
  bbox: optional(fc.constantFrom(...BOXES)),
};
const anyListQuery = fc.record({
  ...filters,
  sellerId: rarely(fc.constant(true)),
  limit: optional(fc.integer({ min: 1, max: 50 })),
});
/** As maps send it. */
const anyZoom = fc.integer({ min: 0, max: 2400 }).map((hundredths) => hundredths / 100);
const anyMapQuery = fc.record({ ...filters, zoom: optional(anyZoom) });

const buildPosition = (position: boolean) => (position ? { latitude: 38.75, longitude: -9.15 } : {});
/** Fields that are not sent are left out. */
const omitUndefined = <T extends object>(query: T): T => JSON.parse(JSON.stringify(query));

/**
 * Prepared statements of the connection that reads share, then of each connection of the pool. Takes all of these at once,
 * so that none is queried twice.
 */
async function listPreparedStatements(db: Db): Promise<string[][]> {
  const allConnected = Promise.withResolvers<void>();
  let connectedCount = 0;
  return Promise.all([
    readStatements(db, sharedReadHint),
    ...Array.from({ length: CONNECTION_COUNT }, () =>
      db.connection().execute(async (connection) => {
        if (++connectedCount === CONNECTION_COUNT) allConnected.resolve();
        await allConnected.promise;
        return readStatements(connection, sql``);
      }),
    ),
  ]);
}

async function readStatements(db: Db, mark: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{
    statement: string;
  }>`select statement from pg_prepared_statements ${mark}`.execute(db);
  return rows.map(({ statement }) => statement);
}

/** The process of PostgreSQL that answers. */
async function readPid(db: DbOrTrx, mark: RawBuilder<unknown> = sharedReadHint): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid ${mark}`.execute(db);
  return rows[0]!.pid;
}

test('with any filters, each connection has a bounded number of prepared statements', {
  timeout: 300_000,
}, async () => {
  const sampleOptions = { numRuns: process.env.TEST_LONG ? 500 : 100, seed: 20261122 };
  for (const { position, sellerId, ...query } of fc.sample(anyListQuery, sampleOptions)) {
    const listQuery = omitUndefined({
      ...query,
      ...buildPosition(position),
      ...(sellerId && { seller_id: seller.id }),
    });
    const { next_cursor: cursor } = await buyer.call('listOffers', { query: listQuery });
    if (cursor) await buyer.call('listOffers', { query: { ...listQuery, cursor } });
  }
  for (const { position, ...query } of fc.sample(anyMapQuery, sampleOptions)) {
    await buyer.call('listMapOffers', { query: omitUndefined({ ...query, ...buildPosition(position) }) });
  }
  await api.client(null)('getOffersSummary');
  for (const query of [{}, buildPosition(true)]) {
    await buyer.call('getOffer', { params: { id: productId }, query });
  }
  const perConnection = await listPreparedStatements(api.db);
  for (const statements of perConnection) {
    expect(statements.length).toBeLessThanOrEqual(MAX_PREPARED_STATEMENTS);
  }
  // All query texts fit into the limit, so that no frequent one is excluded by earlier ones.
  expect(new Set(perConnection.flat()).size).toBeLessThan(MAX_PREPARED_STATEMENTS);
});

test('frequent queries are prepared', async () => {
  await buyer.call('listOffers', { query: buildPosition(true) });
  await buyer.call('listOffers', { query: { ...buildPosition(true), filterByType: 1 } });
  const texts = (await listPreparedStatements(api.db)).flat();
  for (const fragment of ['from "tokens"', 'from "favourites"', 'type_ids @>', 'limit 21']) {
    expect(texts.filter((text) => text.includes(fragment)).length, fragment).toBeGreaterThan(0);
  }
});

test('marked reads share a connection, those of a transaction have its connection', async () => {
  const [pid, ...otherPids] = await Promise.all(Array.from({ length: 20 }, () => readPid(api.db)));
  expect(new Set(otherPids)).toEqual(new Set([pid]));
  expect(await readPid(api.db, sql``)).not.toBe(pid);
  await api.db.transaction().execute(async (trx) => {
    const ownPid = await readPid(trx);
    expect(ownPid).not.toBe(pid);
    expect(await readPid(trx, sql``)).toBe(ownPid);
  });
});

test('a shared connection answers each of the reads that were sent at once, also when one of them fails', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 30 }, (_, n) =>
      sql<{ n: number }>`select ${n}::int / ${n === 7 ? 0 : 1}::int as n ${sharedReadHint}`.execute(api.db),
    ),
  );
  expect(
    answers.map((answer) =>
      answer.status === 'fulfilled' ? answer.value.rows[0]!.n : answer.reason.message,
    ),
  ).toEqual(Array.from({ length: 30 }, (_, n) => (n === 7 ? 'division by zero' : n)));
});

test('a lost shared connection is replaced', async () => {
  const pid = await readPid(api.db);
  const { rows } = await sql<{ is_ended: boolean }>`SELECT pg_terminate_backend(${pid}) AS is_ended`.execute(
    api.db,
  );
  expect(rows).toEqual([{ is_ended: true }]);
  // Reads that are sent before the loss is known fail.
  await expect.poll(() => readPid(api.db).catch(() => pid)).not.toBe(pid);
});

// The last ones: they fill connections of the app.
test.each<[string, <T>(run: (db: DbOrTrx) => Promise<T>) => Promise<T>]>([
  ['of the pool', (run) => api.db.transaction().execute(run)],
  ['that reads share', (run) => run(api.db)],
])(
  'the number of prepared statements of a connection %s is bounded, further queries still run',
  async (_, withDb) => {
    await withDb(async (db) => {
      const numbers = Array.from({ length: MAX_PREPARED_STATEMENTS + 50 }, (_, n) => n);
      for (const n of numbers) {
        const { rows } = await sql<{
          n: number;
        }>`select ${sql.lit(n)}::int AS n ${preparedStatementHint}`.execute(db);
        expect(rows).toEqual([{ n }]);
      }
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_prepared_statements ${preparedStatementHint}`.execute(db);
      expect(rows[0]!.count).toBeLessThanOrEqual(MAX_PREPARED_STATEMENTS);
    });
  },
);

describe('precompiled queries', () => {
  test('each call has its own values', async () => {
    const listTypesBetween = precompileQuery((db, from: number, to: number) =>
      db.selectFrom('product_types').select('id').where('id', '>=', from).where('id', '<=', to).orderBy('id'),
    );
    expect(await listTypesBetween(api.db, 1, 2)).toEqual([{ id: 1 }, { id: 2 }]);
    expect(await listTypesBetween(api.db, 2, 3)).toEqual([{ id: 2 }, { id: 3 }]);
    expect(
      await api.db.transaction().execute(async (trx) => {
        await sql`DELETE FROM product_types WHERE id = 7`.execute(trx);
        return listTypesBetween(trx, 7, 7);
      }),
    ).toEqual([]);
  });

  test('values in another order than in the query text are refused', async () => {
    const outOfOrderQuery = precompileQuery((db, from: number, to: number) =>
      db.selectFrom('product_types').select('id').where('id', '<=', to).where('id', '>=', from),
    );
    await expect(outOfOrderQuery(api.db, 1, 2)).rejects.toThrow('not in the order');
  });
});
