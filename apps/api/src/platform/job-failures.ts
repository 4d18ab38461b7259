import type { Log } from './log.ts';

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
