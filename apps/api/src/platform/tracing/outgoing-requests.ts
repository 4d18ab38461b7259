import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Span } from '@opentelemetry/api';
import { recordError, SpanKind, startChildSpan } from './span.ts';

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
