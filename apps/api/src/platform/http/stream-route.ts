import { Readable } from 'node:stream';
import type { Endpoint } from '@wopack/contract';
import type { FastifyInstance } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { AppError } from './app-error.ts';
import { buildRouteOptions, type Call, getCall } from './route.ts';

/** Sends one event. */
type Send<E extends Endpoint> = (data: Static<E['reply']>) => void;

/** Sends an event of another name of the endpoint. */
type SendEvent<E extends Endpoint> = <N extends keyof Events<E> & string>(
  name: N,
  data: Static<Events<E>[N]>,
) => void;

type Events<E extends Endpoint> = E['events'] extends Record<string, TSchema> ? E['events'] : never;

/** Pairs an endpoint with the source of its events; `subscribe` returns how to unsubscribe, and refuses by throwing. */
export type StreamRoute = <E extends Endpoint>(
  endpoint: E & { stream: string },
  subscribe: (call: Call<E>, send: Send<E>, sendEvent: SendEvent<E>) => () => void,
) => void;

/** Shorter than the idle timeout of proxies. */
const HEARTBEAT_MS = 25_000;
/** Then the browser reconnects, and the token is verified again. */
const MAX_STREAM_DURATION_MS = 30 * 60_000;
const RETRY_MS = 2_000;
/** A slower reader is disconnected; it reconnects and reloads everything. */
const MAX_BUFFERED_BYTES = 256 * 1024;

/** Sends server-sent events: one timer keeps all streams alive; they end before the server closes. */
export function createStreamRoute(app: FastifyInstance): StreamRoute {
  const openStreams = new Map<Readable, number>();
  const heartbeat = setInterval(() => {
    for (const [stream, openedAt] of openStreams) {
      if (performance.now() - openedAt > MAX_STREAM_DURATION_MS) stream.push(null);
      else push(stream, ':\n\n');
    }
  }, HEARTBEAT_MS).unref();
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    clearInterval(heartbeat);
    for (const stream of openStreams.keys()) stream.push(null);
  });

  return (endpoint, subscribe) => {
    app.route({
      ...buildRouteOptions(endpoint),
      handler: async (request, reply) => {
        const stream = new Readable({ read() {} });
        const sendEvent = (name: string, data: unknown) =>
          push(stream, `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
        const unsubscribe = subscribe(
          getCall(endpoint, request),
          (data) => sendEvent(endpoint.stream, data),
          sendEvent,
        );
        openStreams.set(stream, performance.now());
        stream.once('close', () => {
          openStreams.delete(stream);
          unsubscribe();
        });
        push(stream, `retry: ${RETRY_MS}\n\n`);
        // Its request arrived before; the server would wait for its end, which nothing else brings about.
        if (isClosing) stream.push(null);
        return reply
          .headers({
            'content-type': 'text/event-stream; charset=utf-8',
            'cache-control': 'no-store',
            'x-accel-buffering': 'no',
          })
          .send(stream);
      },
    });
  };
}

function push(stream: Readable, text: string): void {
  if (stream.destroyed || stream.readableEnded) return;
  if (stream.readableLength > MAX_BUFFERED_BYTES) stream.destroy();
  else stream.push(text);
}

/** Concurrent streams of a user per process: more than anyone has open tabs. */
const MAX_STREAMS_PER_USER = 20;

/** Counts a user's open streams and refuses one too many. Returns a function that ends the count. */
export function createStreamLimiter(max = MAX_STREAMS_PER_USER) {
  const openStreamsByUser = new Map<number, number>();
  return (userId: number): (() => void) => {
    const openCount = openStreamsByUser.get(userId) ?? 0;
    if (openCount >= max) throw new AppError('tooMany', { retryAfter: 30 });
    openStreamsByUser.set(userId, openCount + 1);
    return () => {
      const remaining = openStreamsByUser.get(userId)! - 1;
      if (remaining > 0) openStreamsByUser.set(userId, remaining);
      else openStreamsByUser.delete(userId);
    };
  };
}
