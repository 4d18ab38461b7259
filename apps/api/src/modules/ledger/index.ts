export { ledgerKeeper } from './keeper.queries.ts';
export { balanceOf, balances } from './ledger.queries.ts';
export { post } from './post.ts';
