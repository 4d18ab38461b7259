import type { Keeper } from '../../platform/keeper.ts';
import { findBusiness, lockBusiness } from './business.queries.ts';
import { lockedUntil } from './legal-term.rules.ts';

/** The tax identity stays locked for the legal term: the books of those years name it. */
export const businessKeeper: Keeper = {
  export: async (db, userId) => ({ business: (await findBusiness(db, userId)) ?? null }),
  async erase(trx, userId, now) {
    await lockBusiness(trx, userId, lockedUntil(now));
    return [];
  },
};
