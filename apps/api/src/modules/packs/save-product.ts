import type { endpoints } from '@wopack/contract';
import { centsFromEuros, maxOldPriceCents } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { StoredPhoto } from '../../platform/db/schema.ts';
import { AppError, invalid } from '../../platform/http/error.ts';
import type { Call } from '../../platform/http/route.ts';
import { toId } from '../../platform/loose-id.ts';
import { categoryIds, findMySalePlace } from '../sale-places/index.ts';
import {
  allProductTypes,
  indexProducts,
  insertProduct,
  lockMyProduct,
  priceTiers,
  takeUploads,
  updateProduct,
} from './packs.queries.ts';
import { planWeek } from './plan-week.ts';

type Body = Call<typeof endpoints.saveProduct>['body'];

export async function saveProduct(
  { db, clock }: Context,
  { actor, body }: Call<typeof endpoints.saveProduct>,
) {
  const name = body.name.trim();
  const description = body.description.trim();
  if (!name) throw invalid('name', 'field.required');
  if (!description) throw invalid('description', 'field.required');
  const prices = await checkPrice(db, body);
  const categories = await checkCategories(db, body);
  const placeId = toId(body.sale_place_id);
  const id = toId(body.id);
  const now = clock.now();

  return db.transaction().execute(async (trx) => {
    const place = await findMySalePlace(trx, actor.id, placeId);
    if (!place) throw new AppError('notFound');
    const before = id === 0 ? null : await lockMyProduct(trx, actor.id, id);
    if (before === undefined) throw new AppError('notFound');
    const values = {
      sale_place_id: placeId,
      name,
      description,
      ...prices,
      category_ids: categories,
      photos: JSON.stringify(await takePhotos(trx, actor.id, body.photo, before?.photos ?? [])),
      ...(body.allergens && { allergens: body.allergens as string[] }),
      ...(body.diet && { diet: body.diet as string[] }),
    };
    if (before) await updateProduct(trx, id, values);
    const productId = before ? id : (await insertProduct(trx, values, place, now)).id;
    await indexProducts(trx, { productId });
    if (before && before.time_zone !== place.time_zone) {
      await planWeek(trx, { ...before, time_zone: place.time_zone }, now);
    }
    return { data: { id: productId, name, description } };
  });
}

async function checkPrice(db: Context['db'], { price, old_price }: Body) {
  const priceCents = centsFromEuros(price);
  const tier = (await priceTiers(db)).find(({ price_cents }) => price_cents === priceCents);
  if (!tier) throw invalid('price', 'packs.price');
  if (old_price === undefined) return tier;
  const oldPriceCents = centsFromEuros(old_price);
  const limit = maxOldPriceCents(tier.price_cents);
  if (oldPriceCents === null || oldPriceCents > limit || oldPriceCents < tier.price_cents) {
    throw invalid('old_price', 'packs.oldPrice', { limit: (limit / 100).toFixed(2) });
  }
  return { price_cents: tier.price_cents, old_price_cents: oldPriceCents };
}

async function checkCategories(db: Context['db'], { categories }: Body): Promise<number[]> {
  const ids = categoryIds(categories);
  const known = new Set((await allProductTypes(db)).map(({ id }) => id));
  if (!ids.every((id) => known.has(id))) throw invalid('categories', 'packs.unknownCategory');
  return ids;
}

/** The photos in the order asked for: the caller's own uploads, or ones the pack has already. Nobody else's. */
async function takePhotos(
  trx: Trx,
  userId: number,
  paths: string[],
  present: StoredPhoto[],
): Promise<StoredPhoto[]> {
  const taken = await takeUploads(trx, userId, paths);
  return [...new Set(paths)].map((path) => {
    const photo = [...taken, ...present].find((candidate) => candidate.path === path);
    if (!photo) throw invalid('photo', 'packs.photo');
    return photo;
  });
}
