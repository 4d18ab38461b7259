export { checkBooks, differenceLine } from './check-books.ts';
export { ledgerKeeper } from './keeper.queries.ts';
export { ledgerJobs } from './ledger.jobs.ts';
export { balanceOf, balances } from './ledger.queries.ts';
export { post } from './post.ts';
