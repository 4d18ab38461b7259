import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import { AppError, invalid } from '../../platform/http/error.ts';
import type { Call } from '../../platform/http/route.ts';
import { giveUnitBack } from '../packs/index.ts';
import { buyersView } from './order-view.ts';
import { findMyOrder, lockMyOrder } from './orders.queries.ts';
import { howToCancel, step } from './orders.rules.ts';
import { newsForSeller } from './seller-news.ts';
import { takeBack } from './take-back.ts';

/** The buyer cancels: everything goes back, the pack is on sale again. */
export async function cancelOrder(
  context: Context,
  { actor, params, body, language }: Call<typeof endpoints.cancelOrder>,
) {
  const { db, clock, jobs } = context;
  const now = clock.now();
  const reason = body?.reason?.trim() || null;
  await db.transaction().execute(async (trx) => {
    const order = await lockMyOrder(trx, actor.id, params.id);
    if (!order) throw new AppError('notFound');
    const way = step(order.state, 'cancelled_by_buyer');
    if (way === 'done') return;
    const how = howToCancel(order.state, order.pickup_start, now);
    if (way === 'no' || how === 'no') throw new AppError('conflict', { message: 'orders.cancelTooLate' });
    if (how === 'with_reason' && !reason) throw invalid('reason', 'orders.cancelReason');

    await takeBack(context, trx, order, { state: 'cancelled_by_buyer', reason });
    await giveUnitBack(trx, order.slot_id);
    await newsForSeller(context, trx, order.id, 'cancelled');
    await jobs.enqueue(trx, 'mail', { template: 'cancelled', orderId: order.id });
  });
  return { data: buyersView((await findMyOrder(db, actor.id, params.id))!, language, now, context.secrets) };
}
