import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Span } from '@opentelemetry/api';
import { fail, SpanKind, spanWithin } from './span.ts';

interface Fetched {
  origin: string | URL;
  method: string;
}

/**
 * What is asked of others, by fetch or node:http(s), becomes a part of the call or work that asks: whom and with what
 * success, never which path, which may hold places, words and the address of somebody's browser. Nothing is added to
 * what they are sent.
 */
export function traceOutgoing(): void {
  const spans = new WeakMap<object, Span>();
  const begin = (request: object, method: string, url: URL) => {
    const span = spanWithin(`${method} ${url.hostname}`, SpanKind.CLIENT, {
      'http.request.method': method,
      'server.address': url.hostname,
      'server.port': Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
    });
    if (span) spans.set(request, span);
  };
  const answered = (request: object, status: number | undefined) =>
    spans.get(request)?.setAttribute('http.response.status_code', status ?? 0);
  const end = (request: object, error?: unknown) => {
    const span = spans.get(request);
    if (!span) return;
    spans.delete(request);
    if (error) fail(span, error);
    span.end();
  };
  const on = <T>(channel: string, listener: (message: T) => void) =>
    subscribe(channel, (message) => listener(message as T));

  on<{ request: Fetched }>('undici:request:create', ({ request }) =>
    begin(request, request.method, new URL(request.origin)),
  );
  on<{ request: Fetched; response: { statusCode: number } }>('undici:request:headers', (message) =>
    answered(message.request, message.response.statusCode),
  );
  on<{ request: Fetched }>('undici:request:trailers', ({ request }) => end(request));
  on<{ request: Fetched; error: unknown }>('undici:request:error', ({ request, error }) =>
    end(request, error),
  );

  on<{ request: ClientRequest }>('http.client.request.created', ({ request }) =>
    begin(
      request,
      request.method,
      new URL(`${request.protocol}//${request.getHeader('host') ?? request.host}`),
    ),
  );
  on<{ request: ClientRequest; response: IncomingMessage }>('http.client.response.finish', (message) => {
    answered(message.request, message.response.statusCode);
    end(message.request);
  });
  on<{ request: ClientRequest; error: unknown }>('http.client.request.error', ({ request, error }) =>
    end(request, error),
  );
}
