import type { DbOrTrx } from './db/database.ts';

/** Cents by ledger account, debit positive. */
export type CentsByAccount = ReadonlyMap<string, number>;

/**
 * Balances implied by a module's own records. Passed down to `ledger`, which must not import the modules
 * that post to it. The sums over all modules must equal the ledger's balances.
 */
export type ReconciliationSource = (db: DbOrTrx) => Promise<CentsByAccount>;
