import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { test as base, expect, inject, vi } from 'vitest';
import { DbProxy } from '../../test/servers/tcp-proxies.ts';
import { createTestDatabase } from '../../test/support/test-databases.ts';
import { type Db, openDatabase } from './db/database.ts';
import { type JobFailures, RETRY_POLICY, startJobs, trackJobFailures, type WorkerJobs } from './jobs.ts';
import { createLogFormat } from './observability/log.ts';

declare module './queues.ts' {
  interface Queues {
    [queue: `test.${string}`]: { n?: number; email?: string; pin?: string };
  }
}

/** A process that works on jobs, with a database of its own. */
interface Worker {
  url: string;
  db: Db;
  jobs: WorkerJobs;
  failures: JobFailures;
  lines: Record<string, unknown>[];
}

const test = base.extend<{ worker: Worker }>({
  worker: async ({ task: _ }, use) => {
    const { url, drop } = await createTestDatabase(inject('serverUrl'));
    const lines: Worker['lines'] = [];
    const log = pino(createLogFormat(), { write: (line: string) => void lines.push(JSON.parse(line)) });
    const failures = trackJobFailures(log);
    const db = openDatabase(url, 2);
    const worker: Worker = { url, db, jobs: await startJobs(url, () => {}, failures), failures, lines };
    await use(worker);
    await worker.jobs.stop();
    await db.destroy();
    await drop();
  },
});

const PAYLOAD = { email: 'marta@example.com', pin: '4071' };

// Most of the time they wait.
test.concurrent('a failed job is logged with its cause but without its payload, and counted', async ({
  worker: { db, jobs, failures, lines },
}) => {
  await jobs.work('test.fails', async () => {
    throw new Error('refused for marta@example.com', { cause: new TypeError('no such thing') });
  });
  await jobs.work('test.works', async () => {});
  await db.transaction().execute((trx) => jobs.enqueue(trx, 'test.fails', PAYLOAD));
  await vi.waitFor(() => expect(lines).not.toEqual([]), { timeout: 60_000 });
  expect(lines[0]).toMatchObject({
    level: 50,
    queue: 'test.fails',
    job_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    retry_count: 0,
    retry_limit: RETRY_POLICY.retryLimit,
    err: {
      type: 'Error',
      message: 'refused for ***',
      stack: expect.stringContaining('jobs.test.ts'),
      cause: { type: 'TypeError', message: 'no such thing' },
    },
    msg: 'job failed, will be retried',
  });
  expect(JSON.stringify(lines)).not.toMatch(/marta|4071/);
  const count = (name: string) => failures.counts().find(({ queue }) => queue === name);
  expect(count('test.fails')).toMatchObject({ failed: lines.length, exhausted: 0 });
  expect(count('test.works')).toMatchObject({ failed: 0, exhausted: 0 });
});

test.concurrent('a process that pauses takes no job, and works on those that waited afterwards', async ({
  worker: { url, db, jobs },
}) => {
  const other = await startJobs(url, () => {});
  const taken: string[] = [];
  const enqueue = (queue: `test.${string}`) =>
    db.transaction().execute((trx) => jobs.enqueue(trx, queue, {}));
  try {
    await jobs.work('test.before', async () => void taken.push('before'));
    await jobs.setPaused(true);
    await jobs.work('test.after', async () => void taken.push('after'));
    await other.work('test.other', async () => void taken.push('other'));
    await enqueue('test.before');
    await enqueue('test.after');
    // Twice the time in which it would have taken them.
    for (const count of [1, 2]) {
      await enqueue('test.other');
      await vi.waitFor(() => expect(taken).toEqual(Array(count).fill('other')), 60_000);
    }
    await jobs.setPaused(false);
    await vi.waitFor(() => expect(taken.slice(2).sort()).toEqual(['after', 'before']), 60_000);
  } finally {
    await other.stop();
  }
});

