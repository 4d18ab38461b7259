export { paymentJobs } from './payments.jobs.ts';
export {
  expireHoldsOfSlot,
  findMyPayment,
  findPayment,
  findPaymentByRef,
  type Hold,
  insertPayment,
  joinIntentRequest,
  leaveIntentRequest,
  listPendingPayments,
  listUnpaidByRefs,
  lockPayment,
  type Payment,
  selectHolds,
  updatePayment,
} from './payments.queries.ts';
export { paymentRoutes } from './payments.routes.ts';
export { paymentPersonalData } from './personal-data.queries.ts';
export { createPaymentProvider } from './providers/create-payment-provider.ts';
export type { PaymentProvider } from './providers/provider.ts';
export { sandboxProvider } from './providers/sandbox/sandbox.provider.ts';
export { formatMismatch, reconcile } from './reconcile.ts';
export { paymentReconciliation } from './reconciliation.queries.ts';
export { scheduleFullRefund } from './refunds/full-refund.ts';
export { schedulePartialRefund } from './refunds/partial-refund.ts';
export { retryRefunds } from './refunds/try-refund.ts';
