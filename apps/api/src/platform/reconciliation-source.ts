import type { DbOrTrx } from './db/database.ts';

/** Cents by account of the ledger, debit positive. */
export type CentsByAccount = ReadonlyMap<string, number>;

/**
 * What a module's own records say that the book has to hold. Handed down to `ledger`, which knows the book but none of
 * what is booked in it; all modules' answers together are the balances, or something is wrong.
 */
export type ReconciliationSource = (db: DbOrTrx) => Promise<CentsByAccount>;
