import { handOutEndsAt, type Language } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import type { Sale } from '../payments/index.ts';
import { createOrder } from './create-order.ts';
import { encryptPins } from './encrypt-pins.ts';
import { buyersView } from './order-view.ts';
import { findOrderOfPayment, markNotCollected } from './orders.queries.ts';
import { ANSWER_MS } from './orders.rules.ts';
import { unansweredSince } from './reports.queries.ts';
import { tellSellerNews } from './seller-news.ts';

export { decideReport } from './answer-report.ts';
export { orderBook } from './book.queries.ts';
export { orderKeeper } from './keeper.queries.ts';
export { liveOrders } from './live-orders.ts';
export { orderMails } from './order-mails.ts';
export { orderRoutes } from './orders.routes.ts';
export { refundOrder } from './refund-order.ts';
export { renewPins } from './renew-pins.ts';

/** Reports that no seller answered in 72 hours, the oldest first: the operator decides on them. */
export const overdueReports = ({ db, clock }: Pick<Context, 'db' | 'clock'>, limit = 100) =>
  unansweredSince(db, new Date(clock.now().getTime() - ANSWER_MS), limit);

/** What payments need of orders, handed down so that they need not know them. */
export const saleOf = (context: Context): Sale => ({
  onPaid: createOrder(context),
  showOrder: async (paymentId: number, language: Language) =>
    buyersView(
      await findOrderOfPayment(context.db, paymentId),
      language,
      context.clock.now(),
      context.secrets,
    ),
});

const HALF_HOUR = handOutEndsAt(new Date(0)).getTime();

export async function orderJobs(context: Context): Promise<void> {
  const { jobs, db, clock } = context;
  await jobs.work<Parameters<typeof tellSellerNews>[1]>('orders.seller-news', (news) =>
    tellSellerNews(context, news),
  );
  await jobs.every('* * * * *', 'orders.not-collected', async () => {
    await markNotCollected(db, new Date(clock.now().getTime() - HALF_HOUR));
  });
  // At a start, and hourly for what a process of a former version still writes while WoPack is updated.
  await jobs.every('41 * * * *', 'orders.encrypt-pins', () => encryptPins(context));
  await db.transaction().execute((trx) => jobs.enqueue(trx, 'orders.encrypt-pins', {}));
}
