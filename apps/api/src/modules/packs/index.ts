import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { OnSelling } from '../identity/index.ts';
import { lockSalePlacesOf, type PlaceHooks } from '../sale-places/index.ts';
import { productIdsAt, removeProducts } from './ahead.queries.ts';
import { dropOldUploads } from './drop-old-uploads.ts';
import { expectNothingAhead } from './expect-nothing-ahead.ts';
import { keepSlots } from './keep-slots.ts';
import { indexProducts, setProductsOf } from './packs.queries.ts';
import { planWeek } from './plan-week.ts';
import { packsOnSaleAt, packsOnSaleOf } from './slots.queries.ts';

export { packKeeper } from './keeper.queries.ts';
export { findUploads, rateProduct, takeUpload } from './packs.queries.ts';
export { packRoutes } from './packs.routes.ts';
export { productTypes } from './product-types.ts';
export {
  cancelSlot,
  giveUnitBack,
  lowerQuantity,
  slotOnSale,
  slotsAreKept,
  staysOpen,
  takeUnit,
} from './slots.queries.ts';
export { uploadPhoto } from './upload-photo.ts';

/** Packs go with their venue. */
export const followPlace: PlaceHooks = {
  /** It is found by its new name and place at once; on another clock its windows are other instants. */
  async changed(trx, { id, newTimeZone }, now) {
    await indexProducts(trx, { placeId: id });
    if (newTimeZone) await planWeeksAt(trx, id, now);
  },
  async paused(trx, { id, paused }, now) {
    await setProductsOf(trx, { placeId: id }, !paused);
    if (!paused) await planWeeksAt(trx, id, now);
  },
  async removing(trx, id, now) {
    const ids = await productIdsAt(trx, id);
    await expectNothingAhead(trx, ids, now);
    await removeProducts(trx, ids, now);
  },
};

async function planWeeksAt(trx: Trx, placeId: number, now: Date): Promise<void> {
  for (const pack of await packsOnSaleAt(trx, placeId)) await planWeek(trx, pack, now);
}

/** Who stops selling is on sale no more; who sells again is at once, for the coming week. */
export const openOrClose: OnSelling = async (trx, sellerId, selling, now) => {
  await lockSalePlacesOf(trx, sellerId);
  await setProductsOf(trx, { sellerId }, selling);
  if (selling) for (const pack of await packsOnSaleOf(trx, sellerId)) await planWeek(trx, pack, now);
};

export async function packJobs(context: Context): Promise<void> {
  await context.jobs.every('3 * * * *', 'packs.keep-slots', () => keepSlots(context));
  await context.jobs.every('41 3 * * *', 'packs.drop-old-uploads', () => dropOldUploads(context));
  // After days of standing still the week is there at once, not at the next full hour.
  await context.db.transaction().execute((trx) => context.jobs.enqueue(trx, 'packs.keep-slots', {}));
}
