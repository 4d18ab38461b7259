import { fromKysely, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Trx } from './db/database.ts';
import type { Log } from './observability/log.ts';
import { describeError } from './observability/log.ts';
import { PREPARED_STATEMENT_MARK } from './performance/prepared-statements.ts';

export interface EnqueueOptions {
  startAfter?: Date;
  /** Runs before waiting jobs of normal priority, for jobs a user waits for. */
  urgent?: boolean;
}

export interface WorkOptions {
  /** Concurrent jobs per process; 1 by default. */
  concurrency?: number;
}

/** Background jobs: modules register queues at startup and enqueue jobs in their transactions. */
export interface Jobs {
  /** Declares a queue and, on a worker process, its worker. A failed job is retried with back-off. */
  work<T extends object>(
    queue: string,
    handler: (data: T) => Promise<void>,
    options?: WorkOptions,
  ): Promise<void>;
  /** Runs the handler at a cron time (UTC), once across all processes. */
  schedule(cron: string, queue: string, handler: () => Promise<void>): Promise<void>;
  /** The job exists only if the transaction commits. */
  enqueue(trx: Trx, queue: string, data: object, options?: EnqueueOptions): Promise<void>;
  /** Enqueues many jobs by one statement. */
  enqueueAll(trx: Trx, queue: string, payloads: readonly object[]): Promise<void>;
  stop(): Promise<void>;
}

export const RETRY_POLICY = { retryLimit: 12, retryBackoff: true, retryDelay: 2, retryDelayMax: 3600 };

/** Without `failures` the process only enqueues. */
export async function startJobs(
  databaseUrl: string,
  onError: (error: Error) => void,
  failures?: JobFailures,
): Promise<Jobs> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 4 });
  boss.on('error', onError);
  await boss.start();
  const createQueue = (queue: string) => boss.createQueue(queue, RETRY_POLICY);
  const work: Jobs['work'] = async <T extends object>(
    queue: string,
    handler: (data: T) => Promise<void>,
    { concurrency = 1 }: WorkOptions = {},
  ) => {
    await createQueue(queue);
    failures?.declare(queue);
    const recordFailure = ({ id, retryCount, retryLimit }: JobWithMetadata<T>, error: unknown) =>
      failures?.record({ queue, jobId: id, retryCount, retryLimit, error });
    const runJob = async (job: JobWithMetadata<T>): Promise<JobResult> => {
      const { id } = job;
      try {
        await handler(job.data);
        return { id, status: 'completed' };
      } catch (error) {
        recordFailure(job, error);
        return { id, status: 'failed', output: { message: describeError(error).message } };
      }
    };
    // Fetches batches, because one job per poll would be one a second.
    const batchOptions = {
      batchSize: Math.max(concurrency, 10),
      burstWhenBatchFull: true,
      pollingIntervalSeconds: 1,
      perJobResults: true as const,
      includeMetadata: true as const,
    };
    await boss.work(queue, batchOptions, async (jobs: JobWithMetadata<T>[]) => {
      const results: JobResult[] = [];
      const { signal } = jobs[0]!;
      const recordUnfinished = () => {
        const finishedIds = new Set(results.map(({ id }) => id));
        for (const job of jobs)
          if (!finishedIds.has(job.id)) recordFailure(job, new Error('not finished in time'));
      };
      signal.addEventListener('abort', recordUnfinished, { once: true });
      for (let offset = 0; offset < jobs.length; offset += concurrency)
        results.push(...(await Promise.all(jobs.slice(offset, offset + concurrency).map(runJob))));
      signal.removeEventListener('abort', recordUnfinished);
      return results;
    });
  };
  return {
    work,
    async schedule(cron, queue, handler) {
      await work(queue, handler);
      await boss.schedule(queue, cron);
    },
    async enqueue(trx, queue, data, options = {}) {
      const { startAfter, urgent } = options;
      await boss.send(queue, data, {
        startAfter,
        priority: urgent ? 10 : 0,
        db: withPreparedStatements(trx),
      });
    },
    async enqueueAll(trx, queue, payloads) {
      if (payloads.length === 0) return;
      const jobs = payloads.map((data) => ({ data }));
      await boss.insert(queue, jobs, { db: withPreparedStatements(trx) });
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  };
}

/** The statement that inserts jobs has one text for each queue. */
function withPreparedStatements(trx: Trx): ReturnType<typeof fromKysely> {
  const db = fromKysely(trx);
  return { executeSql: (text, values) => db.executeSql(`${text} ${PREPARED_STATEMENT_MARK}`, values) };
}

/** A task that fails does not stop those after it. Throws once all have run. */
export async function runSequentially(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const task of tasks) {
    try {
      await task();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} failed, the first by ${errors[0]}`);
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
