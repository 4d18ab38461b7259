import type { endpoints } from '@wopack/contract';
import { centsFromEuros, maxOldPriceCents } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { StoredPhoto } from '../../platform/db/schema.ts';
import { AppError, invalid } from '../../platform/http/error.ts';
import type { Call } from '../../platform/http/route.ts';
import { toId } from '../../platform/loose-id.ts';
import { removePhoto } from '../media/index.ts';
import { categoryIds, lockMySalePlace } from '../sale-places/index.ts';
import { expectNothingAhead } from './expect-nothing-ahead.ts';
import { lockMyProduct, photosInUse } from './my-products.queries.ts';
import { oldPriceCents } from './old-price.rules.ts';
import {
  allProductTypes,
  indexProducts,
  insertProduct,
  priceTiers,
  takeUploads,
  updateProduct,
} from './packs.queries.ts';
import { planWeek } from './plan-week.ts';
import { stateAt } from './product-state.rules.ts';

type Body = Call<typeof endpoints.saveProduct>['body'];

export async function saveProduct(
  { db, clock, jobs }: Context,
  { actor, body }: Call<typeof endpoints.saveProduct>,
) {
  const name = body.name.trim();
  const description = body.description.trim();
  if (!name) throw invalid('name', 'field.required');
  if (!description) throw invalid('description', 'field.required');
  const tiers = await priceTiers(db);
  const prices = checkPrice(tiers, body);
  const categories = await checkCategories(db, body);
  const placeId = toId(body.sale_place_id);
  const id = toId(body.id);
  const now = clock.now();

  return db.transaction().execute(async (trx) => {
    const place = await lockMySalePlace(trx, actor.id, placeId, 'share');
    if (!place) throw new AppError('notFound');
    const before = id === 0 ? null : await lockMyProduct(trx, actor.id, id);
    if (before === undefined) throw new AppError('notFound');
    const moved = before && before.sale_place_id !== placeId;
    // Who has paid comes to the venue they were told.
    if (moved) await expectNothingAhead(trx, [id], now, 'sale_place_id');
    const present = [...(before?.photos ?? []), ...(await photosOf(trx, actor.id, body.copy_of))];
    const photos = await takePhotos(trx, actor.id, body.photo, present);
    const values = {
      sale_place_id: placeId,
      name,
      description,
      price_cents: prices.priceCents,
      old_price_cents: prices.declaredCents ?? oldPriceCents(prices.priceCents, tiers, before),
      category_ids: categories,
      photos: JSON.stringify(photos),
      ...(body.allergens && { allergens: body.allergens as string[] }),
      ...(body.diet && { diet: body.diet as string[] }),
      ...(before && { state: stateAt(before.state, { place_paused: place.paused }) }),
    };
    if (before) await updateProduct(trx, id, values);
    const productId = before ? id : (await insertProduct(trx, values, place, now)).id;
    if (before) await removeReplaced(trx, jobs, actor.id, before.photos, photos);
    await indexProducts(trx, { productId });
    if (moved) await planWeek(trx, { ...before, time_zone: place.time_zone }, now);
    return { data: { id: productId, name, description } };
  });
}

function checkPrice(tiers: { price_cents: number }[], { price, old_price }: Body) {
  const priceCents = centsFromEuros(price);
  if (priceCents === null || !tiers.some((tier) => tier.price_cents === priceCents)) {
    throw invalid('price', 'packs.price');
  }
  if (old_price === undefined) return { priceCents, declaredCents: null };
  const declaredCents = centsFromEuros(old_price);
  const limit = maxOldPriceCents(priceCents);
  if (declaredCents === null || declaredCents > limit || declaredCents < priceCents) {
    throw invalid('old_price', 'packs.oldPrice', { limit: (limit / 100).toFixed(2) });
  }
  return { priceCents, declaredCents };
}

async function photosOf(trx: Trx, ownerId: number, copyOf: Body['copy_of']): Promise<StoredPhoto[]> {
  if (copyOf === undefined) return [];
  // Locked: who takes a photo out of the original meanwhile must see that the copy has it, or the copy that it is gone.
  const original = await lockMyProduct(trx, ownerId, toId(copyOf));
  if (!original) throw new AppError('notFound');
  return original.photos;
}

async function checkCategories(db: Context['db'], { categories }: Body): Promise<number[]> {
  const ids = categoryIds(categories);
  const known = new Set((await allProductTypes(db)).map(({ id }) => id));
  if (!ids.every((id) => known.has(id))) throw invalid('categories', 'packs.unknownCategory');
  return ids;
}

/** Files of photos that were taken out go, except those that another pack shows as well, the one it was copied from. */
async function removeReplaced(
  trx: Trx,
  jobs: Context['jobs'],
  ownerId: number,
  before: StoredPhoto[],
  after: StoredPhoto[],
): Promise<void> {
  const kept = new Set(after.map(({ path }) => path));
  const out = before.filter(({ path }) => !kept.has(path));
  if (out.length === 0) return;
  const used = await photosInUse(trx, ownerId);
  for (const photo of out) if (!used.has(photo.path)) await removePhoto(jobs, trx, photo);
}

/** The photos in the order asked for: the caller's own uploads, or ones that are there already. Nobody else's. */
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
