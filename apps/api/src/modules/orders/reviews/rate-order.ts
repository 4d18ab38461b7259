import type { endpoints } from '@wopack/contract';
import { ratingDeadline } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { addProductRating } from '../../products/index.ts';
import { buildBuyerOrderView } from '../order-view.ts';
import { findMyOrder, insertRating, lockMyOrder } from '../orders.queries.ts';

/** Stars count for the pack and its venue, once an order. */
export async function rateOrder(
  { db, clock, secrets }: Context,
  { actor, params, body, language }: Call<typeof endpoints.rateOrder>,
) {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const order = await lockMyOrder(trx, actor.id, params.id);
    if (!order) throw new AppError('notFound');
    if (order.state !== 'collected' || !order.collected_at || now > ratingDeadline(order.collected_at)) {
      throw new AppError('conflict', { message: 'orders.notRateable' });
    }
    const rating = {
      ...{ order_id: order.id, seller_id: order.seller_id, stars: body.stars },
      ...{ text: body.text?.trim() ?? '', created_at: now },
    };
    if (!(await insertRating(trx, rating)))
      throw new AppError('conflict', { message: 'orders.alreadyRated' });
    await addProductRating(trx, order.product_id, body.stars);
  });
  return { data: buildBuyerOrderView((await findMyOrder(db, actor.id, params.id))!, language, now, secrets) };
}
