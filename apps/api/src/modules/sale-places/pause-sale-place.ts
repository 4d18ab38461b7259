import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/http/error.ts';
import type { Call } from '../../platform/http/route.ts';
import type { PlaceHooks } from './place-hooks.ts';
import { lockMine, setPlace } from './sale-places.queries.ts';

export async function pauseSalePlace(
  { db, clock }: Context,
  { actor, params: { id }, body: { paused } }: Call<typeof endpoints.pauseSalePlace>,
  hooks: PlaceHooks,
) {
  await db.transaction().execute(async (trx) => {
    const place = await lockMine(trx, actor.id, id, 'alone');
    if (!place) throw new AppError('notFound');
    if (place.paused === paused) return;
    await setPlace(trx, id, { paused });
    await hooks.paused(trx, { id, paused }, clock.now());
  });
  return { data: { id, paused } };
}
