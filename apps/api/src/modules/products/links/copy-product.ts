import type { endpoints } from '@wopack/contract';
import { dropContradictedDiets, eurosFromCents } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError, createValidationError, isPossibleId, parseId } from '../../../platform/http/app-error.ts';
import type { Call, MemberActor, PartiallyValidCall } from '../../../platform/http/route.ts';
import { recordActivity } from '../../businesses/index.ts';
import { assertWithinUnprovedQuota } from '../../identity/index.ts';
import { findMySalePlace, lockMySalePlace } from '../../sale-places/index.ts';
import { countMyProducts, findMyProduct, lockMyProduct } from '../my-products.queries.ts';
import { saveSchedule } from '../pickup-calendar/update-schedule.ts';
import { insertProduct, listPriceTiers, listProductTypes } from '../products.queries.ts';
import { isOffered, stateWhenOpened, toVatColumns } from '../products.rules.ts';
import { indexProducts } from '../search.queries.ts';
import { copyTexts, listLinkedProducts, lockLinked, setLink } from './links.queries.ts';
import { planCopies } from './links.rules.ts';
import { listOthers } from './links.ts';

type CopyCall = Call<typeof endpoints.copyProduct>;
type Original = NonNullable<Awaited<ReturnType<typeof lockMyProduct>>>;
type SalePlace = NonNullable<Awaited<ReturnType<typeof lockMySalePlace>>>;

export async function validateCopies(
  { db }: Context,
  { actor, params: { id }, body }: PartiallyValidCall<typeof endpoints.copyProduct>,
) {
  const original = id === undefined ? undefined : await findMyProduct(db, actor.member, id);
  if (!original) return {};
  const places = await Promise.all(
    (body.sale_place_ids ?? []).map(async (placeId) =>
      isPossibleId(placeId) ? findMySalePlace(db, actor.member, Number(placeId)) : undefined,
    ),
  );
  return {
    sale_place_ids: places.includes(undefined) && 'businesses.unknownSalePlace',
    put_on_sale: body.put_on_sale && !original.schedule && 'products.noSchedule',
  };
}

/** Copies a product to sale places: everywhere or, when something is refused, nowhere. */
export async function copyProduct(context: Context, { actor, params: { id }, body }: CopyCall) {
  const { db } = context;
  const salePlaceIds = body.sale_place_ids.map((placeId) => parseId(placeId));
  return db.transaction().execute(async (trx) => {
    await assertQuota(trx, actor, { id, salePlaceIds, isLinked: body.linked });
    const link = await lockLinked(trx, actor.member, { id, salePlaceIds });
    const original = await lockMyProduct(trx, actor.member, id);
    if (!original) throw new AppError('notFound');
    const salePlaces = new Map<number, SalePlace>();
    for (const placeId of salePlaceIds) {
      const salePlace = await lockMySalePlace(trx, actor.member, placeId, 'share');
      if (!salePlace) throw createValidationError('sale_place_ids', 'businesses.unknownSalePlace');
      salePlaces.set(placeId, salePlace);
    }
    const linked = [original, ...listOthers(link, original)];
    const plan = planCopies(salePlaceIds, {
      isLinked: body.linked,
      linkedPlaceIds: linked.map(({ sale_place_id }) => sale_place_id),
    });
    const made = await insertCopies(context, trx, actor, {
      original,
      salePlaces: plan.made.map((placeId) => salePlaces.get(placeId)!),
      isLinked: body.linked,
      isPutOnSale: body.put_on_sale ?? false,
    });
    const before = plan.linkedBefore.map((placeId) => {
      const { id: linkedId, state } = linked.find(({ sale_place_id }) => sale_place_id === placeId)!;
      return { id: linkedId, sale_place_id: placeId, result: 'linked_before' as const, state };
    });
    return {
      data: [...made, ...before]
        .toSorted((a, b) => a.sale_place_id - b.sale_place_id)
        .map((copy) => ({ ...copy, sale_place_name: salePlaces.get(copy.sale_place_id)!.name }) as never),
    };
  });
}

