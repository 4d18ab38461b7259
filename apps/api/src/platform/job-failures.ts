import type { Log } from './log.ts';

export interface JobFailure {
  queue: string;
  jobId: string;
  error: unknown;
  /** How often it had been tried again before this try. */
  retryCount: number;
  retryLimit: number;
}

/** Counted since this process began. */
interface JobFailureCount {
  queue: string;
  /** Tries that failed. */
  failed: number;
  /** Jobs whose last try failed. */
  exhausted: number;
}

export interface JobFailures {
  /** Counts of a queue begin at 0, so that its first failure is seen as a rise. */
  declare(queue: string): void;
  record(failure: JobFailure): void;
  counts(): JobFailureCount[];
}

/** Logs each try of a job that fails with its cause, and counts it. What the job carries is not logged. */
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
        isLast ? 'job failed at its last try' : 'job failed and is tried again',
      );
    },
    counts: () => [...counts.values()],
  };
}
