import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { RateLimit } from '@wopack/contract';
import type { FastifyRequest } from 'fastify';
import { CompiledQuery } from 'kysely';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../../config/config.ts';
import type { Db } from '../db/database.ts';
import { AppError } from './app-error.ts';
import type { Actor } from './route.ts';

const WINDOW_SECONDS = { '1 minute': 60, '1 hour': 3600 };

/** Counts a request and throws when there are too many. */
export type CheckRateLimit = (request: FastifyRequest, actor?: Actor | null) => Promise<void>;

/**
 * Limits shared by all processes: counted in the database, or per process while it is unavailable. Keys are hashed, so
 * the table has no addresses.
 */
export function createRateLimitFactory(
  db: Db,
  config: Config,
): (route: string, limit: RateLimit) => CheckRateLimit {
  return (route, { max, window, by = 'address', whenQueryHas }) => {
    const limiter = createSharedLimiter(db, `${route} ${by} ${window}`, max, WINDOW_SECONDS[window]);
    return async (request, actor = null) => {
      const network = networkOf(request.ip);
      const guest = actor ? undefined : network;
      const key = { address: network, guest, user: actor?.id, email: findBodyEmail(request) }[by];
      // Calls from this machine outside production are not limited.
      const isExempt = !config.production && isLoopback(request.ip);
      const isCounted = !whenQueryHas || Boolean((request.query as Record<string, unknown>)[whenQueryHas]);
      if (isExempt || key === undefined || !isCounted) return;
      await limiter.consume(hashKey(String(key))).catch(throwTooMany);
    };
  };
}

/** Limits an action of all processes to `perSecond`. The function returns whether it is allowed now. */
export function createSharedThrottle(db: Db, name: string, perSecond: number): () => Promise<boolean> {
  const limiter = createSharedLimiter(db, name, perSecond, 1);
  return () =>
    limiter.consume('all').then(
      () => true,
      () => false,
    );
}

function createSharedLimiter(db: Db, name: string, points: number, seconds: number): RateLimiterPostgres {
  const limiterOptions = { keyPrefix: name, points, duration: seconds };
  return new RateLimiterPostgres({
    ...limiterOptions,
    storeClient: {
      query: ({ text, values }: { text: string; values: unknown[] }) =>
        db.executeQuery(CompiledQuery.raw(text, values)),
    },
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    // A client over its limit causes no further queries.
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: new RateLimiterMemory(limiterOptions),
  });
}

function throwTooMany(reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw reason;
  throw new AppError('tooMany', { retryAfter: Math.max(reason.msBeforeNext / 1000, 1) });
}

const findBodyEmail = ({ body }: FastifyRequest): string | undefined => {
  const { email } = (body ?? {}) as { email?: unknown };
  return typeof email === 'string' ? email.trim().toLowerCase() : undefined;
};

/**
 * The network that an address is counted by: of IPv6 the /64, which belongs to one customer as a whole. An
 * IPv4-mapped IPv6 address counts as the IPv4 address.
 */
export function networkOf(ip: string): string {
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return ip;
  // A URL's hostname has the address in its compressed form, without dotted parts.
  const [start = '', end] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const head = start.split(':').filter(Boolean);
  const tail = end?.split(':').filter(Boolean) ?? [];
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') {
    const words = groups.slice(6).map((group) => Number.parseInt(group, 16));
    return words.flatMap((word) => [word >> 8, word & 255]).join('.');
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}

const hashKey = (text: string): string => createHash('sha256').update(text).digest('base64url');

export const isLoopback = (ip: string): boolean =>
  ip === '::1' || ip.startsWith('127.') || ip.startsWith('::ffff:127.');
