import type { Context } from '../../platform/context.ts';
import { wholeBusiness } from '../../platform/db/business-scope.ts';
import type { Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { findBusiness, type OnSellingChanged } from '../businesses/index.ts';
import { lockSalePlace, lockSalePlacesOf, type SalePlaceHooks } from '../sale-places/index.ts';
import { lockLinked } from './links/links.queries.ts';
import {
  countOpenOrdersAndHolds,
  lockProductIdsOfSalePlace,
  lockSlots,
  markProductsRemoved,
} from './my-products.queries.ts';
import {
  closeWithoutAllergens,
  findProductState,
  listSalePlacesToOpenOrClose,
  setProductsOnSale,
  stopAwaitingAllergens,
  updateProduct,
} from './products.queries.ts';
import { indexProducts } from './search.queries.ts';
import {
  listActiveProductsOfSeller,
  lockActiveProduct,
  lockActiveProductsAtSalePlace,
} from './slots/slots.queries.ts';
import { updateSlots } from './slots/slots.ts';

/**
 * Refuses while the products have orders not handed out or holds. Their slots stay locked, so no unit can
 * be taken until the transaction ends. With `field` the error is reported at that field.
 */
export async function assertNoOpenOrders(
  trx: Trx,
  productIds: number[],
  now: Date,
  field?: string,
): Promise<void> {
  await lockSlots(trx, productIds, now);
  const { orders, holds } = await countOpenOrdersAndHolds(trx, productIds);
  if (orders === 0 && holds === 0) return;
  const message = orders ? 'products.hasOpenOrders' : 'products.hasPendingPayments';
  throw new AppError('conflict', {
    message,
    values: { orders },
    ...(field && { fields: { [field]: message } }),
  });
}

/** Keeps products and slots in line with changes of their sale place. */
export const salePlaceHooks: SalePlaceHooks = {
  /** Updates the search index; in another time zone the windows are other instants. */
  async onChanged(trx, { id, hasNewTimeZone }, now) {
    await indexProducts(trx, { salePlaceId: id });
    if (hasNewTimeZone) await updateSlotsOfSalePlace(trx, id, now);
  },
  async onPaused(trx, { id, isPaused }, now) {
    await setProductsOnSale(trx, { salePlaceId: id }, !isPaused);
    if (!isPaused) await updateSlotsOfSalePlace(trx, id, now);
  },
  async onRemoving(trx, id, now) {
    const ids = await lockProductIdsOfSalePlace(trx, id);
    await assertNoOpenOrders(trx, ids, now);
    await markProductsRemoved(trx, ids, now);
  },
};

/** Throws while orders or holds of a sale place are open, and keeps further ones out until the transaction ends. */
export async function assertNothingOpenAt(trx: Trx, salePlaceId: number, now: Date): Promise<void> {
  await assertNoOpenOrders(trx, await lockProductIdsOfSalePlace(trx, salePlaceId), now);
}

async function updateSlotsOfSalePlace(trx: Trx, salePlaceId: number, now: Date): Promise<void> {
  for (const product of await lockActiveProductsAtSalePlace(trx, salePlaceId))
    await updateSlots(trx, product, now);
}

const SALE_PLACES_AT_ONCE = 100;

/**
 * Takes products that name no allergens off sale, or puts back those that were off sale for it, as the operator's
 * setting has it (`REQUIRE_ALLERGENS`). What is paid stays valid. A transaction for each sale place.
 */
export async function applyAllergenRule({ db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>) {
  let after = 0;
  for (;;) {
    const ids = await listSalePlacesToOpenOrClose(db, {
      isRequired: config.requiresAllergens,
      after,
      limit: SALE_PLACES_AT_ONCE,
    });
    for (const id of ids)
      await db.transaction().execute(async (trx) => {
        // Lock order: the sale place before its products.
        const salePlace = await lockSalePlace(trx, id);
        if (config.requiresAllergens) await closeWithoutAllergens(trx, id);
        else if (await stopAwaitingAllergens(trx, id)) {
          const business = salePlace && (await findBusiness(trx, salePlace.seller_id));
          if (!business?.is_selling) return;
          await setProductsOnSale(trx, { salePlaceId: id }, true);
          await updateSlotsOfSalePlace(trx, id, clock.now());
        }
      });
    if (ids.length < SALE_PLACES_AT_ONCE) return;
    after = ids.at(-1)!;
  }
}

/** Takes the products of a former seller off sale, and puts them back with slots for the coming week. */
export const setSellerProductsOnSale: OnSellingChanged = async (trx, sellerId, isSelling, now) => {
  await lockSalePlacesOf(trx, sellerId);
  await setProductsOnSale(trx, { sellerId }, isSelling);
  if (isSelling)
    for (const product of await listActiveProductsOfSeller(trx, sellerId))
      await updateSlots(trx, product, now);
};

/**
 * Hides a product or shows it again. Hidden, it is closed: it leaves list, map, search and live quantities as a product
 * of a paused sale place does, and its seller cannot open it. What is paid stays valid. False when there is no such
 * product.
 */
export async function hideProduct(
  trx: Trx,
  { id, isHidden }: { id: number; isHidden: boolean },
  now: Date,
): Promise<boolean> {
  const candidate = await findProductState(trx, id);
  if (!candidate) return false;
  // Lock order: the sale place before its products.
  const salePlace = await lockSalePlace(trx, candidate.sale_place_id);
  if (!salePlace) return false;
  const { state } = (await findProductState(trx, id))!;
  if (isHidden)
    await updateProduct(trx, id, { hidden_at: now, ...(state === 'active' && { state: 'closed' }) });
  else {
    await updateProduct(trx, id, { hidden_at: null });
    if (state === 'closed') await setProductsOnSale(trx, { productId: id }, true);
    const product = await lockActiveProduct(trx, id);
    if (product) await updateSlots(trx, product, now);
  }
  return true;
}

/** The same for all products of a sale place, which the caller has locked and marked. */
export const hideSalePlaceProducts = (
  trx: Trx,
  { salePlaceId, isHidden }: { salePlaceId: number; isHidden: boolean },
  now: Date,
): Promise<void> => salePlaceHooks.onPaused(trx, { id: salePlaceId, isPaused: isHidden }, now);

/** Corrects the types of a product of a seller and of those linked with it; the search finds them by these. */
export async function setProductTypes(
  trx: Trx,
  { id, sellerId }: { id: number; sellerId: number },
  typeIds: number[],
): Promise<void> {
  const linked = await lockLinked(trx, wholeBusiness(sellerId), { id });
  const ids = [...new Set([id, ...linked.products.map((product) => product.id)])];
  for (const productId of ids) await updateProduct(trx, productId, { type_ids: typeIds });
  await indexProducts(trx, { productIds: ids });
}
