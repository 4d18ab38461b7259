import tzLookup from '@photostructure/tz-lookup';
import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import { AppError, blankError } from '../../platform/http/error.ts';
import type { AcceptedCall, Call } from '../../platform/http/route.ts';
import { toId } from '../../platform/loose-id.ts';
import { categoryError, categoryIds } from './category-ids.ts';
import type { PlaceHooks } from './place-hooks.ts';
import { allTypes, insertPlace, lockMine, updatePlace } from './sale-places.queries.ts';

export const validateSalePlace = async (
  { db }: Context,
  { body }: AcceptedCall<typeof endpoints.saveSalePlace>,
) => ({
  name: blankError(body.name),
  address: blankError(body.address),
  categories: categoryError(body.categories, await allTypes(db)),
});

export async function saveSalePlace(
  { db, clock }: Context,
  { actor, body }: Call<typeof endpoints.saveSalePlace>,
  { changed }: PlaceHooks,
) {
  const values = {
    name: body.name.trim(),
    ...(body.description !== undefined && { description: body.description.trim() }),
    phone: body.phone.trim(),
    address: body.address.trim(),
    latitude: body.latitude,
    longitude: body.longitude,
    time_zone: tzLookup(body.latitude, body.longitude),
    is_hand_write_address: body.isHandWriteAddress,
    category_ids: categoryIds(body.categories),
  };
  if (body.id === undefined) {
    return { data: await insertPlace(db, actor.id, values, clock.now()) };
  }
  const id = toId(body.id);
  await db.transaction().execute(async (trx) => {
    const before = await lockMine(trx, actor.id, id, 'alone');
    if (!before) throw new AppError('notFound');
    await updatePlace(trx, id, values);
    await changed(trx, { id, newTimeZone: before.time_zone !== values.time_zone }, clock.now());
  });
  return { data: { id } };
}
