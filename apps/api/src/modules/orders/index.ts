export { insertTicketKey } from './counter/counter.queries.ts';
export { createOrder, scheduleAnnouncement } from './create-order.ts';
export { reportMessages, setReviewReplyHidden } from './feedback/feedback.queries.ts';
export { askAboutReport, decideReport } from './feedback/reports.ts';
export { setReviewHidden } from './feedback/reviews.ts';
export { listFriendLinks } from './friend/friend-links.queries.ts';
export { hasInvoiceFields } from './invoices/invoices.rules.ts';
export { findInvoiceErrors, keepInvoiceDetails, readInvoice } from './invoices/invoices.ts';
export { createBuyerOrderFeed, createSellerOrderFeed } from './order-events.ts';
export { buildBuyerOrderView, orderMails } from './order-view.ts';
export { orderJobs } from './orders.jobs.ts';
export {
  getOrderDetails,
  getOrderOfPayment,
  hasOrders,
  lockOrder,
  type OrderDetails,
  orderReconciliation,
  selectOrderDetails,
  selectOrdersKept,
} from './orders.queries.ts';
export { orderRoutes } from './orders.routes.ts';
export {
  buildCancelReason,
  getNetEarning,
  getPaidParts,
  keptCommission,
  keptEarning,
  maxPartRefund,
  REPORT_ANSWER_MS,
  reportAnswerDeadline,
  toPaidEntries,
  withoutZeros,
} from './orders.rules.ts';
export { orderPersonalData } from './personal-data.queries.ts';
export { type ProtectedPin, protectPin, renewPins } from './pin/pins.ts';
export { cancelOrderAsOperator } from './refunds/cancel-order.ts';
export { findReturnError, type RefundTotal, refundOrder } from './refunds/refund-order.ts';
export { createOrderHooks } from './refunds/returned-money.ts';
export { takeFirstPlace } from './reliability/reliability.queries.ts';
export { scheduleReminders } from './reminders.ts';
export { findExample, setExampleHidden } from './value/seller-value.queries.ts';
