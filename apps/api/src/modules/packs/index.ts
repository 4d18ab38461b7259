import type { Context } from '../../platform/context.ts';
import type { OnPlaceChanged } from '../sale-places/index.ts';
import { keepSlots } from './keep-slots.ts';
import { indexProducts } from './packs.queries.ts';

export { packRoutes } from './packs.routes.ts';
export { productTypes } from './product-types.ts';
export { searchWords } from './search-text.rules.ts';
export { giveUnitBack, slotOnSale, takeUnit } from './slots.queries.ts';

/** A venue that moved or has a new name is found by it at once. */
export const followPlace: OnPlaceChanged = (trx, placeId) => indexProducts(trx, { placeId });

export async function packJobs(context: Context): Promise<void> {
  await context.jobs.every('3 * * * *', 'packs.keep-slots', () => keepSlots(context));
  // After days of standing still the week is there at once, not at the next full hour.
  await context.db.transaction().execute((trx) => context.jobs.enqueue(trx, 'packs.keep-slots', {}));
}
