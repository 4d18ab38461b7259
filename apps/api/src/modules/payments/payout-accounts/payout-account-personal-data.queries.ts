import type { PersonalDataHandler } from '../../../platform/personal-data.ts';
import {
  eraseFormerPayoutAccount,
  erasePayoutAccount,
  findPayoutAccount,
} from './payout-accounts.queries.ts';

/** Apart from that of payments, because these rows are locked before orders. */
export const payoutAccountPersonalData: PersonalDataHandler = {
  async export(db, { id, businessIds }) {
    const account = businessIds.includes(id) ? await findPayoutAccount(db, id) : undefined;
    return {
      payout_account: account
        ? {
            provider: account.provider,
            ref: account.ref,
            state: account.state,
            bank_last4: account.bank_last4,
            bank_holder: account.bank_holder,
            created_at: account.created_at.toISOString(),
          }
        : null,
    };
  },
  async erase(trx, { id: userId, businessIds }) {
    await eraseFormerPayoutAccount(trx, userId);
    for (const id of [...businessIds].sort((a, b) => a - b)) await erasePayoutAccount(trx, id);
    return [];
  },
};
