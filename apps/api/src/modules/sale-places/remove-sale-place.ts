import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/http/error.ts';
import type { Call } from '../../platform/http/route.ts';
import type { PlaceHooks } from './place-hooks.ts';
import { lockMine, setPlace } from './sale-places.queries.ts';

export async function removeSalePlace(
  { db, clock }: Context,
  { actor, params: { id } }: Call<typeof endpoints.removeSalePlace>,
  { removing }: PlaceHooks,
) {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    if (!(await lockMine(trx, actor.id, id, 'alone'))) throw new AppError('notFound');
    await removing(trx, id, now);
    await setPlace(trx, id, { removed_at: now });
  });
  return { data: { id } };
}
