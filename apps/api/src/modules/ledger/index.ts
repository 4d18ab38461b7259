export { ledgerKeeper } from './keeper.queries.ts';
export { balances } from './ledger.queries.ts';
export { post } from './post.ts';
