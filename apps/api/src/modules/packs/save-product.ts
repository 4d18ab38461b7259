import type { endpoints } from '@wopack/contract';
import { centsFromEuros, maxOldPriceCents } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { StoredPhoto } from '../../platform/db/schema.ts';
import { AppError, blankError, type FieldErrors, invalid } from '../../platform/http/error.ts';
import type { AcceptedCall, Call } from '../../platform/http/route.ts';
import { isPossibleId, toId } from '../../platform/loose-id.ts';
import { removePhoto } from '../media/index.ts';
import { categoryError, categoryIds, lockMySalePlace } from '../sale-places/index.ts';
import { expectNothingAhead } from './expect-nothing-ahead.ts';
import { findMyProduct, lockMyProduct, photosInUse } from './my-products.queries.ts';
import { oldPriceCents } from './old-price.rules.ts';
import {
  allProductTypes,
  findUploads,
  indexProducts,
  insertProduct,
  priceTiers,
  takeUploads,
  updateProduct,
} from './packs.queries.ts';
import { planWeek } from './plan-week.ts';
import { stateAt } from './product-state.rules.ts';

type Body = Call<typeof endpoints.saveProduct>['body'];

export async function validateProduct({ db }: Context, call: AcceptedCall<typeof endpoints.saveProduct>) {
  const { name, description, categories, price, old_price, allergens, diet } = call.body;
  return {
    name: blankError(name),
    description: blankError(description),
    categories: categoryError(categories, await allProductTypes(db)),
    ...(price !== undefined && priceErrors(await priceTiers(db), price, old_price)),
    photo: await photoError(db, call),
    allergens: repeatedError(allergens),
    diet: repeatedError(diet),
  };
}

/** Not by the schema's `uniqueItems`, which compares all pairs before anything says that the array is too long. */
const repeatedError = (items: readonly string[] | undefined) =>
  items !== undefined && new Set(items).size < items.length && 'field.format';

function priceErrors(
  tiers: readonly { price_cents: number }[],
  price: Body['price'],
  oldPrice: Body['old_price'],
): FieldErrors {
  const cents = centsFromEuros(price);
  if (cents === null || !tiers.some((tier) => tier.price_cents === cents)) return { price: 'packs.price' };
  if (oldPrice === undefined) return {};
  const declared = centsFromEuros(oldPrice);
  const limit = maxOldPriceCents(cents);
  const isRight = declared !== null && declared >= cents && declared <= limit;
  return { old_price: !isRight && { key: 'packs.oldPrice', values: { limit: (limit / 100).toFixed(2) } } };
}

/** Where a photo may come from is not known while a pack is not: then that is what is answered. */
async function photoError(
  db: Context['db'],
  { actor, body: { id, copy_of, photo }, refused }: AcceptedCall<typeof endpoints.saveProduct>,
): Promise<string | null> {
  if (!photo || id === undefined || refused.has('copy_of')) return null;
  const ids = [...(Number(id) === 0 ? [] : [id]), ...(copy_of === undefined ? [] : [copy_of])];
  const packs = await Promise.all(
    ids.map(async (one) => (isPossibleId(one) ? findMyProduct(db, actor.id, Number(one)) : undefined)),
  );
  if (packs.includes(undefined)) return null;
  const photos = [...packs.flatMap((pack) => pack!.photos), ...(await findUploads(db, actor.id, photo))];
  return photo.every((path) => photos.some((one) => one.path === path)) ? null : 'packs.photo';
}

export async function saveProduct(
  { db, clock, jobs }: Context,
  { actor, body }: Call<typeof endpoints.saveProduct>,
) {
  const name = body.name.trim();
  const description = body.description.trim();
  const tiers = await priceTiers(db);
  const priceCents = centsFromEuros(body.price)!;
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
      price_cents: priceCents,
      old_price_cents:
        body.old_price === undefined
          ? oldPriceCents(priceCents, tiers, before)
          : centsFromEuros(body.old_price)!,
      category_ids: categoryIds(body.categories),
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

async function photosOf(trx: Trx, ownerId: number, copyOf: Body['copy_of']): Promise<StoredPhoto[]> {
  if (copyOf === undefined) return [];
  // Locked: who takes a photo out of the original meanwhile must see that the copy has it, or the copy that it is gone.
  const original = await lockMyProduct(trx, ownerId, toId(copyOf));
  if (!original) throw new AppError('notFound');
  return original.photos;
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
