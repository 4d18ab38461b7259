import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { OnSellingChanged } from '../identity/index.ts';
import { lockSalePlacesOf, type SalePlaceHooks } from '../sale-places/index.ts';
import { assertNoOpenOrders } from './assert-no-open-orders.ts';
import { deleteUnusedUploads } from './delete-unused-uploads.ts';
import { lockProductIdsOfSalePlace, markProductsRemoved } from './open-orders.queries.ts';
import { indexProducts, setProductsOnSale } from './products.queries.ts';
import { generateSlots } from './slots/generate-slots.ts';
import { listProductsOnSaleOfSeller, lockProductsOnSaleAtSalePlace } from './slots/slots.queries.ts';
import { updateSlots } from './slots/update-slots.ts';

export { productPersonalData } from './personal-data.queries.ts';
export { getCachedProductTypes } from './product-types.ts';
export { addProductRating, claimUpload, findUploads } from './products.queries.ts';
export { productRoutes } from './products.routes.ts';
export {
  cancelSlot,
  decreaseQuantity,
  findProductForSale,
  findSlotOnSale,
  isSlotStillOpen,
  returnUnit,
  saveGeneratedThrough,
  takeUnit,
} from './slots/slots.queries.ts';
export { uploadProductPhoto } from './upload-product-photo.ts';

/** Products are removed with their sale place. */
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

export async function productJobs(context: Context): Promise<void> {
  await context.jobs.schedule('3 * * * *', 'products.generate-slots', () => generateSlots(context));
  await context.jobs.schedule('41 3 * * *', 'products.delete-unused-uploads', () =>
    deleteUnusedUploads(context),
  );
  // Runs at startup, so that after downtime slots do not wait for the next full hour.
  await context.db.transaction().execute((trx) => context.jobs.enqueue(trx, 'products.generate-slots', {}));
}
