import { createRequire, syncBuiltinESMExports } from 'node:module';
import {
  context,
  DiagLogLevel,
  diag,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { getRPCMetadata, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { MINUTE_MS } from '@wopack/domain';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { TracingConfig } from '../../config/outside-services.ts';
import type { Jobs } from '../jobs.ts';

/**
 * What is sent of a span. Paths and queries of requests may have locations, search terms and tokens; messages of errors
 * may quote what users typed.
 */
const ATTRIBUTES = new Set([
  'db.query.text',
  'db.system.name',
  'error.type',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'messaging.destination.name',
  'server.address',
  'server.port',
  'wopack.request_id',
]);

const pgInstrumentation = '@opentelemetry/instrumentation-pg';

class PrivateSpanProcessor extends BatchSpanProcessor {
  override onEnd(span: ReadableSpan): void {
    for (const key of Object.keys(span.attributes)) if (!ATTRIBUTES.has(key)) delete span.attributes[key];
    delete span.status.message;
    // Those of SQL name PostgreSQL's code only.
    if (span.instrumentationScope.name !== pgInstrumentation) span.events.length = 0;
    super.onEnd(span);
  }
}

/** A parent is accepted where a proxy is trusted; nothing is added to outgoing requests. */
class IncomingPropagator extends W3CTraceContextPropagator {
  override inject(): void {}
}

/**
 * Starts tracing of requests, jobs, SQL and outgoing requests. This file is loaded only by a dynamic import, so that
 * none of it is loaded without a receiver. An unavailable receiver never blocks requests. `metricsPort`: its requests
 * are not traced.
 */
export function startTracing(
  { url, serviceName, sampleRatio }: TracingConfig,
  { trustProxy, metricsPort }: Pick<Config, 'trustProxy' | 'metricsPort'>,
): { jobs(jobs: Jobs): Jobs; stop(): Promise<void> } {
  diag.setLogger(createThrottledLogger(), DiagLogLevel.ERROR);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) }),
    spanLimits: { attributeValueLengthLimit: 2_000 },
    spanProcessors: [new PrivateSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  if (trustProxy) propagation.setGlobalPropagator(new IncomingPropagator());
  trace.setGlobalTracerProvider(provider);
  instrument(metricsPort);
  // Flushes for at most two seconds at shutdown.
  const stop = () =>
    Promise.race([provider.shutdown(), new Promise<void>((resolve) => setTimeout(resolve, 2_000).unref())]);
  return { jobs: traceJobs, stop: () => stop().catch(() => {}) };
}

/** Outgoing requests and SQL have a span within one of a request or job only, so that polling is not traced. */
function instrument(metricsPort: number | null): void {
  new UndiciInstrumentation({ requireParentforSpans: true });
  new HttpInstrumentation({
    requireParentforOutgoingSpans: true,
    ignoreIncomingRequestHook: ({ socket }) => socket.localPort === metricsPort,
  });
  new PgInstrumentation({
    requireParentSpan: true,
    ignoreConnectSpans: true,
    requestHook: (span, { query: { text } }) => {
      span.updateName(/^\W*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL');
      // Literals in statements are code; they are masked in case one ever is not.
      span.setAttribute('db.query.text', text.replace(/'(?:[^']|'')*'/g, "'?'"));
    },
  });
  // They change a module when it is required, which the imports of ES modules are not.
  const require = createRequire(import.meta.url);
  for (const name of ['http', 'https', 'pg']) require(name);
  syncBuiltinESMExports();
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

/** A span per job, or batch, in a trace of its own: it may run hours after the request that enqueued it. */
function traceJobs(jobs: Jobs): Jobs {
  const wrapInSpan = (queue: string) => {
    const options = { kind: SpanKind.CONSUMER, attributes: { 'messaging.destination.name': queue } };
    return (runWork: () => Promise<void>) =>
      trace.getTracer('wopack').startActiveSpan(`job ${queue}`, options, ROOT_CONTEXT, async (span) => {
        try {
          await runWork();
        } catch (error) {
          const { code, name } = error as { code?: unknown; name?: string };
          span.setAttribute('error.type', String(code ?? name ?? 'error'));
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        } finally {
          span.end();
        }
      });
  };
  return {
    ...jobs,
    work: (queue, handler, options) =>
      jobs.work(queue, (data) => wrapInSpan(queue)(() => handler(data)), options),
    workBatches: (queue, handler, options) =>
      jobs.workBatches(queue, (batch) => wrapInSpan(queue)(() => handler(batch)), options),
    schedule: (cron, queue, handler) => jobs.schedule(cron, queue, () => wrapInSpan(queue)(handler)),
  };
}

/** Names the span of a request by its route, and has the trace's id in its log lines. Must run before routes are declared. */
export function nameRequestSpans(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const span = trace.getActiveSpan();
    const metadata = getRPCMetadata(context.active());
    if (metadata && request.routeOptions.url) metadata.route = request.routeOptions.url;
    if (span) {
      span.setAttribute('wopack.request_id', request.id);
      request.log = reply.log = request.log.child({ trace_id: span.spanContext().traceId });
    }
    done();
  });
}
