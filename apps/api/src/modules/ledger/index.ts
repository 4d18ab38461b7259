export { balances } from './ledger.queries.ts';
export { type Account, type Posting, post } from './post.ts';
