import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import {
  type CheckRateLimit,
  createFailureCounter,
  createUseCounter,
  type FailureCounter,
  type FinishTry,
  findBodyEmail,
  isUnlimited,
  type UseCounter,
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
  const countFailures = (name: string, max: number, window: '1 minute' | '1 hour') =>
    createFailureCounter(db, name, { max, window });
  const countCodes = (name: string, max: number, window: '1 minute' | '1 hour') =>
    createUseCounter(db, name, { max, window });
  const login = {
    network: countFailures('login network', 10, '1 minute'),
    address: countFailures('login address', 30, '1 hour'),
    everywhere: countFailures('login everywhere', Number.MAX_SAFE_INTEGER, '1 hour'),
    slowed: countFailures('login slowed', 5, '1 hour'),
    deviceAtOnce: countFailures('login device at once', 10, '1 minute'),
    device: countFailures('login device', 30, '1 hour'),
  };
  // Of codes that nobody has used yet: as many as people who sign in at once behind one address.
  const code = {
    network: countCodes('code network', 100, '1 minute'),
    networkHour: countCodes('code network hour', 200, '1 hour'),
    address: countCodes('code address', 10, '1 hour'),
    device: countCodes('code device', 10, '1 hour'),
  };

  /** In one order, so that two requests never wait for each other. */
  async function enterAll(counters: readonly [FailureCounter, string][]): Promise<FinishTry> {
    const entered: FinishTry[] = [];
    const finishAll: FinishTry = (outcome) => Promise.all(entered.map((finishTry) => finishTry(outcome)));
    try {
      for (const [counter, key] of counters) entered.push(await counter.enter(key));
    } catch (error) {
      await finishAll('none');
      throw error;
    }
    return finishAll;
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
      const counters: [FailureCounter, string][] = keys.device
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
      const finishTries = await enterAll(counters);
      return async (outcome) => {
        await finishTries(outcome);
        // A code that was used was no burden.
        if (outcome !== 'success' || !usedCode) return;
        await code.network.takeBack(keys.network);
        await code.networkHour.takeBack(keys.network);
        await (keys.device ? code.device.reset(keys.device) : code.address.reset(keys.address));
      };
    },
    async sendCode(request) {
      const email = findBodyEmail(request);
      if (isUnlimited(config, request) || email === undefined) return undefined;
      const keys = await findKeys(request, email);
      const counters: [UseCounter, string][] = keys.device
        ? [[code.device, keys.device]]
        : [
            [code.network, keys.network],
            [code.networkHour, keys.network],
            [code.address, keys.address],
          ];
      for (const [counter, key] of counters) await counter.count(key);
      return undefined;
    },
  };
}
