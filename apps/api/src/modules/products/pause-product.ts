import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Call } from '../../platform/http/route.ts';
import { lockMyProduct } from './my-products.queries.ts';
import { stateWhenOpened } from './product-state.rules.ts';
import { updateProduct } from './products.queries.ts';
import { updateSlots } from './slots/update-slots.ts';

export async function pauseProduct(
  { db, clock }: Context,
  { actor, params: { id }, body: { paused } }: Call<typeof endpoints.pauseProduct>,
) {
  return db.transaction().execute(async (trx) => {
    const product = await lockMyProduct(trx, actor.id, id);
    if (!product) throw new AppError('notFound');
    if (product.state === 'draft') throw new AppError('conflict', { message: 'products.isDraft' });
    const state: 'paused' | 'active' | 'closed' = paused ? 'paused' : stateWhenOpened(product);
    if (state !== product.state) {
      await updateProduct(trx, id, { state });
      if (state === 'active') await updateSlots(trx, product, clock.now());
    }
    return { data: { id, state } };
  });
}
