import { formatCents } from '@wopack/domain';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { deleteInBatches, readBatches, updateInBatches } from '../../platform/db/batches.ts';
import type { Database, Db, DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { DataSubject, PersonalDataHandler } from '../../platform/personal-data.ts';
import { getRetentionEnd } from '../identity/index.ts';
import { formatAccount } from './accounts.ts';
import { listInvoicesOfSubject } from './commission-invoices/commission-invoices.queries.ts';
import { findPayoutDetails, isFormerAccount, listPayoutsOfUser } from './payouts/payouts.queries.ts';

/** A business has the seller's account by its id, and the person who founded it the others. */
const isAccountOf = (alias: string, { id, businessIds }: DataSubject) =>
  sql<SqlBool>`((${sql.ref(`${alias}.user_id`)} = ${id} and ${sql.ref(`${alias}.account_kind`)} not in ('seller', 'seller_at_provider'))
    or (${sql.ref(`${alias}.user_id`)} = any(${businessIds}::int[]) and ${sql.ref(`${alias}.account_kind`)} in ('seller', 'seller_at_provider')))`;

/** Entries of a person's accounts of any role, and of their businesses. */
const selectEntriesOf = (db: DbOrTrx, subject: DataSubject) =>
  db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
    .where(isAccountOf('ledger_accounts', subject));

const SOURCE_COLUMNS = [
  'payment_id',
  'order_id',
  'refunded_total_cents',
  'dispute_id',
  'refund_transfer_id',
  'refund_posting_number',
  'dispute_posting_number',
  'payout_id',
  'statement_id',
  'partner_id',
  'credit_month',
  'note',
  'provider_transfer_id',
  'provider_payout_id',
  'provider_payout_posting_number',
  'credit_grant_id',
  'credit_end_number',
  'restorations',
] as const;
type SourceColumns = Pick<
  Selectable<Database['ledger_transactions']>,
  'kind' | (typeof SOURCE_COLUMNS)[number]
>;

/** A sale may be taken back again after it was restored: each time has a name of its own. */
const formatRestored = (reference: string, { restorations }: Pick<SourceColumns, 'restorations'>): string =>
  restorations > 0 ? `${reference}:again:${restorations}` : reference;

/** What a transaction on a user's account is about, e.g. 'payment:31' or 'order:12:150'. */
function formatReference(t: SourceColumns): string {
  switch (t.kind) {
    case 'payment':
    case 'sale':
      return `payment:${t.payment_id}`;
    case 'refund':
    case 'refund_failed':
      return `refund:${t.refund_transfer_id}:${t.refund_posting_number}`;
    case 'cancellation':
    case 'order_refund':
      return formatRestored(`order:${t.order_id}`, t);
    case 'sale_restored':
      return `order:${t.order_id}:restored:${t.restorations}`;
    case 'partial_refund':
      return formatRestored(`order:${t.order_id}:${t.refunded_total_cents}`, t);
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
    case 'transfer':
    case 'transfer_reversal':
      return `transfer:${t.provider_transfer_id}`;
    case 'provider_payout':
      return `provider_payout:${t.provider_payout_id}:${t.provider_payout_posting_number}`;
    case 'credit_grant':
      return `credit:${t.credit_grant_id}`;
    case 'credit_end':
      return `credit:${t.credit_grant_id}:${t.credit_end_number}`;
    case 'adjustment':
      return t.note!;
  }
}

/** The next entries of each account by its index, merged: no index has all accounts of a user in order. */
const readEntries = (db: DbOrTrx, subject: DataSubject) => (last: { id: number } | null, limit: number) =>
  db
    .selectFrom('ledger_accounts as account')
    .innerJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('ledger_entries')
          .select(['ledger_entries.id', 'transaction_id', 'amount_cents'])
          .whereRef('ledger_entries.account_id', '=', 'account.id')
          .$if(last !== null, (query) => query.where('ledger_entries.id', '>', last!.id))
          .orderBy('ledger_entries.id')
          .limit(limit)
          .as('entry'),
      (join) => join.onTrue(),
    )
    .innerJoin('ledger_transactions', 'ledger_transactions.id', 'entry.transaction_id')
    .select(['entry.id', 'entry.amount_cents', 'account.account_kind', 'account.user_id'])
    .select(['ledger_transactions.kind', 'ledger_transactions.created_at'])
    .select(SOURCE_COLUMNS)
    .where(isAccountOf('account', subject))
    .orderBy('entry.id')
    .limit(limit)
    .execute();

