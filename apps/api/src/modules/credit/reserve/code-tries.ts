import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import {
  createFailureCounter,
  type FinishTry,
  isUnlimited,
  networkOf,
} from '../../../platform/http/rate-limits.ts';

/** So many wrong codes may be tried, of all calls that take one. A network may be that of an office. */
const MAX_OF_USER = { max: 10, window: '1 hour' } as const;
const MAX_OF_NETWORK = { max: 50, window: '1 hour' } as const;

/** Runs a try of a code, which tells whether the code was wrong, and throws when too many were. */
export type CodeTries = <T>(
  caller: { userId: number; request: FastifyRequest },
  tryCode: () => Promise<{ result: T; isWrong: boolean }>,
) => Promise<T>;

export function createCodeTries({ db, config }: Pick<Context, 'db' | 'config'>): CodeTries {
  const ofUsers = createFailureCounter(db, 'wrong codes of users', MAX_OF_USER);
  const ofNetworks = createFailureCounter(db, 'wrong codes of networks', MAX_OF_NETWORK);
  return async ({ userId, request }, tryCode) => {
    if (isUnlimited(config, request)) return (await tryCode()).result;
    const finish: FinishTry[] = [];
    let outcome: 'success' | 'failure' | 'none' = 'none';
    try {
      finish.push(await ofUsers.enter(String(userId)));
      finish.push(await ofNetworks.enter(networkOf(request.ip)));
      const { result, isWrong } = await tryCode();
      outcome = isWrong ? 'failure' : 'success';
      return result;
    } finally {
      await Promise.all(finish.map((end) => end(outcome)));
    }
  };
}
