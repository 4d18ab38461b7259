export { creditReconciliation } from './credit.queries.ts';
export { createGrant, endGrant } from './grants.ts';
