import { context, DiagLogLevel, diag, propagation, trace } from '@opentelemetry/api';
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
import { traceJobs } from './jobs.ts';
import { traceOutgoingRequests } from './outgoing-requests.ts';
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