test.concurrent('a pause lets the job that runs end, gives back what was fetched with it, and nothing runs twice', async ({
  worker: { url, db, jobs, failures },
}) => {
  const other = await startJobs(url, () => {}, failures);
  const released = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<number>();
  const runs: string[] = [];
  const listStates = async () =>
    (
      await sql<{
        n: string;
        state: string;
      }>`SELECT data->>'n' AS n, state FROM pgboss.job WHERE name = 'test.long'
        ORDER BY 1`.execute(db)
    ).rows.map(({ n, state }) => `${n} ${state}`);
  try {
    await db.transaction().execute(async (trx) => {
      await jobs.work('test.long', async ({ n }) => {
        runs.push(`${n} here`);
        begun.resolve(n!);
        await released.promise;
      });
      await jobs.enqueueAll(
        trx,
        'test.long',
        [1, 2].map((n) => ({ data: { n } })),
      );
    });
    // Two jobs of the same moment are begun in any order.
    const first = await begun.promise;
    const second = 3 - first;
    await jobs.setPaused(true);
    await other.work('test.long', async ({ n }) => void runs.push(`${n} there`));
    expect(await listStates()).toContain(`${first} active`);
    await db.transaction().execute((trx) => jobs.enqueue(trx, 'test.long', { n: 3 }));
    await vi.waitFor(() => expect(runs).toContain('3 there'), 60_000);
    expect(await listStates()).toContain(`${first} active`);
    released.resolve();
    await vi.waitFor(
      async () => expect(await listStates()).toEqual(['1 completed', '2 completed', '3 completed']),
      20_000,
    );
    expect(runs.toSorted()).toEqual([`${first} here`, `${second} there`, '3 there'].toSorted());
    expect(failures.counts()).toEqual([{ queue: 'test.long', failed: 0, exhausted: 0 }]);
  } finally {
    released.resolve();
    await other.stop();
  }
});

test.concurrent('what a killed process had begun runs again a minute later, also of queues that are older', async ({
  worker: { url, db, jobs, failures },
}) => {
  const supervisor = new PgBoss({ connectionString: url, migrate: false, schedule: false, supervise: false });
  supervisor.on('error', () => {});
  await supervisor.start();
  await supervisor.createQueue('test.older', RETRY_POLICY);
  const other = await startJobs(url, () => {}, failures);
  const done: number[] = [];
  try {
    for (const [n, queue] of (['test.newer', 'test.older'] as const).entries()) {
      // On a process of its own, so that a queue that exists is declared by a later one.
      await (n === 0 ? jobs : other).work(queue, async () => void done.push(n));
      await supervisor.send(queue, { n });
    }
    await vi.waitFor(() => expect(done.toSorted()).toEqual([0, 1]), { timeout: 60_000 });
    const begunAgo = (seconds: number) =>
      sql`UPDATE pgboss.job SET state = 'active', completed_on = NULL, started_on = now() - ${seconds} * interval '1 s',
        heartbeat_on = now() - ${seconds} * interval '1 s' WHERE name LIKE 'test.%'`.execute(db);
    await begunAgo(50);
    await supervisor.supervise();
    const listStates = async () =>
      (await sql<{ state: string }>`SELECT state FROM pgboss.job WHERE name LIKE 'test.%'`.execute(db)).rows;
    expect(await listStates()).toEqual([{ state: 'active' }, { state: 'active' }]);
    await begunAgo(61);
    await sql`UPDATE pgboss.queue SET monitor_claim_on = NULL, monitor_on = NULL`.execute(db);
    await supervisor.supervise();
    await vi.waitFor(() => expect(done.toSorted()).toEqual([0, 0, 1, 1]), { timeout: 60_000 });
  } finally {
    await other.stop();
    await supervisor.stop();
  }
});

test.concurrent('a job that failed at its last try is counted as exhausted', async ({
  worker: { db, jobs, failures, lines },
}) => {
  await jobs.work('test.last', async () => {
    throw new Error('still refused');
  });
  await db.transaction().execute(async (trx) => {
    await jobs.enqueue(trx, 'test.last', PAYLOAD);
    await sql`UPDATE pgboss.job SET retry_limit = 0 WHERE name = 'test.last'`.execute(trx);
  });
  await vi.waitFor(() => expect(lines).not.toEqual([]), { timeout: 60_000 });
  expect(lines).toMatchObject([{ queue: 'test.last', msg: 'job failed at its last attempt' }]);
  expect(failures.counts()).toEqual([{ queue: 'test.last', failed: 1, exhausted: 1 }]);
});

