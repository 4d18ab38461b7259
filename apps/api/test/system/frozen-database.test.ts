import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ConnectionWatch } from '../../src/platform/db/connection-watch.ts';
import { type Db, openDatabase, openServerDatabases } from '../../src/platform/db/database.ts';
import { sharedReadHint } from '../../src/platform/performance/prepared-statements.ts';
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
  vi.waitFor(async () => expect((await get('/ready')).status).toBe(200), { timeout: 60_000, interval: 100 });

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

  test('single connections that were lost are replaced', { timeout: 300_000 }, async () => {
    expect(await readCode('/api/v1/me')).toBe(200);
    dbProxy.freeze({ onlyOpen: true });
    expect(await readCode('/api/v1/me')).toBe(9);
    await vi.waitFor(async () => expect(await readCode('/api/v1/me')).toBe(200), 60_000);
  });
});

describe('a pool', () => {
  let db: Db;
  let ownProxy: DbProxy;
  beforeEach(() => {
    ownProxy = new DbProxy();
  });
  afterEach(async () => {
    ownProxy.thaw();
    await db.destroy();
    await ownProxy.stop();
  });

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

  test('lets a slow query be while the database answers', { timeout: 300_000 }, async () => {
    const changes: boolean[] = [];
    db = openDatabase(api.databaseUrl, 1, { onChange: (isAnswering) => changes.push(isAnswering) });
    await sql`SELECT pg_sleep(4)`.execute(db);
    expect(changes).toEqual([]);
  });

  const readPid = async (mark = sql``) =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid ${mark}`.execute(db)).rows[0]!.pid;

  test('lets a migration be whose database is silent to new connections', { timeout: 300_000 }, async () => {
    const changes: boolean[] = [];
    db = openDatabase(await ownProxy.proxyUrl(api.databaseUrl), 2, {
      onChange: (isAnswering) => changes.push(isAnswering),
    });
    await db.transaction().execute(async (trx) => {
      await sql`SELECT`.execute(trx);
      ownProxy.freeze({ onlyNew: true });
      await sql`SELECT pg_sleep(8)`.execute(trx);
      // Refused to everybody else.
      expect(changes).toEqual([false]);
      await expect(readPid()).rejects.toMatchObject({ code: '08006' });
      await sql`SELECT`.execute(trx);
    });
    ownProxy.thaw();
    await vi.waitFor(() => expect(changes).toEqual([false, true]), 60_000);
  });

  test('takes queries that are answered for a sign of life', { timeout: 300_000 }, async () => {
    const changes: boolean[] = [];
    db = openDatabase(await ownProxy.proxyUrl(api.databaseUrl), 2, {
      queryLimitMs: 15_000,
      onChange: (isAnswering) => changes.push(isAnswering),
    });
    const open = async () => {
      await Promise.all([readPid(), readPid(), readPid(sharedReadHint)]);
    };
    await open();
    ownProxy.freeze({ onlyNew: true });
    let isDone = false;
    const slow = sql`SELECT pg_sleep(8)`.execute(db).finally(() => {
      isDone = true;
    });
    while (!isDone) await sql`SELECT pg_sleep(0.1)`.execute(db);
    await slow;
    expect(changes).toEqual([]);
  });

  test.each(['EAI_AGAIN', 'EMFILE'])(
    'takes a fault of this machine (%s) for no silence of the database',
    { timeout: 300_000 },
    async (code) => {
      const changes: boolean[] = [];
      db = openDatabase(api.databaseUrl, 1, {
        queryLimitMs: 15_000,
        onChange: (isAnswering) => changes.push(isAnswering),
      });
      const pid = await readPid();
      const connect = vi
        .spyOn(Client.prototype, 'connect')
        .mockImplementation(() => Promise.reject(Object.assign(new Error(code), { code })));
      await sql`SELECT pg_sleep(5)`.execute(db).finally(() => {
        expect(connect.mock.calls.length).toBeGreaterThan(0);
        connect.mockRestore();
      });
      expect(changes).toEqual([]);
      expect(await readPid()).toBe(pid);
    },
  );

  test('counts the limit of reads that queue from the answer before', { timeout: 300_000 }, async () => {
    db = openDatabase(api.databaseUrl, 1);
    const read = () =>
      sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.1) ${sharedReadHint}`.execute(db);
    const answers = await Promise.all(Array.from({ length: 45 }, read));
    expect(new Set(answers.map(({ rows: [row] }) => row!.pid)).size).toBe(1);
  });

  test('replaces a connection whose query took too long, and no other', { timeout: 300_000 }, async () => {
    db = openDatabase(api.databaseUrl, 2, { queryLimitMs: 2500 });
    const pids = await Promise.all([readPid(), readPid()]);
    await expect(sql`SELECT pg_sleep(10)`.execute(db)).rejects.toMatchObject({ code: '08006' });
    expect(pids).toContain(await readPid());
  });

  test.runIf(process.env.TEST_LONG)(
    'replaces a connection whose process of PostgreSQL stands still',
    {
      timeout: 60_000,
    },
    async () => {
      db = openDatabase(api.databaseUrl, 1, { queryLimitMs: 5000 });
      for (const mark of [sharedReadHint, sql``]) {
        const pid = await readPid(mark);
        process.kill(pid, 'SIGSTOP');
        try {
          await expect(readPid(mark)).rejects.toMatchObject({ code: '08006' });
          expect(await readPid(mark)).not.toBe(pid);
        } finally {
          process.kill(pid, 'SIGCONT');
        }
      }
    },
  );

  test('keeps connections for requests while jobs have taken theirs', { timeout: 300_000 }, async () => {
    const databases = openServerDatabases(api.databaseUrl, 4);
    db = databases.db;
    const released = Promise.withResolvers<void>();
    const jobs = Array.from({ length: 4 }, () =>
      databases.jobsDb.connection().execute(async (connection) => {
        await sql`SELECT`.execute(connection);
        await released.promise;
      }),
    );
    await vi.waitFor(async () => {
      const { rows } = await sql`SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND usename = current_user AND query = 'SELECT'`.execute(db);
      expect(rows).toHaveLength(2);
    }, 60_000);
    expect(await readPid()).toBeGreaterThan(0);
    released.resolve();
    await Promise.all(jobs);
  });
});

