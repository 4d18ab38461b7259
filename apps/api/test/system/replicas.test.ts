import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Db } from '../../src/platform/db/database.ts';
import { findFreePort, startEmbedded } from '../../src/platform/db/embedded.ts';
import { preparePostgres, startPostgres, stopPostgres } from '../../src/platform/db/postgres-server.ts';
import { prepareDatabase } from '../../src/platform/db/prepare-database.ts';
import {
  createReadRouter,
  getLastWritePosition,
  type ReadRouter,
} from '../../src/platform/db/read-router.ts';
import {
  createProductOnSale,
  createTestUser,
  getAvailableQuantity,
  type ProductOnSale,
  type TestUser,
} from '../support/builders.ts';
import { useTestApp } from '../support/test-app.ts';
import { runSql } from '../support/test-databases.ts';

const execFileAsync = promisify(execFile);

/** Starts a primary and a streaming replica of it. */
async function startReplicaPair() {
  const dataDir = await mkdtemp(join(tmpdir(), 'wopack-pair-'));
  const initialServer = await startEmbedded(dataDir);
  await prepareDatabase(initialServer);
  await initialServer.stop();

  const installation = await preparePostgres(dataDir);
  const replicaInstallation = { ...installation, clusterDir: `${installation.clusterDir}-replica` };
  await execFileAsync('cp', ['-a', `${installation.clusterDir}/.`, replicaInstallation.clusterDir]);
  const primary = await startEmbedded(dataDir);
  // By TCP, since a connection by the socket has no port to tell the servers apart by.
  const primaryUrl = Object.assign(new URL(primary.url), { search: '' });
  const ownerUrl = Object.assign(new URL(primary.ownerUrl), { search: '' });
  const { password, port: primaryPort } = ownerUrl;
  const conninfo = `host=127.0.0.1 port=${primaryPort} user=postgres password=${password}`;
  await writeFile(join(replicaInstallation.clusterDir, 'standby.signal'), '');
  await appendFile(
    join(replicaInstallation.clusterDir, 'postgresql.auto.conf'),
    `primary_conninfo = '${conninfo}'\n`,
  );

  const port = await findFreePort();
  const url = Object.assign(new URL(primaryUrl), { port: String(port) }).href;
  const replicaOwnerUrl = Object.assign(new URL(ownerUrl), { port: String(port) }).href;
  let replicaProcess = await startPostgres(replicaInstallation, port);
  const pair = {
    primaryUrl: primaryUrl.href,
    ownerUrl: ownerUrl.href,
    replicaUrl: url,
    primaryPort: Number(primaryPort),
    replicaPort: port,
    /** The replica still receives changes, but does not apply them. */
    pause: () => runSql(replicaOwnerUrl, 'SELECT pg_wal_replay_pause()'),
    resume: () => runSql(replicaOwnerUrl, 'SELECT pg_wal_replay_resume()'),
    stopReplica: () => stopPostgres(replicaProcess),
    async startReplica() {
      replicaProcess = await startPostgres(replicaInstallation, port);
    },
    async stop() {
      await stopPostgres(replicaProcess);
      await primary.stop();
      await rm(replicaInstallation.clusterDir, { recursive: true, force: true });
      await rm(installation.clusterDir, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return pair;
}

let replicaPair: Awaited<ReturnType<typeof startReplicaPair>>;
const startDatabase = async () => {
  replicaPair = await startReplicaPair();
  const { primaryUrl, ownerUrl, stop } = replicaPair;
  return { url: primaryUrl, ownerUrl, drop: stop };
};
// In the app a replica is never too far behind, however slow the machine, so that replies of replica and primary
// differ.
const api = useTestApp({
  database: startDatabase,
  env: async () => ({
    DATABASE_URL: replicaPair.primaryUrl,
    ENABLE_SANDBOX: '1',
    DATABASE_REPLICA_URLS: replicaPair.replicaUrl,
    DATABASE_REPLICA_LAG_MS: '600000',
  }),
});
/** Read router of another process with a low limit of lag. */
let strictReads: ReadRouter;
let productOnSale: ProductOnSale;
let otherUser: TestUser;
beforeAll(async () => {
  strictReads = createReadRouter(api.db, { urls: [replicaPair.replicaUrl], maxLagMs: 500, poolSize: 2 });
  productOnSale = await createProductOnSale(api, { quantity: 3 });
  otherUser = await createTestUser(api);
});
afterAll(() => strictReads.stop());

const getServerPort = async (db: Db) =>
  (await sql<{ port: number }>`SELECT inet_server_port() AS port`.execute(db)).rows[0]!.port;
const getReadPort = (readRouter: ReadRouter, user: { id: number } | null) =>
  readRouter.run(user, getServerPort);
const waitForReadPort = (readRouter: ReadRouter, user: { id: number } | null, port: number) =>
  vi.waitFor(async () => expect(await getReadPort(readRouter, user)).toBe(port), { timeout: 60_000 });
const updateQuantity = (quantity: number) =>
  productOnSale.seller.call('updateSchedule', {
    body: {
      product_id: productOnSale.productId,
      quantity,
      schedule: { fri: { time_start: '17:30', time_end: '19:00' } },
    },
  });

test('reads go to the replica; a user who wrote reads from the primary until the replica has replayed the write', async () => {
  const { seller, productId } = productOnSale;
  for (const user of [null, otherUser, seller])
    await waitForReadPort(api.context.readRouter, user, replicaPair.replicaPort);
  await replicaPair.pause();
  await updateQuantity(5);
  expect(await getAvailableQuantity(seller, productId)).toBe(5);
  expect(await getAvailableQuantity(otherUser, productId)).toBe(3);
  const { data } = await otherUser.call('listOffers', { query: { latitude: 38.7, longitude: -9.1 } });
  expect(data).toMatchObject([{ id: productId, quantity: 3 }]);
  // The position of the write is shared with other processes.
  expect(await getReadPort(strictReads, seller)).toBe(replicaPair.primaryPort);

  await replicaPair.resume();
  await waitForReadPort(api.context.readRouter, seller, replicaPair.replicaPort);
  expect(await getAvailableQuantity(otherUser, productId)).toBe(5);
});

test('while replay pauses and resumes, users always see their own writes', async () => {
  const users = await Promise.all(Array.from({ length: 4 }, () => createTestUser(api)));
  const params = { id: productOnSale.productId };
  const toggleRepeatedly = async ({ call }: TestUser) => {
    for (let round = 1; round <= 15; round++) {
      await call('toggleFavourite', { params, body: { is_favourite: round % 2 === 1 } });
      expect((await call('getOffer', { params })).data.is_favourite).toBe(round % 2 === 1);
    }
  };
  let isRunning = true;
  const pauseLoop = (async () => {
    for (; isRunning; ) {
      await replicaPair.pause();
      await replicaPair.resume();
    }
  })();
  await Promise.all(users.map(toggleRepeatedly)).finally(() => {
    isRunning = false;
  });
  await pauseLoop;
});

test('a refused request counts as a write', async () => {
  const [seller, id] = [productOnSale.seller, { id: productOnSale.seller.id }];
  await waitForReadPort(api.context.readRouter, id, replicaPair.replicaPort);
  await replicaPair.pause();
  await seller.call('handOut', { params: { id: 1 }, body: { pin: '0000' } }).catch(() => {});
  expect(await getReadPort(api.context.readRouter, id)).toBe(replicaPair.primaryPort);
  await replicaPair.resume();
});

test('a request succeeds although its write position could not be recorded, and its user sees the write', async () => {
  const { seller, productId } = productOnSale;
  await waitForReadPort(api.context.readRouter, seller, replicaPair.replicaPort);
  await replicaPair.pause();
  await runSql(
    replicaPair.ownerUrl,
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'full'; END $$;
     CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON last_writes FOR EACH ROW EXECUTE FUNCTION refuse()`,
  );
  expect((await updateQuantity(7)).data.id).toBe(productId);
  expect(await getAvailableQuantity(seller, productId)).toBe(7);
  expect(await getAvailableQuantity(otherUser, productId)).not.toBe(7);
  // The position is recorded later, for other processes.
  const previousPosition = await getLastWritePosition(api.db, seller.id);
  await runSql(replicaPair.ownerUrl, 'DROP TRIGGER refuse ON last_writes');
  await expect.poll(() => getLastWritePosition(api.db, seller.id)).toBeGreaterThan(previousPosition);
  expect(await getReadPort(strictReads, seller)).toBe(replicaPair.primaryPort);
  await replicaPair.resume();
  for (const readRouter of [strictReads, api.context.readRouter])
    await waitForReadPort(readRouter, seller, replicaPair.replicaPort);
  expect(await getAvailableQuantity(seller, productId)).toBe(7);
});

test('a replica that is too far behind is not used until it has caught up', async () => {
  await waitForReadPort(strictReads, null, replicaPair.replicaPort);
  await replicaPair.pause();
  await updateQuantity(4);
  await waitForReadPort(strictReads, null, replicaPair.primaryPort);
  expect(strictReads.listReplicaStates()).toEqual([
    { name: expect.stringContaining(String(replicaPair.replicaPort)), isUsed: false },
  ]);
  await replicaPair.resume();
  await waitForReadPort(strictReads, null, replicaPair.replicaPort);
});

test('`waitForReplica` resolves when the replica has replayed all writes', async () => {
  await waitForReadPort(api.context.readRouter, null, replicaPair.replicaPort);
  await replicaPair.pause();
  await updateQuantity(6);
  let isCaughtUp = false;
  const replicaCaughtUp = api.context.readRouter.waitForReplica().then(() => {
    isCaughtUp = true;
  });
  expect(await getAvailableQuantity(otherUser, productOnSale.productId)).not.toBe(6);
  expect(isCaughtUp).toBe(false);
  await replicaPair.resume();
  await replicaCaughtUp;
  expect(await getReadPort(api.context.readRouter, null)).toBe(replicaPair.replicaPort);
  expect(await getAvailableQuantity(otherUser, productOnSale.productId)).toBe(6);
});

test('a query that fails on a replica is repeated on the primary', async () => {
  await waitForReadPort(strictReads, null, replicaPair.replicaPort);
  const queriedPorts: number[] = [];
  await strictReads.run(null, async (db) => {
    queriedPorts.push(await getServerPort(db));
    if (db !== api.db) await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(db);
  });
  expect(queriedPorts).toEqual([replicaPair.replicaPort, replicaPair.primaryPort]);
});

test('without the replica reads go to the primary; when it is back it is used again', async () => {
  await waitForReadPort(strictReads, null, replicaPair.replicaPort);
  await replicaPair.stopReplica();
  for (const readRouter of [strictReads, api.context.readRouter])
    expect(await getReadPort(readRouter, null)).toBe(replicaPair.primaryPort);
  expect(await getAvailableQuantity(otherUser, productOnSale.productId)).toBe(6);
  await replicaPair.startReplica();
  for (const readRouter of [strictReads, api.context.readRouter])
    await waitForReadPort(readRouter, otherUser, replicaPair.replicaPort);
});
