import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/http/error.ts';
import type { Call } from '../../platform/http/route.ts';
import { removeProducts } from './ahead.queries.ts';
import { expectNothingAhead } from './expect-nothing-ahead.ts';
import { lockMyProduct } from './my-products.queries.ts';

export async function removeProduct(
  { db, clock }: Context,
  { actor, params: { id } }: Call<typeof endpoints.removeProduct>,
) {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    if (!(await lockMyProduct(trx, actor.id, id))) throw new AppError('notFound');
    await expectNothingAhead(trx, [id], now);
    await removeProducts(trx, [id], now);
  });
  return { data: { id } };
}
