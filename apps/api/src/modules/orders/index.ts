import { handOutEndsAt, type Language } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import type { Sale } from '../payments/index.ts';
import { createOrder } from './create-order.ts';
import { buyersView } from './order-view.ts';
import { findOrderOfPayment, markNotCollected } from './orders.queries.ts';

export { orderBook } from './book.queries.ts';
export { orderKeeper } from './keeper.queries.ts';
export { orderRoutes } from './orders.routes.ts';
export { refundOrder } from './refund-order.ts';

/** What payments need of orders, handed down so that they need not know them. */
export const saleOf = (context: Context): Sale => ({
  onPaid: createOrder(context),
  showOrder: async (paymentId: number, language: Language) =>
    buyersView(await findOrderOfPayment(context.db, paymentId), language, context.clock.now()),
});

const HALF_HOUR = handOutEndsAt(new Date(0)).getTime();

export const orderJobs = ({ jobs, db, clock }: Context): Promise<void> =>
  jobs.every('* * * * *', 'orders.not-collected', async () => {
    await markNotCollected(db, new Date(clock.now().getTime() - HALF_HOUR));
  });
