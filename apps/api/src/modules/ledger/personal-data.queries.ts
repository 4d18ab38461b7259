import { formatCents } from '@wopack/domain';
import type { Selectable } from 'kysely';
import type { Database, DbOrTrx } from '../../platform/db/database.ts';
import type { PersonalDataHandler } from '../../platform/personal-data.ts';
import { getRetentionEnd } from '../identity/index.ts';
import { formatAccount } from './accounts.ts';
import {
  deletePayoutDetails,
  findPayoutDetails,
  retainPayoutDetailsUntil,
} from './payouts/payout-details.queries.ts';
import { listPayoutsOfUser } from './payouts/payouts.queries.ts';

/** Entries of a user's accounts of any role. */
const selectEntriesOfUser = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
    .where('ledger_accounts.user_id', '=', userId);

const SOURCE_COLUMNS = [
  ...(['payment_id', 'order_id', 'refunded_total_cents', 'partial_refund_id', 'dispute_id'] as const),
  ...(['dispute_posting_number', 'payout_id', 'statement_id', 'partner_id', 'credit_month', 'note'] as const),
] as const;
type SourceColumns = Pick<
  Selectable<Database['ledger_transactions']>,
  'kind' | (typeof SOURCE_COLUMNS)[number]
>;

/** What a transaction on a user's account is about, e.g. 'payment:31' or 'order:12:150'. */
function formatReference(t: SourceColumns): string {
  switch (t.kind) {
    case 'payment':
    case 'sale':
      return `payment:${t.payment_id}`;
    case 'refund':
      return t.partial_refund_id ? `partial_refund:${t.partial_refund_id}` : `payment:${t.payment_id}`;
    case 'cancellation':
    case 'order_refund':
      return `order:${t.order_id}`;
    case 'partial_refund':
      return `order:${t.order_id}:${t.refunded_total_cents}`;
    case 'dispute':
      return `dispute:${t.dispute_id}:${t.dispute_posting_number}`;
    case 'payout':
    case 'payout_confirmed':
    case 'payout_returned':
      return `payout:${t.payout_id}`;
    case 'commission_vat':
      return `statement:${t.statement_id}`;
    case 'affiliate_credit':
      return `partner:${t.partner_id}:${t.credit_month!.slice(0, 7)}`;
    case 'adjustment':
      return t.note!;
  }
}

export const ledgerPersonalData: PersonalDataHandler = {
  async export(db, userId) {
    const rows = await selectEntriesOfUser(db, userId)
      .innerJoin('ledger_transactions', 'ledger_transactions.id', 'ledger_entries.transaction_id')
      .select(['account_kind', 'user_id', 'kind', 'amount_cents', 'created_at', ...SOURCE_COLUMNS])
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
      ledger: rows.map((row) => ({
        kind: row.kind,
        reference: formatReference(row),
        amount_cents: row.amount_cents,
        account: formatAccount(row),
        created_at: row.created_at.toISOString(),
      })),
    };
  },
  async listDeletionBlockers(db, userId, language) {
    const rows = await selectEntriesOfUser(db, userId)
      .select(({ fn }) => fn.sum<string>('amount_cents').as('cents'))
      .groupBy('ledger_accounts.id')
      .having(({ eb, fn }) => eb(fn.sum('amount_cents'), '!=', 0))
      .execute();
    const cents = rows.reduce((sum, row) => sum + Math.abs(Number(row.cents)), 0);
    return cents ? [{ name: 'money', detail: formatCents(cents, language) }] : [];
  },
  /** Payout details are retained with the tax identity: the yearly report of sellers names both. */
  async erase(trx, userId, now) {
    const firstEarning = await selectEntriesOfUser(trx, userId)
      .select('ledger_entries.id')
      .where('ledger_accounts.account_kind', '!=', 'buyer')
      .limit(1)
      .executeTakeFirst();
    await (firstEarning
      ? retainPayoutDetailsUntil(trx, userId, getRetentionEnd(now))
      : deletePayoutDetails(trx, userId));
    return [];
  },
};
