export { approveShares } from './affiliates.queries.ts';
export { affiliateRoutes } from './affiliates.routes.ts';
export { affiliatePersonalData, affiliateReconciliation } from './credits/credits.queries.ts';
export { affiliateJobs, creditMonths } from './credits/credits.ts';
export { accrueShares, reverseShares } from './shares.ts';
