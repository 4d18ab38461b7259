export { affiliateJobs } from './affiliates.jobs.ts';
export { affiliateRoutes } from './affiliates.routes.ts';
export { creditMonths } from './credits/credit-months.ts';
export { affiliatePersonalData } from './personal-data.queries.ts';
export { affiliateReconciliation } from './reconciliation.queries.ts';
export { accrueShares } from './shares/accrue-shares.ts';
export { reverseShares } from './shares/reverse-shares.ts';
export { approveShares } from './shares/shares.queries.ts';
