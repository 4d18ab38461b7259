import type { Context } from '../../platform/context.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { hasReferrals } from './referrals/referred-users.queries.ts';

/** Allows partners, and former partners with referrals, who keep access to their earnings. */
export const requirePartner =
  <C extends { actor: Actor }, R>({ db }: Pick<Context, 'db'>, handler: (call: C) => Promise<R>) =>
  async (call: C): Promise<R> => {
    const { isPartner, id } = call.actor;
    if (!isPartner && !(await hasReferrals(db, id))) throw new AppError('notAllowed');
    return handler(call);
  };
