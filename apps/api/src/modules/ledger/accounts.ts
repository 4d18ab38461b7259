import type { ReconciliationSum } from '@wopack/contract';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTrx } from '../../platform/db/database.ts';

/**
 * Debits are positive: assets, such as money the provider holds for WoPack. Liabilities and income are negative.
 * - `provider`: charged by the card provider and neither refunded nor paid out by it, whoever's account there has it.
 * - `commission`: earned, VAT included until a statement moves it to `vat`; partners' shares are paid out of it.
 * - `disputes`: withdrawn by cardholders' banks: of open disputes, and what went back twice, WoPack's loss.
 * - `payouts`: in transit to bank accounts; `bank`: arrived there, and refunds paid by bank transfer.
 * - `promotions`: credit and discounts that WoPack has paid.
 */
type SharedAccountKind = 'provider' | 'commission' | 'disputes' | 'vat' | 'payouts' | 'bank' | 'promotions';

/**
 * - `buyer`: a payment without an order yet, or a refund in transit.
 * - `seller`, `partner`: owed to them.
 * - `credit`: of a buyer, that can pay orders and is never paid out; on hold for unpaid ones included.
 * - `seller_at_provider`, `partner_at_provider`: transferred to their accounts at the card provider, which pays it to their
 *   banks.
 */
type UserAccountKind =
  | 'buyer'
  | 'seller'
  | 'partner'
  | 'credit'
  | 'seller_at_provider'
  | 'partner_at_provider';

export type LedgerAccount = { kind: SharedAccountKind } | { kind: UserAccountKind; userId: number };

/** The columns of an account; `user_id` is null for accounts of no user. */
export interface AccountColumns {
  account_kind: SharedAccountKind | UserAccountKind;
  user_id: number | null;
}

export const toAccountColumns = (account: LedgerAccount): AccountColumns => ({
  account_kind: account.kind,
  user_id: 'userId' in account ? account.userId : null,
});

/** Name for display and exports, e.g. 'provider' or 'seller:7'. */
export const formatAccount = ({ account_kind, user_id }: AccountColumns): string =>
  user_id === null ? account_kind : `${account_kind}:${user_id}`;

export interface AccountBalance extends AccountColumns {
  /** Debit positive. */
  cents: number;
}

/** Rows of balances as SQL sums them. */
export type AccountSumRow = AccountColumns & { cents: number | string };

export const parseAccountSums = (rows: AccountSumRow[]): AccountBalance[] =>
  rows.map((row) => ({ ...row, cents: Number(row.cents) }));

/**
 * Some of the records that postings are made for, each with all of its postings. An order, refunds and disputes are a
 * payment's; a statement is one of its corrections, which are named together.
 */
export interface Records {
  kind: 'payment' | 'payout' | 'statement' | 'partner' | 'transfer' | 'provider_payout' | 'credit_grant';
  ids: readonly number[];
}

/**
 * Balances implied by a module's own records, an account once or more: by all of them (null), or by some. The ledger must
 * not import the modules that post to it, so their sources are passed to it. The sums over all of them must equal the
 * ledger's balances.
 */
export type ReconciliationSource = (db: DbOrTrx, records: Records | null) => Promise<AccountBalance[]>;

/** Whether a row's column names one of the records; every row with all. */
export const isAmong = (column: string, records: Records | null): RawBuilder<boolean> =>
  records ? sql`${sql.ref(column)} = ANY (${records.ids}::int[])` : sql`true`;

/** Both sides of a comparison of many amounts, each added up. */
export interface ComparedSum {
  name: ReconciliationSum;
  ledgerCents: number;
  otherCents: number;
}
