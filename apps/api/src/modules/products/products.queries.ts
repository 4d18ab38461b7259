import { type Insertable, sql, type Updateable } from 'kysely';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { Database, StoredPhoto } from '../../platform/db/schema.ts';
import { addSalePlaceRating, toEarth } from '../sale-places/index.ts';

/** The caller's own uploads among these paths. */
export const findUploads = (db: DbOrTrx, userId: number, paths: readonly string[]) =>
  db.selectFrom('uploads').select('path').where('user_id', '=', userId).where('path', 'in', paths).execute();

/** Deletes and returns the caller's own uploads among these paths, so that each can be used once. */
export const claimUploads = (trx: Trx, userId: number, paths: string[]) =>
  trx
    .deleteFrom('uploads')
    .where('user_id', '=', userId)
    .where('path', 'in', paths)
    .returning(['path', 'srcset'])
    .execute();

type NewProduct = Omit<
  Insertable<Database['products']>,
  | ('id' | 'state' | 'rating_sum' | 'rating_count')
  | ('earth' | 'search' | 'daily_quantity' | 'schedule' | 'created_at')
>;

/** Inserts a draft; it is not listed until its schedule is saved. */
export function insertProduct(
  trx: Trx,
  product: NewProduct,
  position: { latitude: number; longitude: number },
  now: Date,
) {
  const earth = toEarth(position.latitude, position.longitude);
  return trx
    .insertInto('products')
    .values({
      sale_place_id: product.sale_place_id,
      name: product.name,
      description: product.description,
      language: product.language,
      price_cents: product.price_cents,
      old_price_cents: product.old_price_cents,
      type_ids: product.type_ids,
      photos: product.photos,
      ...(product.allergens && { allergens: product.allergens }),
      ...(product.diet && { diet: product.diet }),
      earth,
      search: sql<unknown>`''::tsvector`,
      daily_quantity: null,
      schedule: null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

export const updateProduct = (trx: Trx, id: number, change: Updateable<Database['products']>) =>
  trx.updateTable('products').set(change).where('id', '=', id).execute();

export const insertUpload = (
  db: DbOrTrx,
  { path, srcset, user_id, created_at }: StoredPhoto & { user_id: number; created_at: Date },
) => db.insertInto('uploads').values({ path, srcset, user_id, created_at }).execute();

/** Deletes and returns a batch of unused uploads. */
export const deleteOldUploads = (trx: Trx, before: Date, limit: number) =>
  trx
    .deleteFrom('uploads')
    .where('path', 'in', (uploads) =>
      uploads
        .selectFrom('uploads')
        .select('path')
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['path', 'srcset'])
    .execute();

/**
 * Takes the products of a seller or a sale place off sale, or puts them back. Paused products and drafts
 * stay as they are; what is paused by its seller or hidden by an operator stays closed.
 */
export const setProductsOnSale = (
  trx: Trx,
  scope: { sellerId: number } | { salePlaceId: number } | { productId: number },
  onSale: boolean,
) =>
  trx
    .updateTable('products')
    .set({ state: onSale ? 'active' : 'closed' })
    .where('state', '=', onSale ? 'closed' : 'active')
    .$if(onSale, (update) => update.where('hidden_at', 'is', null))
    .$if('productId' in scope, (update) =>
      update.where('id', '=', (scope as { productId: number }).productId),
    )
    .where('sale_place_id', 'in', (salePlaces) =>
      salePlaces
        .selectFrom('sale_places')
        .select('id')
        .$if('sellerId' in scope, (select) =>
          select.where('seller_id', '=', (scope as { sellerId: number }).sellerId),
        )
        .$if('salePlaceId' in scope, (select) =>
          select.where('id', '=', (scope as { salePlaceId: number }).salePlaceId),
        )
        .$if(onSale, (select) =>
          select
            .where('paused', '=', false)
            .where('hidden_at', 'is', null)
            .where('seller_id', 'not in', (sellers) =>
              sellers.selectFrom('users').select('users.id').where('suspended_at', 'is not', null),
            ),
        ),
    )
    .execute();

export const findProductState = (trx: Trx, id: number) =>
  trx
    .selectFrom('products')
    .select(['id', 'sale_place_id', 'state', 'hidden_at', 'name'])
    .where('id', '=', id)
    .where('state', '!=', 'removed')
    .executeTakeFirst();

export const setProductHidden = (
  trx: Trx,
  id: number,
  change: { hidden_at: Date | null; state?: 'closed' },
) => trx.updateTable('products').set(change).where('id', '=', id).execute();

/** Adds the rating of one order to the product and its sale place; negative stars take it back. */
export async function addProductRating(trx: Trx, productId: number, stars: number): Promise<void> {
  const { sale_place_id: salePlaceId } = await trx
    .selectFrom('products')
    .select('sale_place_id')
    .where('id', '=', productId)
    .executeTakeFirstOrThrow();
  // Lock order: a sale place before its products.
  await addSalePlaceRating(trx, salePlaceId, stars);
  await trx
    .updateTable('products')
    .set({
      rating_sum: sql`rating_sum + ${stars}::int`,
      rating_count: sql`rating_count + ${Math.sign(stars)}::int`,
    })
    .where('id', '=', productId)
    .execute();
}

/** Deletes and returns one of the caller's own uploads; null when there is none. */
export const claimUpload = async (trx: Trx, userId: number, path: string): Promise<StoredPhoto | null> =>
  (await claimUploads(trx, userId, [path]))[0] ?? null;
