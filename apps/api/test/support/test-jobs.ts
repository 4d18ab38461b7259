import { sql } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Clock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/db/database.ts';
import type { JobFailures } from '../../src/platform/job-failures.ts';
import { type Jobs, RETRY_POLICY } from '../../src/platform/jobs.ts';

export interface TestJobs extends Jobs {
  /**
   * Runs what is due on the test's clock, until nothing is. A job that throws is due again a minute later; that is an
   * error, unless the test expects it.
   */
  runDue(options?: { mayFail?: boolean }): Promise<void>;
  /** Runs a queue's regular work once, as its cron would. */
  runScheduled(queue: string): Promise<void>;
}

/** pg-boss's own queues, but worked off when the test says so and by the test's clock. */
export async function createTestJobs(
  db: Db,
  url: string,
  clock: Clock,
  jobFailures: JobFailures,
): Promise<TestJobs> {
  const boss = new PgBoss({
    connectionString: url,
    max: 2,
    supervise: false,
    schedule: false,
    migrate: false,
  });
  boss.on('error', () => {});
  await boss.start();
  const handlers = new Map<string, (data: never) => Promise<void>>();

  async function takeDueJobs() {
    const { rows } = await sql<{ id: string; name: string; data: never; retryCount: number }>`
      UPDATE pgboss.job SET state = 'completed' WHERE state < 'active' AND start_after <= ${clock.now()}
      RETURNING id, name, data, retry_count AS "retryCount"`.execute(db);
    return rows;
  }

  const work = async (queue: string, handler: (data: never) => Promise<void>) => {
    await boss.createQueue(queue);
    jobFailures.declare(queue);
    handlers.set(queue, handler);
  };

  return {
    work,
    schedule: (_cron, queue, handler) => work(queue, handler),
    async enqueue(trx, queue, data, options = {}) {
      const { startAfter = clock.now() } = options;
      await boss.send(queue, data, { startAfter, db: fromKysely(trx) });
    },
    async enqueueAll(trx, queue, payloads) {
      const startAfter = clock.now();
      await boss.insert(
        queue,
        payloads.map((data) => ({ data, startAfter })),
        { db: fromKysely(trx) },
      );
    },
    async runDue({ mayFail = false } = {}) {
      const errors: unknown[] = [];
      for (let due = await takeDueJobs(); due.length > 0; due = await takeDueJobs()) {
        for (const { id, name, data, retryCount } of due) {
          try {
            await handlers.get(name)!(data);
          } catch (error) {
            errors.push(error);
            const { retryLimit } = RETRY_POLICY;
            jobFailures.record({ queue: name, jobId: id, error, retryCount, retryLimit });
            const retryAt = new Date(clock.now().getTime() + 60_000);
            await sql`UPDATE pgboss.job SET state = 'retry', start_after = ${retryAt}, retry_count = retry_count + 1
              WHERE id = ${id}`.execute(db);
          }
        }
      }
      if (errors.length > 0 && !mayFail) throw new AggregateError(errors, 'jobs failed');
    },
    runScheduled: (queue) => handlers.get(queue)!(undefined as never),
    stop: () => boss.stop({ graceful: false }),
  };
}
