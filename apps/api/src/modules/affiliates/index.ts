export { affiliateJobs } from './affiliates.jobs.ts';
export { affiliateRoutes } from './affiliates.routes.ts';
export { creditMonths } from './credits/credit-months.ts';
export { affiliateReconciliation } from './credits/credits.queries.ts';
export { affiliatePersonalData } from './personal-data.queries.ts';
export { approveShares } from './shares/shares.queries.ts';
export { accrueShares, reverseShares } from './shares/shares.ts';
