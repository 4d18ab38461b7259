import { context, DiagLogLevel, diag, propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '../../config/tracing.ts';
import type { Jobs } from '../jobs.ts';
import { traceOutgoingRequests } from './outgoing-requests.ts';
import { getTracer, recordError, SpanKind } from './span.ts';
import { traceSql } from './sql.ts';

const MINUTE_MS = 60_000;

/**
 * Starts tracing of requests, jobs, SQL and outgoing requests. This folder is loaded only by a dynamic
 * import, so that none of it is loaded without a receiver. An unavailable receiver never blocks requests.
 */
export function startTracing({ url, serviceName, sampleRatio }: TracingConfig): {
  jobs(jobs: Jobs): Jobs;
  stop(): Promise<void>;
} {
  diag.setLogger(createThrottledLogger(), DiagLogLevel.ERROR);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) }),
    spanLimits: { attributeValueLengthLimit: 2_000 },
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  traceSql();
  traceOutgoingRequests();
  // Flushes for at most two seconds at shutdown.
  const stop = () =>
    Promise.race([provider.shutdown(), new Promise<void>((resolve) => setTimeout(resolve, 2_000).unref())]);
  return { jobs: traceJobs, stop: () => stop().catch(() => {}) };
}

/** Logs at most one line a minute while the receiver is unavailable. */
function createThrottledLogger() {
  let lastLoggedAt = Number.NEGATIVE_INFINITY;
  const noop = () => {};
  const error = (message: string) => {
    if (performance.now() - lastLoggedAt < MINUTE_MS) return;
    lastLoggedAt = performance.now();
    console.error(JSON.stringify({ level: 40, msg: `trace export failed: ${message.slice(0, 300)}` }));
  };
  return { error, warn: noop, info: noop, debug: noop, verbose: noop };
}

/** A span per job in a trace of its own: it may run hours after the request that enqueued it. */
function traceJobs(jobs: Jobs): Jobs {
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