/** Counted before the sale places are locked, by the links as they are then. */
async function assertQuota(
  trx: Trx,
  { member }: MemberActor,
  { id, salePlaceIds, isLinked }: { id: number; salePlaceIds: readonly number[]; isLinked: boolean },
): Promise<void> {
  await assertWithinUnprovedQuota(trx, member.businessId, 'products', async () => {
    const original = await findMyProduct(trx, member, id);
    const linked = original?.link_id ? await listLinkedProducts(trx, member, original.link_id) : [];
    const linkedPlaceIds = [...(original ? [original] : []), ...linked].map(
      ({ sale_place_id }) => sale_place_id,
    );
    const { made } = planCopies(salePlaceIds, { isLinked, linkedPlaceIds });
    return (await countMyProducts(trx, member.businessId)) + made.length - 1;
  });
}

interface CopyOptions {
  original: Original;
  salePlaces: readonly SalePlace[];
  isLinked: boolean;
  isPutOnSale: boolean;
}

async function insertCopies(
  context: Context,
  trx: Trx,
  actor: MemberActor,
  { original, salePlaces, isLinked, isPutOnSale }: CopyOptions,
) {
  if (salePlaces.length === 0) return [];
  const now = context.clock.now();
  const { schedule, daily_quantity, max_per_order, price_cents, old_price_cents } = original;
  const values = {
    ...(await chooseOffered(trx, original, isLinked)),
    name: original.name,
    description: original.description,
    language: original.language,
    old_price_cents,
    photos: JSON.stringify(original.photos),
    allergens: original.allergens,
    is_free_of_allergens: original.is_free_of_allergens,
    awaits_allergens: original.awaits_allergens,
    is_perishable: original.is_perishable,
    weight_grams: original.weight_grams,
    diet: dropContradictedDiets(original.diet, original.allergens),
    ...toVatColumns(original.vat_rate),
    daily_quantity,
    max_per_order,
    schedule: schedule && JSON.stringify(schedule),
    link_id: isLinked ? original.link_id : null,
  };
  const copies: { id: number; salePlace: SalePlace }[] = [];
  for (const salePlace of salePlaces) {
    const { id } = await insertProduct(
      trx,
      {
        ...values,
        sale_place_id: salePlace.id,
        // An import finds a product by its code at its sale place.
        own_code: salePlace.id === original.sale_place_id ? null : original.own_code,
      },
      salePlace,
      now,
    );
    await recordActivity(trx, actor, {
      kind: 'product_copied',
      salePlaceId: salePlace.id,
      productId: id,
      after: { price: eurosFromCents(price_cents), old_price: eurosFromCents(old_price_cents) },
      now,
    });
    copies.push({ id, salePlace });
  }
  const ids = copies.map(({ id }) => id);
  // The first linked copy gives the link its number.
  if (isLinked && original.link_id === null) await setLink(trx, [original.id, ...ids], ids[0]!);
  await copyTexts(trx, original.id, ids);
  await indexProducts(trx, { productIds: ids });
  const made = [];
  for (const { id, salePlace } of copies) {
    const state = isPutOnSale
      ? stateWhenOpened({ stays_closed: salePlace.is_closed || original.awaits_allergens })
      : 'draft';
    if (isPutOnSale) {
      const product = (await lockMyProduct(trx, actor.member, id))!;
      const changedProduct = { ...product, schedule: schedule!, daily_quantity: daily_quantity! };
      await saveSchedule(context, trx, actor, { product, changedProduct, state });
    }
    made.push({ id, sale_place_id: salePlace.id, result: 'made' as const, state });
  }
  return made;
}

/** Price and types as those of a new product; linked ones have the types of their original. */
async function chooseOffered(trx: Trx, { price_cents, type_ids }: Original, isLinked: boolean) {
  const tiers = (await listPriceTiers(trx)).filter(isOffered);
  if (!tiers.some((tier) => tier.price_cents === price_cents))
    throw new AppError('conflict', { message: 'products.copyPriceRetired' });
  const types = (await listProductTypes(trx)).filter(isOffered);
  const offeredTypeIds = type_ids.filter((typeId) => isLinked || types.some(({ id }) => id === typeId));
  if (offeredTypeIds.length === 0) throw new AppError('conflict', { message: 'products.copyTypesRetired' });
  return { price_cents, type_ids: offeredTypeIds };
}
