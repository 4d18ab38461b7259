import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';

/** The account of a payee at the payment provider: of a business by its id, of a partner. Undefined: none was asked for. */
export const findPayoutAccount = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('payout_accounts')
    .select(['user_id', 'provider', 'ref', 'attempt', 'state', 'state_since', 'requirements', 'deadline'])
    .select(['disabled_reason', 'submitted_at', 'first_verified_at', 'payouts_enabled', 'transfers_enabled'])
    .select(['bank_country', 'bank_last4', 'payout_interval', 'payout_anchor', 'created_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** The account at the provider stays, with what it still has to pay. */
export const erasePayoutAccount = (trx: Trx, userId: number) =>
  trx
    .updateTable('payout_accounts')
    .set({ bank_country: null, bank_last4: null })
    .where('user_id', '=', userId)
    .execute();
