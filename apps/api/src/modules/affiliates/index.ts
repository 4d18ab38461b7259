export { accrueShares } from './accrue-shares.ts';
export { affiliateJobs } from './affiliates.jobs.ts';
export { affiliateRoutes } from './affiliates.routes.ts';
export { affiliateBook } from './book.queries.ts';
export { creditMonths } from './credit-months.ts';
export { affiliateKeeper } from './keeper.queries.ts';
export { reverseShares } from './reverse-shares.ts';
export { approveShares } from './shares.queries.ts';
