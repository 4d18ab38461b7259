import type { PersonalDataHandler } from '../../platform/personal-data.ts';
import { lockSalePlacesOf } from '../sale-places/index.ts';
import { listMyProductsWithRemoved } from './my-products.queries.ts';
import { setProductsOnSale } from './products.queries.ts';

export const productPersonalData: PersonalDataHandler = {
  async export(db, userId) {
    const products = await listMyProductsWithRemoved(db, userId);
    return {
      products: products.map(({ photos, schedule, created_at, type_ids, ...product }) => ({
        ...product,
        category_ids: type_ids,
        photos: photos.map(({ path }) => path),
        schedule: schedule as Record<string, { time_start: string; time_end: string }> | null,
        created_at: created_at.toISOString(),
      })),
    };
  },
  async unpublish(trx, userId, now) {
    await lockSalePlacesOf(trx, userId);
    await setProductsOnSale(trx, { sellerId: userId }, false);
    // Waits for transactions that are taking a unit, so that the check of open items sees their holds.
    await trx
      .updateTable('pickup_slots')
      .set({ closed: true })
      .where('ends_at', '>', now)
      .where('product_id', 'in', (products) =>
        products
          .selectFrom('products')
          .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
          .select('products.id')
          .where('sale_places.seller_id', '=', userId),
      )
      .execute();
  },
  /** Photos of a seller's products stay for their buyers; unused uploads are deleted. */
  erase: (trx, userId) =>
    trx.deleteFrom('uploads').where('user_id', '=', userId).returning(['path', 'srcset']).execute(),
};
