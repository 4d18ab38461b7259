import { createHash } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import type { RateLimit } from '@wopack/contract';
import { MINUTE_MS } from '@wopack/domain';
import type { FastifyRequest } from 'fastify';
import { CompiledQuery } from 'kysely';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../../config/config.ts';
import type { Db } from '../db/database.ts';
import { normalizeEmail } from '../email-address.ts';
import { AppError } from './app-error.ts';
import type { Actor } from './route.ts';

const WINDOW_SECONDS = { '1 minute': 60, '1 hour': 3600 };

/** 'none': it was refused before anything was tried, or the server failed. */
export type Outcome = 'success' | 'failure' | 'none';

/** Ends a try, once. */
export type FinishTry = (outcome: Outcome) => Promise<unknown>;

/** Counts a request and throws when there are too many. What it resolves to is called once the outcome is known. */
export type CheckRateLimit = (
  request: FastifyRequest,
  actor?: Actor | null,
) => Promise<FinishTry | undefined>;

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
    const failures = counts === 'failures' ? createFailureCounter(db, name, { max, window }) : null;
    const limiter = failures ? null : createSharedLimiter(db, name, max, WINDOW_SECONDS[window]);
    return async (request, actor = null) => {
      const network = networkOf(request.ip);
      const guest = actor ? undefined : network;
      const key = { address: network, guest, user: actor ? getLimitedId(actor) : undefined }[by];
      const isCounted = !whenQueryHas || Boolean((request.query as Record<string, unknown>)[whenQueryHas]);
      if (isUnlimited(config, request) || key === undefined || !isCounted) return undefined;
      if (failures) return failures.enter(String(key));
      await limiter!.consume(hashKey(String(key))).catch(throwTooMany);
      return undefined;
    };
  };
}

/** A counter device has limits of its own, by the negative id of its session: `id` is that of the whole business. */
export const getLimitedId = ({ id, tokenId, device }: Actor): number => (device === null ? id : tokenId);

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

interface CounterLimit {
  max: number;
  window: RateLimit['window'];
}

/** Counts failures of all processes by any key. */
export interface FailureCounter {
  /**
   * Begins a try: waits while so many are under way that the limit would be passed if all of them failed, because
   * successes do not count, and throws when that many have failed.
   */
  enter(key: string): Promise<FinishTry>;
  getCount(key: string): Promise<number>;
}

/** Tries of one key in this process. */
interface Tries {
  running: number;
  finished: number;
  /** How many have not begun, with those that wait for another to end. */
  entering: number;
  waiting: (() => void)[];
}

/** Many users of one network may try at once, and a busy server derives four passwords a second. */
const MAX_WAIT_MS = 25_000;
const MAX_WAITING_TRIES = 200;

/**
 * Tries at other processes are not waited for: `max` more may fail at each of them, once, before the count is seen.
 */
export function createFailureCounter(db: Db, name: string, { max, window }: CounterLimit): FailureCounter {
  const limiter = createUnblockedLimiter(db, name, max, WINDOW_SECONDS[window]);
  const triesByKey = new Map<string, Tries>();
  const throwBusy = () => {
    throw new AppError('tooMany', { retryAfter: 1 });
  };

  async function waitForEnd(tries: Tries, signal: AbortSignal): Promise<void> {
    if (signal.aborted || tries.waiting.length >= MAX_WAITING_TRIES) throwBusy();
    const ended = Promise.withResolvers<void>();
    tries.waiting.push(ended.resolve);
    signal.addEventListener('abort', () => ended.resolve(), { once: true });
    await ended.promise;
    tries.waiting = tries.waiting.filter((resolve) => resolve !== ended.resolve);
  }

  /** Its turn is taken at once: others ask at the same moment, where the count is in memory. */
  async function takeTurn(tries: Tries, key: string): Promise<void> {
    const signal = AbortSignal.timeout(MAX_WAIT_MS);
    for (;;) {
      const { finished } = tries;
      const counted = await limiter.get(key);
      // One that ended meanwhile may be in the count or not.
      if (finished !== tries.finished) continue;
      const failures = counted?.consumedPoints ?? 0;
      if (failures + tries.running < max) {
        tries.running++;
        return;
      }
      if (tries.running === 0) throwTooMany(counted);
      await waitForEnd(tries, signal);
    }
  }

  return {
    async enter(plainKey) {
      const key = hashKey(plainKey);
      const tries = triesByKey.getOrInsertComputed(key, () => ({
        running: 0,
        finished: 0,
        entering: 0,
        waiting: [],
      }));
      const leave = () => {
        tries.waiting.shift()?.();
        if (tries.running + tries.entering === 0) triesByKey.delete(key);
      };
      tries.entering++;
      try {
        await takeTurn(tries, key);
        tries.entering--;
      } catch (error) {
        tries.entering--;
        leave();
        throw error;
      }
      return async (outcome) => {
        try {
          if (outcome === 'failure') await limiter.penalty(key);
        } finally {
          tries.running--;
          tries.finished++;
          leave();
        }
      };
    },
    getCount: async (key) => (await limiter.get(hashKey(key)))?.consumedPoints ?? 0,
  };
}

/** Counts, over all processes, what is taken back when it turns out to be of use. */
export interface UseCounter {
  /** Throws when there are more than `max`. */
  count(key: string): Promise<void>;
  takeBack(key: string): Promise<unknown>;
  /** Forgets all of the key. */
  reset(key: string): Promise<unknown>;
}

export function createUseCounter(db: Db, name: string, { max, window }: CounterLimit): UseCounter {
  const limiter = createUnblockedLimiter(db, name, max, WINDOW_SECONDS[window]);
  return {
    async count(plainKey) {
      const key = hashKey(plainKey);
      await limiter.consume(key).catch(async (reason: unknown) => {
        // What was refused must not stand against what is of use.
        if (reason instanceof RateLimiterRes) await limiter.reward(key);
        throwTooMany(reason);
      });
    },
    takeBack: (key) => limiter.reward(hashKey(key)),
    reset: (key) => limiter.delete(hashKey(key)),
  };
}

/** Not blocked in memory: counts of all processes are taken back. */
const createUnblockedLimiter = (db: Db, name: string, points: number, seconds: number) =>
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
  throw createTooManyError(reason.msBeforeNext);
}

/** A wait that is longer than a moment is named. */
export const createTooManyError = (waitMs: number): AppError =>
  new AppError('tooMany', {
    retryAfter: Math.max(waitMs / 1000, 1),
    ...(waitMs > 2 * MINUTE_MS && {
      message: 'error.tooManyMinutes',
      values: { minutes: Math.ceil(waitMs / MINUTE_MS) },
    }),
  });

/** The e-mail address in a body that is not validated yet, in the form that addresses are compared by. */
export const findBodyEmail = ({ body }: FastifyRequest): string | undefined => {
  const { email } = (body ?? {}) as { email?: unknown };
  return typeof email === 'string' ? normalizeEmail(email) : undefined;
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