test.concurrent('a job that fails a batch is retried, and the others of the batch are done', async ({
  worker: { db, jobs, failures },
}) => {
  const done: number[] = [];
  const batchSizes: number[] = [];
  await jobs.workBatches('test.batches', async (batch) => {
    batchSizes.push(batch.length);
    if (batch.some(({ n }) => n === 2)) throw new Error('refused');
    done.push(...batch.map(({ n }) => n!));
  });
  await db.transaction().execute((trx) =>
    jobs.enqueueAll(
      trx,
      'test.batches',
      [1, 2, 3].map((n) => ({ data: { n } })),
    ),
  );
  await vi.waitFor(() => expect(done.toSorted()).toEqual([1, 3]), { timeout: 60_000 });
  expect(batchSizes.slice(0, 4)).toEqual([3, 1, 1, 1]);
  expect(failures.counts()).toEqual([{ queue: 'test.batches', failed: 1, exhausted: 0 }]);
});

test.concurrent('while the database is away, lines say why, and few say the same', async () => {
  const proxy = new DbProxy();
  const { url, drop } = await createTestDatabase(inject('serverUrl'));
  const ownLines: Record<string, unknown>[] = [];
  const log = pino(createLogFormat(), { write: (line: string) => void ownLines.push(JSON.parse(line)) });
  let reported = 0;
  const onError = (error: unknown) => {
    reported++;
    log.error({ err: error }, 'jobs cannot reach the database');
  };
  const otherJobs = await startJobs(await proxy.proxyUrl(url), onError, trackJobFailures(log));
  try {
    for (let i = 0; i < 10; i++) await otherJobs.work(`test.away-${i}`, async () => {});
    await proxy.stop();
    await vi.waitFor(() => expect(reported).toBeGreaterThan(30), { timeout: 60_000 });
    expect(ownLines.length).toBeGreaterThan(0);
    for (const { err } of ownLines as { err: { message: string } }[])
      expect(err.message).toMatch(/ECONNREFUSED|ECONNRESET|Connection terminated|Client has encountered/);
    const countsByMessage = Map.groupBy(ownLines, ({ err }) => (err as { message: string }).message);
    expect(Math.max(...[...countsByMessage.values()].map((equal) => equal.length))).toBe(3);
  } finally {
    await proxy.start();
    await otherJobs.stop();
    await proxy.stop();
    await drop();
  }
});

// They replace methods of all workers.
test('a pause, or its end, that the database refuses is made a moment later', async ({
  worker: { db, jobs },
}) => {
  const start = vi.spyOn(PgBoss.prototype, 'start');
  const taken: number[] = [];
  await jobs.work('test.paused', async ({ n }) => void taken.push(n!));
  const enqueue = (n: number) => db.transaction().execute((trx) => jobs.enqueue(trx, 'test.paused', { n }));
  for (const isPaused of [true, false]) {
    const calls = start.mock.calls.length;
    start.mockRejectedValueOnce(new Error('too many connections'));
    await expect(jobs.setPaused(isPaused)).rejects.toThrow('too many connections');
    if (isPaused) await enqueue(1);
    expect(taken).toEqual([]);
    await vi.waitFor(() => expect(start.mock.calls.length).toBe(calls + 2), 60_000);
  }
  await vi.waitFor(() => expect(taken).toEqual([1]), 60_000);
  // A pause that failed, and is not wanted any more.
  start.mockRejectedValueOnce(new Error('too many connections'));
  await expect(jobs.setPaused(true)).rejects.toThrow('too many connections');
  await jobs.setPaused(false);
  await enqueue(2);
  await vi.waitFor(() => expect(taken).toEqual([1, 2]), 60_000);
  start.mockRestore();
});

test('a start that fails halfway leaves no connection open', async ({ worker }) => {
  const { url, db, failures } = worker;
  const countConnections = async () => {
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(db);
    return rows[0]!.count;
  };
  await worker.jobs.stop();
  await vi.waitFor(async () => expect(await countConnections()).toBe(0), 60_000);
  const getQueues = vi.spyOn(PgBoss.prototype, 'getQueues').mockRejectedValueOnce(new Error('refused'));
  await expect(startJobs(url, () => {})).rejects.toThrow('refused');
  getQueues.mockRestore();
  await vi.waitFor(async () => expect(await countConnections()).toBe(0), 60_000);
  worker.jobs = await startJobs(url, () => {}, failures);
});
