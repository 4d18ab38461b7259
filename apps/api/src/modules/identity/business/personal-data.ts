import type { PersonalDataHandler } from '../../../platform/personal-data.ts';
import { getRetentionEnd } from '../personal-data/legal-retention.rules.ts';
import { findBusiness, retainOrDeleteBusiness } from './business.queries.ts';

/** The tax identity stays locked for the legal retention: statements of those years refer to it. */
export const businessPersonalData: PersonalDataHandler = {
  export: async (db, userId) => ({ business: (await findBusiness(db, userId)) ?? null }),
  async erase(trx, userId, now) {
    await retainOrDeleteBusiness(trx, userId, getRetentionEnd(now));
    return [];
  },
};
