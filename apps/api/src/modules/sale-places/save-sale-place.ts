import tzLookup from '@photostructure/tz-lookup';
import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import { AppError, invalid } from '../../platform/http/error.ts';
import type { Call } from '../../platform/http/route.ts';
import { toId } from '../../platform/loose-id.ts';
import { categoryIds } from './category-ids.ts';
import type { PlaceHooks } from './place-hooks.ts';
import { allTypes, insertPlace, lockMine, updatePlace } from './sale-places.queries.ts';

export async function saveSalePlace(
  { db, clock }: Context,
  { actor, body }: Call<typeof endpoints.saveSalePlace>,
  { changed }: PlaceHooks,
) {
  const values = {
    name: trimmed('name', body.name),
    ...(body.description !== undefined && { description: body.description.trim() }),
    phone: body.phone.trim(),
    address: trimmed('address', body.address),
    latitude: body.latitude,
    longitude: body.longitude,
    time_zone: tzLookup(body.latitude, body.longitude),
    is_hand_write_address: body.isHandWriteAddress,
    category_ids: categoryIds(body.categories),
  };
  const known = new Set((await allTypes(db)).map(({ id }) => id));
  if (!values.category_ids.every((id) => known.has(id))) throw invalid('categories', 'packs.unknownCategory');

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

function trimmed(field: string, text: string): string {
  const result = text.trim();
  if (!result) throw invalid(field, 'field.required');
  return result;
}
