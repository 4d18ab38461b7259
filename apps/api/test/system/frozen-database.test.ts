import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Db, openDatabase } from '../../src/platform/db/database.ts';
import { preparedStatementHint } from '../../src/platform/performance/prepared-statements.ts';
import { DbProxy } from '../servers/tcp-proxies.ts';
import { buyProduct, startPayment } from '../support/builders.ts';
import { createFixtures, type Fixtures } from '../support/sample-requests.ts';
import { useTestApp } from '../support/test-app.ts';
import { injectRequest } from '../support/test-request.ts';

const dbProxy = new DbProxy();
const api = useTestApp({ proxyDatabase: dbProxy.proxyUrl });
let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await createFixtures(api);
});
afterEach(() => dbProxy.thaw());
afterAll(() => dbProxy.stop());

const get = (path: string) =>
  injectRequest(api, 'GET', path, { headers: { authorization: `Bearer ${fixtures.buyer.token}` } });
const readCode = async (path: string) => {
  const { status, body } = await get(path);
  return status === 200 ? 200 : body.code;
};
const waitUntilReady = () =>
  vi.waitFor(async () => expect((await get('/ready')).status).toBe(200), { timeout: 20_000, interval: 100 });

describe('a database that is reached no more, without a closed connection', () => {
  test('is answered by 503 in reads and writes, and used again when it answers', {
    timeout: 60_000,
  }, async () => {
    expect(await readCode('/api/v1/me')).toBe(200);
    dbProxy.freeze();
    const calls = [
      readCode('/api/v1/me'),
      readCode('/api/v1/products'),
      readCode('/ready'),
      startPayment(fixtures.buyer, fixtures.productId).catch(({ code }) => code),
    ];
    expect(await Promise.all(calls)).toEqual([9, 9, 9, 9]);
    // Once that is known, nobody waits, and no connection is opened for them.
    const before = dbProxy.connectionCount;
    expect(await Promise.all(Array.from({ length: 50 }, () => readCode('/api/v1/me')))).toEqual(
      Array(50).fill(9),
    );
    expect(dbProxy.connectionCount - before).toBeLessThan(5);
    expect((await get('/health')).status).toBe(200);

    dbProxy.thaw();
    await waitUntilReady();
    expect(await readCode('/api/v1/me')).toBe(200);
    await buyProduct(fixtures.otherBuyer, fixtures.productId);
  });

  test('single connections that were lost are replaced', { timeout: 60_000 }, async () => {
    expect(await readCode('/api/v1/me')).toBe(200);
    dbProxy.freeze({ onlyOpen: true });
    expect(await readCode('/api/v1/me')).toBe(9);
    await vi.waitFor(async () => expect(await readCode('/api/v1/me')).toBe(200), 20_000);
  });
});

describe('a pool', () => {
  let db: Db;
  const ownProxy = new DbProxy();
  afterEach(() => db.destroy());
  afterAll(() => ownProxy.stop());

  test('aborts a query at its limit with its connection, and opens another', {
    timeout: 60_000,
  }, async () => {
    db = openDatabase(await ownProxy.proxyUrl(api.databaseUrl), 1, { queryLimitMs: 2000 });
    const read = () => sql`SELECT pg_backend_pid() AS pid`.execute(db);
    const before = await read();
    ownProxy.freeze({ onlyOpen: true });
    await expect(read()).rejects.toMatchObject({ code: '08006' });
    expect((await read()).rows).not.toEqual(before.rows);
  });

  test('lets a slow query be while the database answers', { timeout: 60_000 }, async () => {
    const changes: boolean[] = [];
    db = openDatabase(api.databaseUrl, 1, { onChange: (isAnswering) => changes.push(isAnswering) });
    await sql`SELECT pg_sleep(4)`.execute(db);
    expect(changes).toEqual([]);
  });
});

describe('a locked table', () => {
  test('stops no call that does not need it', { timeout: 60_000 }, async () => {
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holder = api.ownerDb.transaction().execute(async (trx) => {
      await sql`LOCK TABLE products IN ACCESS EXCLUSIVE MODE`.execute(trx);
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    const calls = Array.from({ length: 8 }, () =>
      readCode('/api/v1/products?latitude=38.71&longitude=-9.13'),
    );
    // More than one reads shared connection: none of these waits behind products.
    for (let i = 0; i < 5; i++) expect(await readCode('/api/v1/me')).toBe(200);
    expect(await readCode('/ready')).toBe(200);
    held.resolve();
    await holder;
    const codes = await Promise.all(calls);
    expect(codes).toContain(200);
    expect(new Set([200, 9])).toEqual(new Set([...codes, 200, 9]));
    expect(await readCode('/api/v1/products')).toBe(200);
  });

  test('does not keep its readers from the shared connection afterwards', async () => {
    const db = openDatabase(api.databaseUrl, 2);
    const readPid = async () =>
      (
        await sql<{
          pid: number;
        }>`select pg_backend_pid() as pid from holidays right join (select 1) one on false ${preparedStatementHint}`.execute(
          db,
        )
      ).rows[0]!.pid;
    const shared = await readPid();
    const released = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holder = api.ownerDb.transaction().execute(async (trx) => {
      await sql`LOCK TABLE holidays IN ACCESS EXCLUSIVE MODE`.execute(trx);
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    const waiting = readPid();
    // The first sign that it has left the shared connection: a second one waits for the lock.
    await vi.waitFor(async () => {
      const { rows } = await sql`SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> ${shared}`.execute(
        api.ownerDb,
      );
      expect(rows).toHaveLength(1);
    }, 10_000);
    released.resolve();
    await holder;
    expect(await waiting).not.toBe(shared);
    expect(await readPid()).toBe(shared);
    await db.destroy();
  });
});
