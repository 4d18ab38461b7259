export {
  type AccountBalance,
  type AccountSumRow,
  type ComparedSum,
  formatAccount,
  isAmong,
  parseAccountSums,
  type ReconciliationSource,
} from './accounts.ts';
export { checkLedger, compareLedger, formatDifference } from './check-ledger.ts';
export { isLateInvoice } from './commission-invoices/commission-invoices.queries.ts';
export {
  hastenCommissionInvoice,
  noteInvoiceIssuedByHand,
  requeueCommissionInvoice,
} from './commission-invoices/decide-commission-invoice.ts';
export { findCommissionInvoicePdf } from './commission-invoices/get-commission-invoices.ts';
export { ledgerGauges } from './commission-invoices/ledger-gauges.ts';
export { checkInvoicing } from './commission-invoices/services/check-invoicing.ts';
export { ledgerJobs } from './ledger.jobs.ts';
export {
  getBalance,
  getBalances,
  getBalancesSinceClosing,
  saveReconciliation,
  settlementReconciliation,
} from './ledger.queries.ts';
export { ledgerRoutes } from './ledger.routes.ts';
export { getNextPayoutDay } from './payouts/payout-days.rules.ts';
export { getNextPayoutDayOfUser } from './payouts/payout-details.ts';
export { confirmPayout, createPayoutRun, markRunSent, returnPayout } from './payouts/payout-runs.ts';
export {
  findPayoutRun,
  getBankFilePart,
  holdEarning,
  listDuePayouts,
  listPayoutsOfRun,
  lockPayout,
  lockPayoutRuns,
  lockPayoutsOfRun,
  releaseEarning,
  setPayoutHold,
} from './payouts/payouts.queries.ts';
export { ledgerPersonalData } from './personal-data.queries.ts';
export { type Posting, postTransaction, postTransactions } from './post-transaction.ts';
export { formatStatementNumber } from './statements/get-statements.ts';
export { correctStatement, issueStatements } from './statements/issue-statements.ts';
