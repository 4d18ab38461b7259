import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import {
  type CheckRateLimit,
  createFailureCounter,
  type FailureCounter,
  findBodyEmail,
  isUnlimited,
  type TakeBack,
} from '../../../platform/http/rate-limits.ts';
import { findSignInSource } from './recognised-devices.ts';

/** Failed sign-ins of one e-mail address within an hour, from all networks, that make it slower for each of them. */
const MANY_FAILURES = 100;

/**
 * Limits of sign-ins and of codes for one e-mail address. What strangers do on other networks never uses up what the
 * owner of the address has: each network has tries of its own, and so has each device that signed in to the account
 * before. Many failures from anywhere leave fewer tries to each wide network, but always some.
 * docs/decisions/0058-signing-in-under-attack.md has the sums.
 */
export function createSignInLimits(context: Context): { login: CheckRateLimit; sendCode: CheckRateLimit } {
  const { db, config } = context;
  const createCounter = (name: string, max: number, window: '1 minute' | '1 hour') =>
    createFailureCounter(db, name, { max, window });
  const login = {
    network: createCounter('login network', 10, '1 minute'),
    address: createCounter('login address', 30, '1 hour'),
    everywhere: createCounter('login everywhere', Number.MAX_SAFE_INTEGER, '1 hour'),
    slowed: createCounter('login slowed', 5, '1 hour'),
    deviceAtOnce: createCounter('login device at once', 10, '1 minute'),
    device: createCounter('login device', 30, '1 hour'),
  };
  const code = {
    network: createCounter('code network', 30, '1 minute'),
    networkHour: createCounter('code network hour', 100, '1 hour'),
    address: createCounter('code address', 10, '1 hour'),
    device: createCounter('code device', 10, '1 hour'),
  };

  /** Counts by several counters; the result takes all of it back. */
  async function countAll(counts: readonly [FailureCounter, string][]): Promise<TakeBack> {
    for (const [counter, key] of counts) await counter.count(key);
    return () => Promise.all(counts.map(([counter, key]) => counter.takeBack(key)));
  }

  const findKeys = async (request: FastifyRequest, email: string) => {
    const { network, wideNetwork, recognisedDevice } = await findSignInSource(context, request);
    return {
      network,
      address: `${email} ${network}`,
      wide: `${email} ${wideNetwork}`,
      device: recognisedDevice && `${email} ${recognisedDevice.toString('base64url')}`,
    };
  };

  return {
    async login(request) {
      const email = findBodyEmail(request);
      if (isUnlimited(config, request) || email === undefined) return undefined;
      const keys = await findKeys(request, email);
      const { code: usedCode } = request.body as { code?: unknown };
      const counts: [FailureCounter, string][] = keys.device
        ? [
            [login.deviceAtOnce, keys.device],
            [login.device, keys.device],
          ]
        : [
            [login.network, keys.network],
            [login.address, keys.address],
            ...((await login.everywhere.getCount(email)) >= MANY_FAILURES
              ? ([[login.slowed, keys.wide]] as [FailureCounter, string][])
              : []),
            [login.everywhere, email],
          ];
      const takeBack = await countAll(counts);
      return async () => {
        await takeBack();
        // A code that was used was no burden.
        if (!usedCode) return;
        await code.network.takeBack(keys.network);
        await code.networkHour.takeBack(keys.network);
        await (keys.device ? code.device.reset(keys.device) : code.address.reset(keys.address));
      };
    },
    async sendCode(request) {
      const email = findBodyEmail(request);
      if (isUnlimited(config, request) || email === undefined) return undefined;
      const keys = await findKeys(request, email);
      await countAll(
        keys.device
          ? [[code.device, keys.device]]
          : [
              [code.network, keys.network],
              [code.networkHour, keys.network],
              [code.address, keys.address],
            ],
      );
      return undefined;
    },
  };
}
