import type { Trx } from '../../../src/platform/db/database.ts';

export async function insertFavourites(trx: Trx, userId: number, productIds: readonly number[], now: Date) {
  if (productIds.length === 0) return;
  await trx
    .insertInto('favourites')
    .values(productIds.map((productId) => ({ user_id: userId, product_id: productId, created_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
