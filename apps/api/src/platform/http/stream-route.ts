import { Readable } from 'node:stream';
import type { Endpoint } from '@wopack/contract';
import type { FastifyInstance } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { buildRouteOptions, type Call, getCall } from './route.ts';

/** Sends one event. */
type Send<E extends Endpoint> = (data: Static<E['reply']>) => void;

/** Sends one of its further events. */
type SendEvent<E extends Endpoint> = <N extends keyof Events<E> & string>(
  name: N,
  data: Static<Events<E>[N]>,
) => void;

type Events<E extends Endpoint> = E['events'] extends Record<string, TSchema> ? E['events'] : never;

/** Pairs an endpoint with what feeds its stream; `open` answers how to stop feeding it, or refuses by throwing. */
export type StreamRoute = <E extends Endpoint>(
  endpoint: E & { stream: string },
  subscribe: (call: Call<E>, send: Send<E>, sendEvent: SendEvent<E>) => () => void,
) => void;

/** Shorter than the time after which proxies give up on a silent connection. */
const HEARTBEAT_MS = 25_000;
/** Then the browser asks again, and the token is looked at again. */
const MAX_STREAM_DURATION_MS = 30 * 60_000;
const RETRY_MS = 2_000;
/** Of a reader that does not keep up; it comes back and gets everything anew. */
const MAX_BUFFERED_BYTES = 256 * 1024;

/** Answers as server-sent events: kept alive by one clock for all, ended before the server closes. */
export function createStreamRoute(app: FastifyInstance): StreamRoute {
  const openStreams = new Map<Readable, number>();
  const heartbeat = setInterval(() => {
    for (const [stream, openedAt] of openStreams) {
      if (performance.now() - openedAt > MAX_STREAM_DURATION_MS) stream.push(null);
      else push(stream, ':\n\n');
    }
  }, HEARTBEAT_MS).unref();
  app.addHook('preClose', async () => {
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
