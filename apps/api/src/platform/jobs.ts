import { setTimeout as wait } from 'node:timers/promises';
import { fromKysely, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { DbOrTrx, Trx } from './db/database.ts';
import { describeError, formatError } from './observability/describe-error.ts';
import type { Log } from './observability/log.ts';
import { PREPARED_STATEMENT_MARK } from './performance/prepared-statements.ts';
import type { PeriodicQueue, Queue, Queues } from './queues.ts';
import { notQuiet, type Quiet } from './quiet.ts';

export interface EnqueueOptions {
  startAfter?: Date;
  /** Runs before waiting jobs of normal priority, for jobs a user waits for. */
  urgent?: boolean;
}

export interface WorkOptions {
  /** Concurrent jobs per process; 1 by default. */
  concurrency?: number;
}

export interface BatchOptions {
  /** Jobs at most; 10 by default. */
  batchSize?: number;
}

export interface NewJob<Q extends Queue> {
  data: Queues[Q];
  startAfter?: Date;
  /** Only one job of the queue with this key is enqueued in each period of `singletonSeconds`. */
  singletonKey?: string;
  singletonSeconds?: number;
}

/** Background jobs: modules register queues at startup and enqueue jobs in their transactions. */
export interface Jobs {
  /** Declares a queue and, on a worker process, its worker. A failed job is retried with back-off. */
  work<Q extends Queue>(
    queue: Q,
    handler: (data: Queues[Q]) => Promise<void>,
    options?: WorkOptions,
  ): Promise<void>;
  /**
   * Like `work`, with all jobs that are fetched together. Each job of a batch that fails is handled by itself, so that
   * one does not stop the others: the handler does all of a batch or nothing, or what may be done twice.
   */
  workBatches<Q extends Queue>(
    queue: Q,
    handler: (batch: Queues[Q][]) => Promise<void>,
    options?: BatchOptions,
  ): Promise<void>;
  /** Runs the handler at a cron time (UTC), once across all processes. */
  schedule(cron: string, queue: PeriodicQueue, handler: () => Promise<void>): Promise<void>;
  /** In a transaction the job exists only if that commits. */
  enqueue<Q extends Queue>(db: DbOrTrx, queue: Q, data: Queues[Q], options?: EnqueueOptions): Promise<void>;
  /** Enqueues many jobs by one statement. */
  enqueueAll<Q extends Queue>(trx: Trx, queue: Q, jobs: readonly NewJob<Q>[]): Promise<void>;
  stop(): Promise<void>;
}

/** Those of a server, which can stop working on jobs for a while; enqueueing continues. */
export interface WorkerJobs extends Jobs {
  /** Jobs that run go on to their end. What fails is tried again each second. */
  setPaused(isPaused: boolean): Promise<void>;
}

export const RETRY_POLICY = { retryLimit: 12, retryBackoff: true, retryDelay: 2, retryDelayMax: 3600 };

/**
 * A job whose process says nothing for so long, because it was killed, is given to another one by the next supervision
 * (each minute). A job that ends within half of it costs no statement for this.
 */
const HEARTBEAT_SECONDS = 60;

const POLL_INTERVAL_MS = 1000;

/** Selects the queues that have a job that is due. */
const DUE_QUEUES_SQL = `
  SELECT queue FROM unnest($1::text[]) AS queue, LATERAL (
    SELECT FROM pgboss.job WHERE name = queue AND state < 'active' AND NOT blocked AND start_after <= now() LIMIT 1) AS due`;

/**
 * Fetches batches, because one job per poll would be one a second. Workers are told what is due: fifty of them that ask
 * each second keep Node and PostgreSQL busy at rest.
 */
const BATCH_OPTIONS = {
  batchSize: 10,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 60,
  perJobResults: true,
  includeMetadata: true,
} as const;

/** pg-boss passes them to pg: a query on a connection that was lost silently ends with it. */
const CONNECTION_LIMITS = {
  connectionTimeoutMillis: 5000,
  query_timeout: 30_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

/** At shutdown a job has this time; then pg-boss gives it to another process, and this one ends. */
const STOP_OPTIONS = { graceful: true, timeout: 5000 };

/** Without `failures` the process only enqueues. */
export async function startJobs(
  databaseUrl: string,
  /** Gets errors and, from pg-boss, copies of them that are plain objects. */
  onError: (error: unknown) => void,
  failures?: JobFailures,
  /** While WoPack is quiet jobs are enqueued, not run. */
  quiet: Quiet = notQuiet,
): Promise<WorkerJobs> {
  const shutdown = new AbortController();
  let isPaused = false;
  const isIdle = () => isPaused || quiet.since() !== null;
  const openBoss = async (idle: boolean) => {
    const isWorker = failures !== undefined && !idle;
    const opened = new PgBoss({
      connectionString: databaseUrl,
      max: 4,
      migrate: false,
      ...CONNECTION_LIMITS,
      ...(!isWorker && { schedule: false, supervise: false }),
    });
    opened.on('error', onError);
    try {
      await opened.start();
    } catch (error) {
      await opened.stop({ graceful: false }).catch(onError);
      throw error;
    }
    return opened;
  };
  /** Follows `isIdle()`, with each second one more try. Null: a change has begun, or failed halfway. */
  let isBossIdle: boolean | null = isIdle();
  let boss = await openBoss(isBossIdle);
  /** Start the worker of a queue. */
  const workers = new Map<string, () => Promise<string>>();
  const workerIds = new Map<string, string>();
  const startWorker = async (queue: string, start: () => Promise<string>) => {
    if (isBossIdle === false) workerIds.set(queue, await start());
  };
  const addWorker = async (queue: string, start: () => Promise<string>) => {
    workers.set(queue, start);
    await startWorker(queue, start);
  };
  const wakeWorkers = async () => {
    if (workerIds.size === 0) return;
    const { rows } = await boss.getDb().executeSql(DUE_QUEUES_SQL, [[...workerIds.keys()]]);
    for (const { queue } of rows as { queue: string }[]) {
      const id = workerIds.get(queue);
      if (id) boss.notifyWorker(id);
    }
  };
  const wakeLoop = (async () => {
    while (!shutdown.signal.aborted) {
      await wait(POLL_INTERVAL_MS, undefined, { signal: shutdown.signal, ref: false }).catch(() => {});
      if (shutdown.signal.aborted) return;
      await followIdle().catch(onError);
      await wakeWorkers().catch(onError);
    }
  })();
  /** Batches that are worked on. */
  const running = new Set<Promise<unknown>>();
  const track = async <T>(batch: Promise<T>): Promise<T> => {
    running.add(batch);
    return batch.finally(() => running.delete(batch));
  };
  const shutdownBegun = new Promise<void>((resolve) => {
    shutdown.signal.addEventListener('abort', () => resolve());
  });
  const leaving = new Set<Promise<void>>();
  /**
   * Jobs that run keep their lease until they end, however long that takes: they run on in this process, and no other one
   * may begin them meanwhile.
   */
  const leave = (former: PgBoss) => {
    const left: Promise<void> = Promise.race([Promise.allSettled([...running]), shutdownBegun])
      .then(() => former.stop(STOP_OPTIONS))
      .catch(onError)
      .finally(() => leaving.delete(left));
    leaving.add(left);
  };
  let change = Promise.resolve();
  const renewBoss = async () => {
    const idle = isIdle();
    if (idle === isBossIdle) return;
    isBossIdle = null;
    const former = boss;
    if (idle) {
      // First, and without the database: whatever fails below, no further job runs.
      for (const [queue, id] of workerIds) await former.offWork(queue, { id, wait: false });
      workerIds.clear();
    }
    boss = await openBoss(idle);
    try {
      workerIds.clear();
      if (!idle) for (const [queue, start] of workers) workerIds.set(queue, await start());
      isBossIdle = idle;
    } finally {
      leave(former);
    }
  };
  /** One after the other. */
  function followIdle(): Promise<void> {
    const followed = change.then(renewBoss);
    change = followed.catch(() => {});
    return followed;
  }
  async function stop(): Promise<void> {
    shutdown.abort();
    await wakeLoop;
    await change;
    await Promise.all([boss.stop(STOP_OPTIONS), ...leaving]);
  }
  quiet.onChange(followIdle);
  // Read once: at most starts there is nothing to create.
  const [existingQueues, schedules] = await Promise.all([boss.getQueues(), boss.getSchedules()]).catch(
    async (error: unknown) => {
      await stop();
      throw error;
    },
  );
  const heartbeats = new Map(existingQueues.map(({ name, heartbeatSeconds }) => [name, heartbeatSeconds]));
  const crons = new Map(schedules.map(({ name, cron }) => [name, cron]));
  const declare = async (queue: string) => {
    if (!heartbeats.has(queue))
      await boss.createQueue(queue, { ...RETRY_POLICY, heartbeatSeconds: HEARTBEAT_SECONDS });
    else if (heartbeats.get(queue) !== HEARTBEAT_SECONDS)
      await boss.updateQueue(queue, { heartbeatSeconds: HEARTBEAT_SECONDS });
    failures?.declare(queue);
  };
  const recordFailure = ({ name, id, retryCount, retryLimit }: JobWithMetadata<object>, error: unknown) =>
    failures?.record({ queue: name, jobId: id, retryCount, retryLimit, error });
  const runJob = async <T extends object>(
    job: JobWithMetadata<T>,
    handler: (data: T) => Promise<void>,
  ): Promise<JobResult> => {
    const { id } = job;
    try {
      await handler(job.data);
      return { id, status: 'completed' };
    } catch (error) {
      recordFailure(job, error);
      return { id, status: 'failed', output: { message: describeError(error).message } };
    }
  };
  /** What was fetched and has not begun is given back. */
  const runUnlessIdle: typeof runJob = async (job, handler) =>
    isIdle() || shutdown.signal.aborted
      ? { id: job.id, status: 'failed', output: { message: 'given back' } }
      : runJob(job, handler);
  const work: Jobs['work'] = async <Q extends Queue>(
    queue: Q,
    handler: (data: Queues[Q]) => Promise<void>,
    { concurrency = 1 }: WorkOptions = {},
  ) => {
    await declare(queue);
    const options = { ...BATCH_OPTIONS, batchSize: Math.max(concurrency, BATCH_OPTIONS.batchSize) };
    const handleJobs = async (jobs: JobWithMetadata<Queues[Q]>[]) => {
      const results: JobResult[] = [];
      const { signal } = jobs[0]!;
      const recordUnfinished = () => {
        const finishedIds = new Set(results.map(({ id }) => id));
        for (const job of jobs)
          if (!finishedIds.has(job.id)) recordFailure(job, new Error('not finished in time'));
      };
      signal.addEventListener('abort', recordUnfinished, { once: true });
      for (let offset = 0; offset < jobs.length; offset += concurrency) {
        const group = jobs.slice(offset, offset + concurrency);
        results.push(...(await Promise.all(group.map((job) => runUnlessIdle(job, handler)))));
      }
      signal.removeEventListener('abort', recordUnfinished);
      return results;
    };
    await addWorker(queue, () =>
      boss.work(queue, options, (jobs: JobWithMetadata<Queues[Q]>[]) => track(handleJobs(jobs))),
    );
  };
  const workBatches: Jobs['workBatches'] = async <Q extends Queue>(
    queue: Q,
    handler: (batch: Queues[Q][]) => Promise<void>,
    options: BatchOptions = {},
  ) => {
    await declare(queue);
    const handleJobs = async (jobs: JobWithMetadata<Queues[Q]>[]) => {
      const results: JobResult[] = [];
      try {
        await handler(jobs.map(({ data }) => data));
        results.push(...jobs.map(({ id }): JobResult => ({ id, status: 'completed' })));
      } catch {
        for (const job of jobs) results.push(await runUnlessIdle(job, (data) => handler([data])));
      }
      return results;
    };
    await addWorker(queue, () =>
      boss.work(queue, { ...BATCH_OPTIONS, ...options }, (jobs: JobWithMetadata<Queues[Q]>[]) =>
        track(handleJobs(jobs)),
      ),
    );
  };
  return {
    work,
    workBatches,
    async schedule(cron, queue, handler) {
      await work(queue, handler);
      if (crons.get(queue) !== cron) await boss.schedule(queue, cron);
    },
    async enqueue(db, queue, data, options = {}) {
      const { startAfter, urgent } = options;
      await boss.send(queue, data, {
        startAfter,
        priority: urgent ? 10 : 0,
        db: withPreparedStatements(db),
      });
    },
    async enqueueAll(trx, queue, jobs) {
      if (jobs.length === 0) return;
      await boss.insert(queue, [...jobs], { db: withPreparedStatements(trx) });
    },
    async setPaused(shouldPause) {
      isPaused = shouldPause;
      await followIdle();
    },
    stop,
  };
}

/** The statement that inserts jobs has one text for each queue. */
function withPreparedStatements(db: DbOrTrx): ReturnType<typeof fromKysely> {
  const adapter = fromKysely(db);
  return { executeSql: (text, values) => adapter.executeSql(`${text} ${PREPARED_STATEMENT_MARK}`, values) };
}

/** A task that fails does not stop those after it. Throws once all have run. */
export const runSequentially = (tasks: readonly (() => Promise<unknown>)[]): Promise<void> =>
  runConcurrently(tasks, 1);

/** The same with a number of tasks at a time. */
export async function runConcurrently(
  tasks: readonly (() => Promise<unknown>)[],
  concurrency: number,
): Promise<void> {
  const errors: unknown[] = [];
  const queue = tasks.values();
  const work = async () => {
    // Shared by all workers: each takes the next task.
    for (const task of queue) {
      try {
        await task();
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  throwErrors(errors);
}

/** The same with each row of batches, as `readBatches` yields them. */
export async function runForEachRow<Row>(
  batches: AsyncIterable<readonly Row[]>,
  task: (row: Row) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = [];
  for await (const rows of batches)
    await runSequentially(rows.map((row) => () => task(row))).catch((error: AggregateError) =>
      errors.push(...error.errors),
    );
  throwErrors(errors);
}

function throwErrors(errors: readonly unknown[]): void {
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} failed, the first by ${formatError(errors[0])}`);
}

/** Inserts the unfinished jobs of a backup into a database without jobs. */
export async function restoreJobs(
  databaseUrl: string,
  jobs: readonly { queue: string; data: object; start_after: string }[],
): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 2, supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  for (const [queue, queuedJobs] of Map.groupBy(jobs, (job) => job.queue)) {
    await boss.createQueue(queue, RETRY_POLICY);
    await boss.deleteQueuedJobs(queue);
    await boss.insert(
      queue,
      queuedJobs.map(({ data, start_after }) => ({ data, startAfter: new Date(start_after) })),
    );
  }
  await boss.stop({ graceful: false });
}

export interface JobFailure {
  queue: string;
  jobId: string;
  error: unknown;
  /** Number of earlier retries. */
  retryCount: number;
  retryLimit: number;
}

/** Since the start of the process. */
interface JobFailureCount {
  queue: string;
  /** Failed attempts. */
  failed: number;
  /** Jobs that failed at their last attempt. */
  exhausted: number;
}

export interface JobFailures {
  /** Starts the counts of a queue at 0, so that its first failure is an increase. */
  declare(queue: string): void;
  record(failure: JobFailure): void;
  counts(): JobFailureCount[];
}

/**
 * Logs each failed attempt with its cause and counts it. Job payloads are not logged, because they have
 * personal data.
 */
export function trackJobFailures(log: Log): JobFailures {
  const counts = new Map<string, JobFailureCount>();
  const findOrCreateCount = (queue: string) =>
    counts.getOrInsertComputed(queue, () => ({ queue, failed: 0, exhausted: 0 }));
  return {
    declare: (queue) => void findOrCreateCount(queue),
    record({ queue, jobId, error, retryCount, retryLimit }) {
      const isLast = retryCount >= retryLimit;
      const count = findOrCreateCount(queue);
      count.failed++;
      if (isLast) count.exhausted++;
      log.error(
        { queue, job_id: jobId, retry_count: retryCount, retry_limit: retryLimit, err: error },
        isLast ? 'job failed at its last attempt' : 'job failed, will be retried',
      );
    },
    counts: () => [...counts.values()],
  };
}
