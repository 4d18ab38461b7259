import { formatCents } from '@wopack/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/db/database.ts';
import type { PersonalDataHandler } from '../../platform/personal-data.ts';
import { getRetentionEnd } from '../identity/index.ts';
import {
  deletePayoutDetails,
  findPayoutDetails,
  listPayoutsOfUser,
  retainPayoutDetailsUntil,
} from './payouts/payout-details.queries.ts';

/** Entries of a user's accounts of any role: 'seller:7', 'buyer:7'. */
const selectEntriesOfUser = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
    .where(sql<boolean>`ledger_accounts.code ~ ${`^[a-z_]+:${userId}$`}`);

export const ledgerPersonalData: PersonalDataHandler = {
  async export(db, userId) {
    const rows = await selectEntriesOfUser(db, userId)
      .innerJoin('ledger_transactions', 'ledger_transactions.id', 'ledger_entries.transaction_id')
      .select(['ledger_accounts.code', 'ledger_transactions.kind', 'ledger_transactions.reference'])
      .select(['ledger_entries.amount_cents', 'ledger_transactions.created_at'])
      .orderBy('ledger_entries.id')
      .execute();
    const details = await findPayoutDetails(db, userId);
    const payouts = await listPayoutsOfUser(db, userId);
    return {
      payout_details: details
        ? {
            iban: details.iban,
            holder: details.holder,
            updated_at: details.updated_at.toISOString(),
            held_until: details.held_until?.toISOString() ?? null,
          }
        : null,
      payouts: payouts.map((payout) => ({ ...payout, changed_at: payout.changed_at.toISOString() })),
      ledger: rows.map(({ code, created_at, ...row }) => ({
        ...row,
        account: code,
        created_at: created_at.toISOString(),
      })),
    };
  },
  async listDeletionBlockers(db, userId, language) {
    const rows = await selectEntriesOfUser(db, userId)
      .select(({ fn }) => fn.sum<string>('amount_cents').as('cents'))
      .groupBy('ledger_accounts.code')
      .having(({ eb, fn }) => eb(fn.sum('amount_cents'), '!=', 0))
      .execute();
    const cents = rows.reduce((sum, row) => sum + Math.abs(Number(row.cents)), 0);
    return cents ? [{ name: 'money', detail: formatCents(cents, language) }] : [];
  },
  /** Payout details are retained with the tax identity: the yearly report of sellers names both. */
  async erase(trx, userId, now) {
    const firstEarning = await selectEntriesOfUser(trx, userId)
      .select('ledger_entries.id')
      .where('ledger_accounts.code', 'not like', 'buyer:%')
      .limit(1)
      .executeTakeFirst();
    await (firstEarning
      ? retainPayoutDetailsUntil(trx, userId, getRetentionEnd(now))
      : deletePayoutDetails(trx, userId));
    return [];
  },
};
