import type { Context } from '../../platform/context.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { hasReferrals } from './referrals/referred-users.queries.ts';

/**
 * A handler for partners, and for those who brought people before they switched the programme off: what they earned
 * stays in sight. Anybody else may not.
 */
export const requirePartner =
  <C extends { actor: Actor }, R>({ db }: Pick<Context, 'db'>, handler: (call: C) => Promise<R>) =>
  async (call: C): Promise<R> => {
    const { isPartner, id } = call.actor;
    if (!isPartner && !(await hasReferrals(db, id))) throw new AppError('notAllowed');
    return handler(call);
  };