async function* exportEntries(db: DbOrTrx, subject: DataSubject) {
  for await (const rows of readBatches(readEntries(db, subject)))
    yield rows.map((row) => ({
      kind: row.kind,
      reference: formatReference(row),
      amount_cents: row.amount_cents,
      account: formatAccount(row),
      created_at: row.created_at.toISOString(),
    }));
}

/**
 * For users without earnings; of others the payout details are locked until the end of the legal retention.
 */
const deletePayoutDetails = (trx: Trx, userId: number) =>
  trx.deleteFrom('payout_details').where('user_id', '=', userId).execute();

const retainPayoutDetailsUntil = (trx: Trx, userId: number, until: Date) =>
  trx.updateTable('payout_details').set({ retain_until: until }).where('user_id', '=', userId).execute();

export const ledgerPersonalData: PersonalDataHandler = {
  async export(db, subject) {
    const [businessId] = subject.businessIds;
    const details = businessId ? await findPayoutDetails(db, businessId) : undefined;
    const payouts = businessId ? await listPayoutsOfUser(db, businessId) : [];
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
      commission_invoices: (await listInvoicesOfSubject(db, subject)).map((invoice) => ({
        ...invoice,
        issued_at: invoice.issued_at?.toISOString() ?? null,
        created_at: invoice.created_at.toISOString(),
      })),
      ledger: exportEntries(db, subject),
    };
  },
  async listDeletionBlockers(db, subject, language) {
    const rows = await selectEntriesOf(db, subject)
      .select(({ fn }) => fn.sum<number>('amount_cents').as('cents'))
      // Never paid out: it ends with the account.
      .where('ledger_accounts.account_kind', '!=', 'credit')
      .groupBy('ledger_accounts.id')
      .having(({ eb, fn }) => eb(fn.sum('amount_cents'), '!=', 0))
      .execute();
    const cents = rows.reduce((sum, row) => sum + Math.abs(row.cents), 0);
    return cents ? [{ name: 'money', detail: formatCents(cents, language) }] : [];
  },
  /** Payout details are retained with the tax identity: the yearly report of sellers names both. */
  async erase(trx, { businessIds }, now) {
    for (const id of businessIds) {
      const firstEarning = await selectEntriesOf(trx, { id, businessIds: [id] })
        .select('ledger_entries.id')
        .where('ledger_accounts.account_kind', '!=', 'buyer')
        .limit(1)
        .executeTakeFirst();
      await (firstEarning
        ? retainPayoutDetailsUntil(trx, id, getRetentionEnd(now))
        : deletePayoutDetails(trx, id));
    }
    return [];
  },
};

/**
 * Details past their retention, unless a balance is due: a payout may have come back long after the account
 * was deleted.
 */
export const deletePayoutDetailsPastRetention = (db: Db, now: Date) =>
  deleteInBatches(db, 'payout_details', {
    by: 'retain_until',
    isDue: sql`retain_until <= ${now} AND NOT EXISTS (
      SELECT FROM ledger_accounts account JOIN ledger_entries e ON e.account_id = account.id
      WHERE account.user_id = payout_details.user_id AND account.account_kind IN ('seller', 'partner')
      GROUP BY account.id HAVING sum(e.amount_cents) <> 0)`,
  });

/** Accounts of founders who handed their business over. */
export const deleteFormerAccounts = (db: Db) =>
  db.deleteFrom('payout_details').where(isFormerAccount).execute();

/** Erases bank accounts and bank files of old payouts; the amounts stay in the ledger. */
export async function eraseBankAccountsBefore(db: Db, before: Date): Promise<void> {
  await updateInBatches(db, 'payouts', sql`iban = '', holder = ''`, {
    by: 'run_id',
    isDue: sql`iban <> '' AND run_id IN (SELECT id FROM payout_runs WHERE created_at < ${before})`,
  });
  await updateInBatches(db, 'payout_runs', sql`file = NULL`, {
    by: 'id',
    isDue: sql`created_at < ${before} AND file IS NOT NULL`,
  });
}
