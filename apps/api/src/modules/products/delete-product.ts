import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Call } from '../../platform/http/route.ts';
import { assertNoOpenOrders } from './assert-no-open-orders.ts';
import { lockMyProduct } from './my-products.queries.ts';
import { markProductsRemoved } from './open-orders.queries.ts';

export async function removeProduct(
  { db, clock }: Context,
  { actor, params: { id } }: Call<typeof endpoints.deleteProduct>,
) {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    if (!(await lockMyProduct(trx, actor.id, id))) throw new AppError('notFound');
    await assertNoOpenOrders(trx, [id], now);
    await markProductsRemoved(trx, [id], now);
  });
  return { data: { id } };
}
