export { adminRoutes } from './admin.routes.ts';
export { adminPersonalData } from './decisions/decisions.queries.ts';
export { adminMails } from './decisions/decisions.ts';
export { adminJobs, createOperatorAuthenticator } from './operators/operator-sessions.ts';
export { insertAuditEntry } from './operators/operators.queries.ts';
export { createOwner } from './operators/operators.ts';
export { listSellerYears } from './tax/tax.queries.ts';
export { buildYearlyRow, YEARLY_HEADER } from './tax/tax.rules.ts';
export { computeYear } from './tax/tax.ts';
