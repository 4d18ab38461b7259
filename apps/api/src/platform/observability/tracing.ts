import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import {
  type Attributes,
  type Context,
  context,
  DiagLogLevel,
  diag,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { isTracingSuppressed, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Client } from 'pg';
import type { TracingConfig } from '../../config/outside-services.ts';
import type { Jobs } from '../jobs.ts';

export const getTracer = () => trace.getTracer('wopack');

/** A child of the active span; null when there is none, so that background activity is not traced. */
export function startChildSpan(name: string, kind: SpanKind, attributes: Attributes): Span | null {
  const activeContext = context.active();
  if (!trace.getSpan(activeContext)?.isRecording() || isTracingSuppressed(activeContext)) return null;
  return getTracer().startSpan(name, { kind, attributes }, activeContext);
}

/** Records the type of an error only: messages may quote user input. */
export function recordError(span: Span, error: unknown): void {
  const { code, name } = error as { code?: unknown; name?: string };
  span.setAttribute('error.type', String(code ?? name ?? 'error'));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

type Query = (...args: unknown[]) => unknown;

/** A child span per SQL statement. Parameter values are not traced. */
export function traceSql(): void {
  const clientPrototype = Client.prototype as unknown as { query: Query };
  const originalQuery = clientPrototype.query;
  clientPrototype.query = function traced(this: Client, ...args: unknown[]) {
    const text = getStatementText(args[0]);
    const span =
      text === null ? null : startChildSpan(getStatementVerb(text), SpanKind.CLIENT, buildAttributes(text));
    if (!span) return originalQuery.apply(this, args);
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      const activeContext = context.active();
      args[args.length - 1] = (error: unknown, ...rest: unknown[]) => {
        if (error) recordError(span, error);
        span.end();
        return context.with(activeContext, () => callback(error, ...rest) as unknown);
      };
      return originalQuery.apply(this, args);
    }
    const result = context.with(trace.setSpan(context.active(), span), () => originalQuery.apply(this, args));
    return (result as Promise<unknown>).then(
      (result) => {
        span.end();
        return result;
      },
      (error: unknown) => {
        recordError(span, error);
        span.end();
        throw error;
      },
    );
  };
}

/** Null for streams and cursors, which have no statement text. */
function getStatementText(args: unknown): string | null {
  if (typeof args === 'string') return args;
  const { text, submit } = (args ?? {}) as { text?: unknown; submit?: unknown };
  return typeof text === 'string' && submit === undefined ? text : null;
}

const getStatementVerb = (text: string) => /^\W*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL';

const buildAttributes = (text: string) => ({
  'db.system.name': 'postgresql',
  // Literals in statements are code; they are masked in case one ever is not.
  'db.query.text': text.replace(/'(?:[^']|'')*'/g, "'?'"),
});

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

/** A span per job, or batch, in a trace of its own: it may run hours after the request that enqueued it. */
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
      jobs.work(queue, (data) => wrapInSpan(queue)(() => handler(data)), options),
    workBatches: (queue, handler, options) =>
      jobs.workBatches(queue, (batch) => wrapInSpan(queue)(() => handler(batch)), options),
    schedule: (cron, queue, handler) => jobs.schedule(cron, queue, () => wrapInSpan(queue)(handler)),
  };
}

interface UndiciRequest {
  origin: string | URL;
  method: string;
}

/**
 * Child spans for outgoing requests by fetch or node:http(s): host and outcome, but not the path, which may
 * have locations, search terms and push endpoints. No headers are added to the requests.
 */
export function traceOutgoingRequests(): void {
  const spans = new WeakMap<object, Span>();
  const startSpan = (request: object, method: string, url: URL) => {
    const span = startChildSpan(`${method} ${url.hostname}`, SpanKind.CLIENT, {
      'http.request.method': method,
      'server.address': url.hostname,
      'server.port': Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
    });
    if (span) spans.set(request, span);
  };
  const recordStatus = (request: object, status: number | undefined) =>
    spans.get(request)?.setAttribute('http.response.status_code', status ?? 0);
  const endSpan = (request: object, error?: unknown) => {
    const span = spans.get(request);
    if (!span) return;
    spans.delete(request);
    if (error) recordError(span, error);
    span.end();
  };
  const subscribeTo = <T>(channel: string, listener: (message: T) => void) =>
    subscribe(channel, (message) => listener(message as T));

  subscribeTo<{ request: UndiciRequest }>('undici:request:create', ({ request }) =>
    startSpan(request, request.method, new URL(request.origin)),
  );
  subscribeTo<{ request: UndiciRequest; response: { statusCode: number } }>(
    'undici:request:headers',
    (message) => recordStatus(message.request, message.response.statusCode),
  );
  subscribeTo<{ request: UndiciRequest }>('undici:request:trailers', ({ request }) => endSpan(request));
  subscribeTo<{ request: UndiciRequest; error: unknown }>('undici:request:error', ({ request, error }) =>
    endSpan(request, error),
  );

  subscribeTo<{ request: ClientRequest }>('http.client.request.created', ({ request }) =>
    startSpan(
      request,
      request.method,
      new URL(`${request.protocol}//${request.getHeader('host') ?? request.host}`),
    ),
  );
  subscribeTo<{ request: ClientRequest; response: IncomingMessage }>(
    'http.client.response.finish',
    (message) => {
      recordStatus(message.request, message.response.statusCode);
      endSpan(message.request);
    },
  );
  subscribeTo<{ request: ClientRequest; error: unknown }>('http.client.request.error', ({ request, error }) =>
    endSpan(request, error),
  );
}

const traceContexts = new WeakMap<FastifyRequest, Context>();
const findSpan = (request: FastifyRequest): Span | undefined =>
  trace.getSpan(traceContexts.get(request) ?? ROOT_CONTEXT);

/**
 * A span per request, named by its route: paths and queries may have search terms and tokens. Log lines
 * carry the trace id. Must run before routes are declared.
 */
export function traceRequests(app: FastifyInstance, trustsProxy: boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions } = request;
    // An untrusted client must not decide what is traced.
    const parent = trustsProxy ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT;
    const span = getTracer().startSpan(
      routeOptions.url ? `${method} ${routeOptions.url}` : method,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': method,
          ...(routeOptions.url && { 'http.route': routeOptions.url }),
          'wopack.request_id': request.id,
        },
      },
      parent,
    );
    const spanContext = trace.setSpan(parent, span);
    traceContexts.set(request, spanContext);
    const { traceId } = span.spanContext();
    request.log = reply.log = request.log.child({ trace_id: traceId });
    context.with(spanContext, done);
  });
  // Body parsing resumes in the socket's async context, so the request's is restored.
  app.addHook('preValidation', (request, _reply, done) => {
    context.with(traceContexts.get(request) ?? ROOT_CONTEXT, done);
  });
  app.addHook('onError', (request, _reply, error, done) => {
    const span = findSpan(request);
    if (span) recordError(span, error);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    findSpan(request)?.setAttribute('http.response.status_code', reply.statusCode).end();
    done();
  });
}
