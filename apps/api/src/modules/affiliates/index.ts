export { affiliateJobs } from './affiliates.jobs.ts';
export { approveShares, restoreShares } from './affiliates.queries.ts';
export { affiliateRoutes } from './affiliates.routes.ts';
export { affiliateReconciliation } from './credits/credits.queries.ts';
export { creditMonths } from './credits/credits.ts';
export { affiliatePersonalData } from './personal-data.queries.ts';
export { accrueShares, returnShares, reverseShares } from './shares.ts';
