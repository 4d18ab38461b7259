import { type Context, context, propagation, ROOT_CONTEXT, type Span, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getTracer, recordError, SpanKind } from './span.ts';

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
