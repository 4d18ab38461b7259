import type { Endpoint } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import {
  createFailureCounter,
  type FinishTry,
  isUnlimited,
  networkOf,
} from '../../../platform/http/rate-limits.ts';
import type { Call } from '../../../platform/http/route.ts';

const USER_LIMITS = { max: 10, window: '1 hour' } as const;
/** Many people have one address at an employer or a mobile operator, and one of them must not keep the others out. */
const NETWORK_LIMITS = { max: 100, window: '1 hour' } as const;

/** Begins a try of a code. What it resolves to ends it: only wrong codes count. Throws `tooMany`. */
export type EnterCode = (
  call: Pick<Call<Endpoint & { auth: 'user' }>, 'actor' | 'request'>,
) => Promise<FinishTry>;

/** Wrong codes at checkout and in the account are counted together, by user and by network. */
export function createCodeTries({ db, config }: Pick<Context, 'db' | 'config'>): EnterCode {
  const byUser = createFailureCounter(db, 'codes user', USER_LIMITS);
  const byNetwork = createFailureCounter(db, 'codes network', NETWORK_LIMITS);
  return async ({ actor, request }) => {
    const finishUser = await byUser.enter(String(actor.id));
    if (isUnlimited(config, request)) return finishUser;
    let finishNetwork: FinishTry;
    try {
      finishNetwork = await byNetwork.enter(networkOf(request.ip));
    } catch (error) {
      await finishUser('none');
      throw error;
    }
    return async (outcome) => {
      await finishUser(outcome);
      await finishNetwork(outcome);
    };
  };
}