describe('the watch of connections', () => {
  /** What ends it, and a client of an idle process of PostgreSQL. */
  const useWatch = async () => {
    const watch = new ConnectionWatch({ connectionString: api.databaseUrl }, { onLoss: () => {} });
    const idle = new Client(api.databaseUrl);
    await idle.connect();
    const end = async () => {
      watch.end();
      await idle.end();
    };
    return { watch, idle, end };
  };

  test('lets a query be that was sent when PostgreSQL was asked', { timeout: 300_000 }, async () => {
    const { watch, idle, end } = await useWatch();
    const lost = Promise.withResolvers<void>();
    const abortYoung = vi.fn();
    let young: ReturnType<typeof watch.begin> | undefined;
    const query = Client.prototype.query;
    const ask = vi.spyOn(Client.prototype, 'query').mockImplementation(function (
      this: Client,
      ...args: unknown[]
    ) {
      // Its process is idle still.
      young ??= watch.begin(abortYoung, { client: idle });
      return (query as (...all: unknown[]) => unknown).apply(this, args);
    } as typeof query);
    watch.begin(() => lost.resolve(), { client: idle });
    await lost.promise;
    ask.mockRestore();
    expect(young).toBeDefined();
    expect(abortYoung).not.toHaveBeenCalled();
    await end();
  });

  test('reads what arrived while the event loop was blocked before it judges', async () => {
    const { watch, end } = await useWatch();
    const signal = new Int32Array(new SharedArrayBuffer(4));
    const server = new Worker(
      `const { workerData: signal, parentPort } = require('node:worker_threads');
      const server = require('node:net').createServer((socket) => {
        Atomics.wait(signal, 0, 0);
        socket.end('answer');
        server.close();
      }).listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`,
      { eval: true, workerData: signal },
    );
    const [port] = (await once(server, 'message')) as [number];
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const abort = vi.fn();
    const pending = watch.begin(abort, { limitMs: 3000 });
    socket.once('data', () => watch.finish(pending));
    const block = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    // One tick each.
    for (let tick = 1; tick <= 12; tick++) {
      if (tick === 12) {
        Atomics.store(signal, 0, 1);
        Atomics.notify(signal, 0);
      }
      block();
      await new Promise(setImmediate);
    }
    await once(socket, 'close');
    expect(abort).not.toHaveBeenCalled();
    await end();
  });
});

describe('a locked table', () => {
  test('stops no call that does not need it', { timeout: 300_000 }, async () => {
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
        }>`select pg_backend_pid() as pid from holidays right join (select 1) one on false ${sharedReadHint}`.execute(
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
    }, 60_000);
    released.resolve();
    await holder;
    expect(await waiting).not.toBe(shared);
    expect(await readPid()).toBe(shared);
    await db.destroy();
  });
});
