import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Db } from '../src/platform/db/database.ts';
import type { ReadRouter } from '../src/platform/db/read-router.ts';
import { createReadRouter } from '../src/platform/db/replica-read-router.ts';
import { getLastWritePosition } from '../src/platform/db/wal-positions.queries.ts';
import { left, type Person, person, type Shop, shop } from './builders.ts';
import { runSql } from './databases.ts';
import { startPair } from './replica-pair.ts';
import { useTestApp } from './test-app.ts';

let pair: Awaited<ReturnType<typeof startPair>>;
const start = async () => {
  pair = await startPair();
  return { url: pair.primaryUrl, drop: () => pair.stop() };
};
// However slow the machine: in the app a replica is never too far behind, so that what it says can be told from the
// primary's.
const api = useTestApp({
  database: start,
  env: async () => ({
    DATABASE_URL: pair.primaryUrl,
    ENABLE_SANDBOX: '1',
    DATABASE_REPLICA_URLS: pair.replicaUrl,
    DATABASE_REPLICA_LAG_MS: '600000',
  }),
});
/** Of another process, which leaves a replica alone early. */
let strict: ReadRouter;
let market: Shop;
let stranger: Person;
beforeAll(async () => {
  strict = createReadRouter(api.db, { urls: [pair.replicaUrl], maxLagMs: 500, poolSize: 2 });
  market = await shop(api, { quantity: 3 });
  stranger = await person(api);
});
afterAll(() => strict.stop());

const portOf = async (db: Db) =>
  (await sql<{ port: number }>`SELECT inet_server_port() AS port`.execute(db)).rows[0]!.port;
const answers = (reads: ReadRouter, who: { id: number } | null) => reads.run(who, portOf);
const answersSoon = (reads: ReadRouter, who: { id: number } | null, port: number) =>
  vi.waitFor(async () => expect(await answers(reads, who)).toBe(port), { timeout: 20_000 });
const change = (quantity: number) =>
  market.seller.call('updateSchedule', {
    body: {
      product_id: market.productId,
      quantity,
      schedule: { fri: { time_start: '17:30', time_end: '19:00' } },
    },
  });

test('reads go to the replica, writes and their own writers to the primary until the replica knows', async () => {
  const { seller, productId } = market;
  for (const who of [null, stranger, seller])
    await answersSoon(api.context.readRouter, who, pair.replicaPort);
  await pair.pause();
  await change(5);
  expect(await left(seller, productId)).toBe(5);
  expect(await left(stranger, productId)).toBe(3);
  const { data } = await stranger.call('listOffers', { query: { latitude: 38.7, longitude: -9.1 } });
  expect(data).toMatchObject([{ id: productId, quantity: 3 }]);
  // Another process knows it too.
  expect(await answers(strict, seller)).toBe(pair.primaryPort);

  await pair.resume();
  await answersSoon(api.context.readRouter, seller, pair.replicaPort);
  expect(await left(stranger, productId)).toBe(5);
});

test('while the replica stops and goes on nobody ever misses what they wrote', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => person(api)));
  const params = { id: market.productId };
  const like = async ({ call }: Person) => {
    for (let turn = 1; turn <= 15; turn++) {
      await call('toggleFavourite', { params, body: { is_favourite: turn % 2 === 1 } });
      expect((await call('getOffer', { params })).data.is_favourite).toBe(turn % 2 === 1);
    }
  };
  let busy = true;
  const stutter = (async () => {
    for (; busy; ) {
      await pair.pause();
      await pair.resume();
    }
  })();
  await Promise.all(people.map(like)).finally(() => {
    busy = false;
  });
  await stutter;
});

test('a refused call counts as well', async () => {
  const [owner, id] = [market.seller, { id: market.seller.id }];
  await answersSoon(api.context.readRouter, id, pair.replicaPort);
  await pair.pause();
  await owner.call('handOut', { params: { id: 1 }, body: { pin: '0000' } }).catch(() => {});
  expect(await answers(api.context.readRouter, id)).toBe(pair.primaryPort);
  await pair.resume();
});

test('a call that is done is not refused because its write could not be noted; its writer still sees it', async () => {
  const { seller, productId } = market;
  await answersSoon(api.context.readRouter, seller, pair.replicaPort);
  await pair.pause();
  await runSql(
    pair.primaryUrl,
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'full'; END $$;
     CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON last_writes FOR EACH ROW EXECUTE FUNCTION refuse()`,
  );
  expect((await change(7)).data.id).toBe(productId);
  expect(await left(seller, productId)).toBe(7);
  expect(await left(stranger, productId)).not.toBe(7);
  // Once it can be noted it is, for other processes.
  const before = await getLastWritePosition(api.db, seller.id);
  await runSql(pair.primaryUrl, 'DROP TRIGGER refuse ON last_writes');
  await vi.waitFor(async () => expect(await getLastWritePosition(api.db, seller.id)).toBeGreaterThan(before));
  expect(await answers(strict, seller)).toBe(pair.primaryPort);
  await pair.resume();
  for (const reads of [strict, api.context.readRouter]) await answersSoon(reads, seller, pair.replicaPort);
  expect(await left(seller, productId)).toBe(7);
});

test('one that is too far behind is left alone until it has caught up', async () => {
  await answersSoon(strict, null, pair.replicaPort);
  await pair.pause();
  await change(4);
  await answersSoon(strict, null, pair.primaryPort);
  expect(strict.listReplicaStates()).toEqual([
    { name: expect.stringContaining(String(pair.replicaPort)), isUsed: false },
  ]);
  await pair.resume();
  await answersSoon(strict, null, pair.replicaPort);
});

test('whoever waits for all to know sees it everywhere', async () => {
  await answersSoon(api.context.readRouter, null, pair.replicaPort);
  await pair.pause();
  await change(6);
  let all = false;
  const known = api.context.readRouter.waitForReplica().then(() => {
    all = true;
  });
  expect(await left(stranger, market.productId)).not.toBe(6);
  expect(all).toBe(false);
  await pair.resume();
  await known;
  expect(await answers(api.context.readRouter, null)).toBe(pair.replicaPort);
  expect(await left(stranger, market.productId)).toBe(6);
});

test('what a replica breaks off is asked of the primary', async () => {
  await answersSoon(strict, null, pair.replicaPort);
  const asked: number[] = [];
  await strict.run(null, async (db) => {
    asked.push(await portOf(db));
    if (db !== api.db) await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(db);
  });
  expect(asked).toEqual([pair.replicaPort, pair.primaryPort]);
});

test('without it everything goes on, and with it again it is read from again', async () => {
  await answersSoon(strict, null, pair.replicaPort);
  await pair.stopReplica();
  for (const reads of [strict, api.context.readRouter])
    expect(await answers(reads, null)).toBe(pair.primaryPort);
  expect(await left(stranger, market.productId)).toBe(6);
  await pair.startReplica();
  for (const reads of [strict, api.context.readRouter]) await answersSoon(reads, stranger, pair.replicaPort);
});
