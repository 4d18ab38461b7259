import { createHash } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import type { RateLimit } from '@wopack/contract';
import type { FastifyRequest } from 'fastify';
import { CompiledQuery } from 'kysely';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../../config/config.ts';
import type { Db } from '../db/database.ts';
import { AppError } from './app-error.ts';
import type { Actor } from './route.ts';

const WINDOW_SECONDS = { '1 minute': 60, '1 hour': 3600 };

/** Takes a count back. */
export type TakeBack = () => Promise<unknown>;

/**
 * Counts a request and throws when there are too many. What it resolves to is called when the request has succeeded:
 * a limit of failures counts before the outcome is known, so that requests sent at once do not pass it together.
 */
export type CheckRateLimit = (request: FastifyRequest, actor?: Actor | null) => Promise<TakeBack | undefined>;

/**
 * Limits shared by all processes: counted in the database, or per process while it is unavailable. Keys are hashed, so
 * the table has no addresses.
 */
export function createRateLimitFactory(
  db: Db,
  config: Config,
): (route: string, limit: RateLimit) => CheckRateLimit {
  return (route, { max, window, by = 'address', whenQueryHas, counts = 'all' }) => {
    const name = `${route} ${by} ${window}${counts === 'failures' ? ' failures' : ''}`;
    const limiter =
      counts === 'failures'
        ? createFailureLimiter(db, name, max, WINDOW_SECONDS[window])
        : createSharedLimiter(db, name, max, WINDOW_SECONDS[window]);
    return async (request, actor = null) => {
      const network = networkOf(request.ip);
      const guest = actor ? undefined : network;
      const key = { address: network, guest, user: actor?.id }[by];
      const isCounted = !whenQueryHas || Boolean((request.query as Record<string, unknown>)[whenQueryHas]);
      if (isUnlimited(config, request) || key === undefined || !isCounted) return undefined;
      await limiter.consume(hashKey(String(key))).catch(throwTooMany);
      return counts === 'failures' ? () => limiter.reward(hashKey(String(key))) : undefined;
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

/** Calls from this machine outside production are not limited. */
export const isUnlimited = ({ production }: Pick<Config, 'production'>, { ip }: FastifyRequest): boolean =>
  !production && isLoopback(ip);

/** Counts failures of all processes by any key. */
export interface FailureCounter {
  /** Counts one, and resolves to how many there have been in the window. Throws when that is more than `max`. */
  count(key: string): Promise<number>;
  takeBack(key: string): Promise<unknown>;
  getCount(key: string): Promise<number>;
  /** Forgets all of the key. */
  reset(key: string): Promise<unknown>;
}

export function createFailureCounter(
  db: Db,
  name: string,
  { max, window }: { max: number; window: RateLimit['window'] },
): FailureCounter {
  const limiter = createFailureLimiter(db, name, max, WINDOW_SECONDS[window]);
  return {
    count: async (key) => (await limiter.consume(hashKey(key)).catch(throwTooMany)).consumedPoints,
    takeBack: (key) => limiter.reward(hashKey(key)),
    getCount: async (key) => (await limiter.get(hashKey(key)))?.consumedPoints ?? 0,
    reset: (key) => limiter.delete(hashKey(key)),
  };
}

/** Not blocked in memory: counts of requests that succeed are taken back. */
const createFailureLimiter = (db: Db, name: string, points: number, seconds: number) =>
  createSharedLimiter(db, name, points, seconds, null);

function createSharedLimiter(
  db: Db,
  name: string,
  points: number,
  seconds: number,
  // A client over its limit causes no further queries.
  blockInMemoryAt: number | null = points + 1,
): RateLimiterPostgres {
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
    ...(blockInMemoryAt !== null && { inMemoryBlockOnConsumed: blockInMemoryAt }),
    insuranceLimiter: new RateLimiterMemory(limiterOptions),
  });
}

function throwTooMany(reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw reason;
  throw new AppError('tooMany', { retryAfter: Math.max(reason.msBeforeNext / 1000, 1) });
}

/** The e-mail address in a body that is not validated yet, in the form that addresses are compared by. */
export const findBodyEmail = ({ body }: FastifyRequest): string | undefined => {
  const { email } = (body ?? {}) as { email?: unknown };
  return typeof email === 'string' ? email.trim().toLowerCase() : undefined;
};

/**
 * The network that an address is counted by: of IPv6 the /64, which belongs to one customer as a whole. An
 * IPv4-mapped IPv6 address counts as the IPv4 address.
 */
export function networkOf(ip: string): string {
  const groups = parseIpv6(ip);
  if (!groups) return ip;
  return mappedIpv4(groups) ?? `${groups.slice(0, 4).join(':')}::/64`;
}

/**
 * The network around it: of IPv4 the /24, of IPv6 the /48, which hosts lease as a whole. Blurs who somebody is, and
 * bounds what one customer of many networks may do.
 */
export function wideNetworkOf(ip: string): string {
  const groups = parseIpv6(ip);
  const ipv4 = groups ? mappedIpv4(groups) : ip;
  if (ipv4) return isIPv4(ipv4) ? `${ipv4.split('.').slice(0, 3).join('.')}.0/24` : ipv4;
  return `${groups!.slice(0, 3).join(':')}::/48`;
}

function parseIpv6(ip: string): string[] | null {
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return null;
  // A URL's hostname has the address in its compressed form, without dotted parts.
  const [start = '', end] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const head = start.split(':').filter(Boolean);
  const tail = end?.split(':').filter(Boolean) ?? [];
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
}

function mappedIpv4(groups: readonly string[]): string | null {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return null;
  const words = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return words.flatMap((word) => [word >> 8, word & 255]).join('.');
}

const hashKey = (text: string): string => createHash('sha256').update(text).digest('base64url');

export const isLoopback = (ip: string): boolean =>
  ip === '::1' || ip.startsWith('127.') || ip.startsWith('::ffff:127.');
