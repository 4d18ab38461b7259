import { ROOT_CONTEXT } from '@opentelemetry/api';
import type { Jobs } from '../jobs.ts';
import { fail, SpanKind, tracer } from './span.ts';

/** A span for every piece of work, a trace of its own: it may run hours after the call that wished it. */
export function traceJobs(jobs: Jobs): Jobs {
  const traced = (queue: string) => {
    const options = { kind: SpanKind.CONSUMER, attributes: { 'messaging.destination.name': queue } };
    return (work: () => Promise<void>) =>
      tracer().startActiveSpan(`job ${queue}`, options, ROOT_CONTEXT, async (span) => {
        try {
          await work();
        } catch (error) {
          fail(span, error);
          throw error;
        } finally {
          span.end();
        }
      });
  };
  return {
    ...jobs,
    work: (queue, handler, options) =>
      jobs.work<never>(queue, (data) => traced(queue)(() => handler(data)), options),
    every: (cron, queue, handler) => jobs.every(cron, queue, () => traced(queue)(handler)),
  };
}
