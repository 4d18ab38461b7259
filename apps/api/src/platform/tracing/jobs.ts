import { ROOT_CONTEXT } from '@opentelemetry/api';
import type { Jobs } from '../jobs.ts';
import { getTracer, recordError, SpanKind } from './span.ts';

/** A span per job in a trace of its own: it may run hours after the request that enqueued it. */
export function traceJobs(jobs: Jobs): Jobs {
  const wrapInSpan = (queue: string) => {
    const options = { kind: SpanKind.CONSUMER, attributes: { 'messaging.destination.name': queue } };
    return (runWork: () => Promise<void>) =>
      getTracer().startActiveSpan(`job ${queue}`, options, ROOT_CONTEXT, async (span) => {
        try {
          await runWork();
        } catch (error) {
          recordError(span, error);
          throw error;
        } finally {
          span.end();
        }
      });
  };
  return {
    ...jobs,
    work: (queue, handler, options) =>
      jobs.work<never>(queue, (data) => wrapInSpan(queue)(() => handler(data)), options),
    schedule: (cron, queue, handler) => jobs.schedule(cron, queue, () => wrapInSpan(queue)(handler)),
  };
}
