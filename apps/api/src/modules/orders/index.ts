import { handOutEndsAt, type Language } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import type { Sale } from '../payments/index.ts';
import { createOrder } from './create-order.ts';
import { buyersView } from './order-view.ts';
import { findOrderOfPayment, markNotCollected } from './orders.queries.ts';
import { ANSWER_MS } from './orders.rules.ts';
import { unansweredSince } from './reports.queries.ts';
import { tellSellerNews } from './seller-news.ts';

export { decideReport } from './answer-report.ts';
export { orderBook } from './book.queries.ts';
export { orderKeeper } from './keeper.queries.ts';
export { orderRoutes } from './orders.routes.ts';
export { refundOrder } from './refund-order.ts';

/** Reports that no seller answered in 72 hours, the oldest first: the operator decides on them. */
export const overdueReports = ({ db, clock }: Pick<Context, 'db' | 'clock'>, limit = 100) =>
  unansweredSince(db, new Date(clock.now().getTime() - ANSWER_MS), limit);

/** What payments need of orders, handed down so that they need not know them. */
export const saleOf = (context: Context): Sale => ({
  onPaid: createOrder(context),
  showOrder: async (paymentId: number, language: Language) =>
    buyersView(await findOrderOfPayment(context.db, paymentId), language, context.clock.now()),
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
}
