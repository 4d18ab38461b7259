import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Call } from '../../platform/http/route.ts';
import type { SalePlaceHooks } from './sale-place-hooks.ts';
import { lockMySalePlace, setSalePlace } from './sale-places.queries.ts';

export async function pauseSalePlace(
  { db, clock }: Context,
  { actor, params: { id }, body: { paused } }: Call<typeof endpoints.pauseSalePlace>,
  hooks: SalePlaceHooks,
) {
  await db.transaction().execute(async (trx) => {
    const salePlace = await lockMySalePlace(trx, actor.id, id, 'alone');
    if (!salePlace) throw new AppError('notFound');
    if (salePlace.paused === paused) return;
    await setSalePlace(trx, id, { paused });
    await hooks.onPaused(trx, { id, isPaused: paused }, clock.now());
  });
  return { data: { id, paused } };
}
