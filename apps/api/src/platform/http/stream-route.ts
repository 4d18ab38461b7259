import { Readable } from 'node:stream';
import type { Endpoint } from '@wopack/contract';
import { MINUTE_MS } from '@wopack/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Config } from '../../config/config.ts';
import type { LiveEvents } from '../live-events.ts';
import { AppError } from './app-error.ts';
import { getLimitedId, isUnlimited, networkOf } from './rate-limits.ts';
import { buildRouteOptions, type Call, getCall } from './route.ts';

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
const MAX_STREAM_DURATION_MS = 30 * MINUTE_MS;
const RETRY_MS = 2_000;
/** A slower reader is disconnected; it reconnects and reloads everything. */
const MAX_BUFFERED_BYTES = 256 * 1024;

/** Concurrent streams of a user per process: more than anyone has open tabs. */
const MAX_STREAMS_PER_USER = 20;
/** A network may be a whole office or the customers of a mobile operator. */
const MAX_STREAMS_PER_NETWORK = 500;

interface StreamDependencies {
  config: Config;
  liveEvents: LiveEvents;
}

interface OpenStream {
  openedAt: number;
  tokenId: number | null;
  isStillAllowed: FastifyRequest['isStillAllowed'];
}

/**
 * Sends server-sent events: one timer keeps all streams alive; they end with the token they were opened with, and when
 * its user's part in a business changes, whichever process changed it, and before the server closes.
 */
export function createStreamRoute(
  app: FastifyInstance,
  { config, liveEvents }: StreamDependencies,
): StreamRoute {
  const countOfUser = createConcurrencyLimiter(MAX_STREAMS_PER_USER);
  const countOfNetwork = createConcurrencyLimiter(MAX_STREAMS_PER_NETWORK);
  /** Returns a function that gives the places back. */
  const takePlace = (request: FastifyRequest): (() => void) => {
    const releaseNetwork = isUnlimited(config, request) ? () => {} : countOfNetwork(networkOf(request.ip));
    try {
      const releaseUser = request.actor ? countOfUser(getLimitedId(request.actor)) : () => {};
      return () => {
        releaseUser();
        releaseNetwork();
      };
    } catch (error) {
      releaseNetwork();
      throw error;
    }
  };
  const openStreams = new Map<Readable, OpenStream>();
  /** Ends a stream whose end may have been missed. */
  const verify = async (stream: Readable, isStillAllowed: OpenStream['isStillAllowed']): Promise<void> => {
    if (isStillAllowed && !(await isStillAllowed())) end(stream);
  };
  let isListening = false;
  function listen(): void {
    if (isListening) return;
    isListening = true;
    liveEvents.subscribe('tokens', (ended) => {
      for (const [stream, { tokenId, isStillAllowed }] of openStreams)
        if (ended === 'gap')
          // An unavailable database is a gap again once it is back.
          verify(stream, isStillAllowed).catch(() => {});
        else if (tokenId !== null && ended.includes(tokenId)) end(stream);
    });
  }
  const heartbeat = setInterval(() => {
    for (const [stream, { openedAt }] of openStreams) {
      if (performance.now() - openedAt > MAX_STREAM_DURATION_MS) end(stream);
      else push(stream, ':\n\n');
    }
  }, HEARTBEAT_MS).unref();
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    clearInterval(heartbeat);
    for (const stream of openStreams.keys()) end(stream);
  });

  return (endpoint, subscribe) => {
    app.route({
      ...buildRouteOptions(endpoint),
      handler: async (request, reply) => {
        const stream = new Readable({ read() {} });
        const sendEvent = (name: string, data: unknown) =>
          push(stream, `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
        const leavePlace = takePlace(request);
        stream.once('close', leavePlace);
        let unsubscribe: () => void;
        try {
          unsubscribe = subscribe(
            getCall(endpoint, request),
            (data) => sendEvent(endpoint.stream, data),
            sendEvent,
          );
        } catch (error) {
          stream.destroy();
          throw error;
        }
        const tokenId = request.actor?.tokenId ?? null;
        const { isStillAllowed } = request;
        openStreams.set(stream, { openedAt: performance.now(), tokenId, isStillAllowed });
        stream.once('close', () => {
          openStreams.delete(stream);
          unsubscribe();
        });
        push(stream, `retry: ${RETRY_MS}\n\n`);
        if (tokenId !== null) {
          listen();
          // The token may have ended after it was looked up and before the stream was listed.
          await verify(stream, isStillAllowed).catch((error: unknown) => {
            stream.destroy();
            throw error;
          });
        }
        // Its request arrived before; the server would wait for its end, which nothing else brings about.
        if (isClosing) end(stream);
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

/** What was sent before is still read. */
const endedStreams = new WeakSet<Readable>();

function end(stream: Readable): void {
  endedStreams.add(stream);
  stream.push(null);
}

function push(stream: Readable, text: string): void {
  if (stream.destroyed || endedStreams.has(stream)) return;
  if (stream.readableLength > MAX_BUFFERED_BYTES) stream.destroy();
  else stream.push(text);
}

/** Counts what each user, or network, does at once, and refuses one too many. Returns a function that ends the count. */
export function createConcurrencyLimiter(max: number) {
  const countByKey = new Map<number | string, number>();
  return (key: number | string): (() => void) => {
    const count = countByKey.get(key) ?? 0;
    if (count >= max) throw new AppError('tooMany', { retryAfter: 30 });
    countByKey.set(key, count + 1);
    return () => {
      const remaining = countByKey.get(key)! - 1;
      if (remaining > 0) countByKey.set(key, remaining);
      else countByKey.delete(key);
    };
  };
}
