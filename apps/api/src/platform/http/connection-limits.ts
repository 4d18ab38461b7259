import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';
import { type Arrival, findDisplaced } from './arrivals.ts';
import { wideNetworkOf } from './rate-limits.ts';

/**
 * Requests of one connection that are under way. Neither browsers nor proxies send a further one before the answer; Node
 * would begin with a thousand at once, and keep their answers in memory for somebody who does not read them.
 */
const MAX_REQUESTS_PER_CONNECTION = 8;

/**
 * Bodies that arrive at once at one process, but for uploads, which are files: each takes up to 256 KB of memory. Those of
 * honest clients are there within milliseconds. Beyond this number the oldest one of the wide network that has most of
 * them makes room.
 */
const MAX_ARRIVING_BODIES = 256;

export function limitConnections(app: FastifyInstance): void {
  const countBySocket = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const count = countBySocket.get(socket) ?? 0;
    if (count >= MAX_REQUESTS_PER_CONNECTION) return void socket.destroy();
    countBySocket.set(socket, count + 1);
    reply.raw.once('close', () => countBySocket.set(socket, countBySocket.get(socket)! - 1));
    done();
  });

  const arriving = new Set<ArrivingBody>();
  app.addHook('preParsing', ({ raw, ip, headers }, reply, payload, done) => {
    // Uploads are counted by who receives them.
    if (!hasBody(raw) || headers['content-type']?.startsWith('multipart/')) return done(null, payload);
    const network = wideNetworkOf(ip);
    if (arriving.size >= MAX_ARRIVING_BODIES) {
      const displaced = findDisplaced([...arriving], network, ({ startedAt }) => startedAt);
      if (!displaced) return done(new AppError('serviceDown', { retryAfter: 5 }));
      arriving.delete(displaced);
      displaced.request.destroy();
    }
    const body = { network, startedAt: performance.now(), request: raw };
    arriving.add(body);
    const leave = () => arriving.delete(body);
    raw.once('end', leave).once('close', leave);
    // Of a body that is refused nothing is kept.
    reply.raw.once('finish', leave).once('close', leave);
    done(null, payload);
  });
}

interface ArrivingBody extends Arrival {
  startedAt: number;
  request: IncomingMessage;
}

/** One that is not there yet. */
const hasBody = ({ headers, complete }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0);
