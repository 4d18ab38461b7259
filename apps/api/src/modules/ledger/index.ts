export {
  type AccountSumRow,
  formatAccount,
  parseAccountSums,
  type ReconciliationSource,
} from './accounts.ts';
export { checkLedger, formatDifference } from './check-ledger.ts';
export { ledgerJobs } from './ledger.jobs.ts';
export { getBalance, getBalances } from './ledger.queries.ts';
export { ledgerRoutes } from './ledger.routes.ts';
export { createPayoutRun } from './payouts/create-payout-run.ts';
export { getNextPayoutDayOfUser } from './payouts/payout-details.ts';
export { confirmPayout, markRunSent, returnPayout } from './payouts/payout-states.ts';
export { findPayoutRun, listPayoutRuns, listPayoutsOfRun } from './payouts/payouts.queries.ts';
export { ledgerPersonalData } from './personal-data.queries.ts';
export { postTransaction } from './post-transaction.ts';
export { settlementReconciliation } from './reconciliation.queries.ts';
export { correctStatement } from './statements/correct-statement.ts';
export { issueStatements } from './statements/issue-statements.ts';
