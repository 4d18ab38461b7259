export { adminJobs } from './admin.jobs.ts';
export { adminRoutes } from './admin.routes.ts';
export {
  createPriceTier,
  createProductType,
  retirePriceTier,
  retireProductType,
  saveSalePlaceType,
  updatePriceTier,
  updateProductType,
} from './content/offered-values.ts';
export { decisionMails } from './decisions/decisions.ts';
export {
  confirmPayoutRun,
  createPayoutRun,
  exportPayoutFile,
  markPayoutRunSent,
  returnAdminPayout,
} from './money/payout-runs.ts';
export { createCommandCall } from './operator-route.ts';
export { checkAuditChain, formatBrokenEntry } from './operators/audit-chain.queries.ts';
export { ENROLMENT_HOURS, operatorMails } from './operators/enrolment.ts';
export { createOperatorAuthenticator } from './operators/operator-sessions.ts';
export { createOwner } from './operators/operators.ts';
export { adminGauges } from './operators/refused-codes.ts';
export { refundWithReasons } from './orders/order-actions.ts';
export { adminPersonalData } from './personal-data.queries.ts';
export { buildYearlyRow, YEARLY_HEADER } from './tax/tax.rules.ts';
export { exportTaxCsv } from './tax/tax.ts';
