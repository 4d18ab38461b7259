import { handOutEndsAt, type Language } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import type { CheckoutHandlers } from '../payments/index.ts';
import { createOrder } from './create-order.ts';
import { encryptPins } from './encrypt-pins.ts';
import { buildBuyerOrderView } from './order-view.ts';
import { getOrderOfPayment, markNotCollected } from './orders.queries.ts';
import { REPORT_ANSWER_MS } from './orders.rules.ts';
import { listUnansweredReports } from './reports/reports.queries.ts';
import { sendSellerNotification } from './seller/seller-notification.ts';

export { orderMails } from './order-mails.ts';
export { orderRoutes } from './orders.routes.ts';
export { orderPersonalData } from './personal-data.queries.ts';
export { orderReconciliation } from './reconciliation.queries.ts';
export { refundOrder } from './refund-order.ts';
export { renewPins } from './renew-pins.ts';
export { answerReportAsOperator } from './reports/answer-report.ts';
export { createOrderFeed } from './seller/order-feed.ts';

/** Reports that no seller answered in 72 hours, the oldest first: the operator decides on them. */
export const listOverdueReports = ({ db, clock }: Pick<Context, 'db' | 'clock'>, limit = 100) =>
  listUnansweredReports(db, new Date(clock.now().getTime() - REPORT_ANSWER_MS), limit);

/** What payments need of orders, handed down so that they need not know them. */
export const createCheckoutHandlers = (context: Context): CheckoutHandlers => ({
  onPaid: createOrder(context),
  getOrderView: async (paymentId: number, language: Language) =>
    buildBuyerOrderView(
      await getOrderOfPayment(context.db, paymentId),
      language,
      context.clock.now(),
      context.secrets,
    ),
});

const HAND_OUT_GRACE_MS = handOutEndsAt(new Date(0)).getTime();

export async function orderJobs(context: Context): Promise<void> {
  const { jobs, db, clock } = context;
  await jobs.work<Parameters<typeof sendSellerNotification>[1]>('orders.seller-news', (job) =>
    sendSellerNotification(context, job),
  );
  await jobs.schedule('* * * * *', 'orders.not-collected', async () => {
    await markNotCollected(db, new Date(clock.now().getTime() - HAND_OUT_GRACE_MS));
  });
  // At a start, and hourly for what a process of a former version still writes while WoPack is updated.
  await jobs.schedule('41 * * * *', 'orders.encrypt-pins', () => encryptPins(context));
  await db.transaction().execute((trx) => jobs.enqueue(trx, 'orders.encrypt-pins', {}));
}
