import type { Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { OnSellingChanged } from '../identity/index.ts';
import { lockSalePlacesOf, type SalePlaceHooks } from '../sale-places/index.ts';
import {
  countOpenOrdersAndHolds,
  lockProductIdsOfSalePlace,
  lockSlots,
  markProductsRemoved,
} from './my-products.queries.ts';
import { indexProducts, setProductsOnSale } from './products.queries.ts';
import { updateSlots } from './slots/generate-slots.ts';
import { listProductsOnSaleOfSeller, lockProductsOnSaleAtSalePlace } from './slots/slots.queries.ts';

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

async function updateSlotsOfSalePlace(trx: Trx, salePlaceId: number, now: Date): Promise<void> {
  for (const product of await lockProductsOnSaleAtSalePlace(trx, salePlaceId))
    await updateSlots(trx, product, now);
}

/** Takes the products of a former seller off sale, and puts them back with slots for the coming week. */
export const setSellerProductsOnSale: OnSellingChanged = async (trx, sellerId, isSelling, now) => {
  await lockSalePlacesOf(trx, sellerId);
  await setProductsOnSale(trx, { sellerId }, isSelling);
  if (isSelling)
    for (const product of await listProductsOnSaleOfSeller(trx, sellerId))
      await updateSlots(trx, product, now);
};
