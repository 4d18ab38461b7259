export { ledgerKeeper } from './keeper.queries.ts';
export { balances } from './ledger.queries.ts';
export { type Account, type Posting, post } from './post.ts';
