import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Call } from '../../platform/http/route.ts';
import type { SalePlaceHooks } from './sale-place-hooks.ts';
import { lockMySalePlace, setSalePlace } from './sale-places.queries.ts';

export async function deleteSalePlace(
  { db, clock }: Context,
  { actor, params: { id } }: Call<typeof endpoints.deleteSalePlace>,
  { onRemoving }: SalePlaceHooks,
) {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    if (!(await lockMySalePlace(trx, actor.id, id, 'alone'))) throw new AppError('notFound');
    await onRemoving(trx, id, now);
    await setSalePlace(trx, id, { removed_at: now });
  });
  return { data: { id } };
}
