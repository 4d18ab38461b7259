export {
  buildWaitError,
  findHoldRefusal,
  getMaxHolds,
  getSecondsUntil,
  getWaitEnd,
  planPassingOn,
} from './holds.rules.ts';
export { listOfferedMethods } from './offered-methods.ts';
export { paymentJobs } from './payments.jobs.ts';
export {
  changeHold,
  countUnpaidHolds,
  discardIntent,
  endPassedOnHold,
  expireHoldsOfSlot,
  findMyPayment,
  findPayment,
  forgetUnpaidHolds,
  type Hold,
  type HoldPrice,
  insertHold,
  insertPayment,
  isTakenAnew,
  joinIntentRequest,
  leaveIntentRequest,
  listHoldPrices,
  listHoldsOfSlots,
  listHoldsOfUsers,
  listHoldsThatEndBefore,
  listPaymentsByRefs,
  listUnpaidByRefs,
  lockPaidInParts,
  lockPayment,
  type Payment,
  payHold,
  paymentReconciliation,
  SETTLED_STATES,
  saveFailureCode,
  saveHoldInvoice,
  saveMbWayIntent,
  selectHolds,
  takeHoldsToSync,
  updatePayment,
} from './payments.queries.ts';
export { createPaymentProvider, paymentRoutes } from './payments.routes.ts';
export { payoutAccountPersonalData } from './payout-accounts/payout-account-personal-data.queries.ts';
export { paymentPersonalData } from './personal-data.queries.ts';
export { countCalls } from './providers/count-calls.ts';
export { keepQuiet } from './providers/keep-quiet.ts';
export {
  type Intent,
  MbWayRefusedError,
  type PaymentProvider,
  RefundRefusedError,
} from './providers/payment-provider.ts';
export { sandboxProvider } from './providers/sandbox.provider.ts';
export { formatMismatch } from './reconcile.rules.ts';
export { reconcile, recordComparison } from './reconcile.ts';
export { type OrderHooks, syncReturns } from './refunds/record-returns.ts';
export { selectCardReturned, selectDisputeOutcome, selectMoneyBack } from './refunds/refunds.queries.ts';
export {
  isUndecided,
  lockUnsentRefund,
  noteTransfer,
  recordRefundByTransfer,
  restoreRefundedOrder,
  scheduleFullRefund,
  schedulePartialRefund,
  sendRefundAgain,
  type UnsentRefund,
  withdrawTransfer,
} from './refunds/refunds.ts';
export { assignSavedCards } from './saved-cards/saved-cards.ts';
export { ATTEMPTS_UNTIL_ALERT, NOTHING_THERE } from './transfers/send-transfers.ts';
export { hasTransfers, transferReconciliation } from './transfers/transfers.queries.ts';
export { tryTransfer } from './transfers/try-transfer.ts';
export { recordTrust } from './trust/trust.ts';
