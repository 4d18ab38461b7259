import { type Insertable, sql, type Updateable } from 'kysely';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { Database, StoredPhoto } from '../../platform/db/schema.ts';
import { parseSearchWords } from '../../platform/search-words.ts';
import { addSalePlaceRating, toEarth } from '../sale-places/index.ts';

export const listProductTypes = (db: DbOrTrx) =>
  db.selectFrom('product_types').select(['id', 'slug', 'name']).orderBy('id').execute();

export const listPriceTiers = (db: DbOrTrx) =>
  db.selectFrom('price_tiers').select(['price_cents', 'old_price_cents']).orderBy('price_cents').execute();

/** The caller's own uploads among these paths. */
export const findUploads = (db: DbOrTrx, userId: number, paths: readonly string[]) =>
  db.selectFrom('uploads').select('path').where('user_id', '=', userId).where('path', 'in', paths).execute();

/** Uses up the caller's own uploads among these paths; answers what they were. */
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

/** A draft: not to be found until its schedule is sent. */
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
      price_cents: product.price_cents,
      old_price_cents: product.old_price_cents,
      category_ids: product.category_ids,
      photos: product.photos,
      ...(product.allergens && { allergens: product.allergens }),
      ...(product.diet && { diet: product.diet }),
      earth,
      search: buildSearchVector([]),
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

/** Uploads that never became part of anything, some at a time; answers what they were. */
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
 * Brings what a search looks at up to date for packs of a venue (or one of them): position, words of pack and venue,
 * names of its types in all languages.
 */
export async function indexProducts(
  trx: Trx,
  where: { productId: number } | { salePlaceId: number },
): Promise<void> {
  const rows = await trx
    .selectFrom('products')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .select(['products.id', 'products.name', 'products.description', 'products.category_ids'])
    .select([
      'sale_places.name as place',
      'sale_places.address',
      'sale_places.latitude',
      'sale_places.longitude',
    ])
    .where(
      'productId' in where ? 'products.id' : 'sale_places.id',
      '=',
      'productId' in where ? where.productId : where.salePlaceId,
    )
    .execute();
  if (rows.length === 0) return;
  const types = await listProductTypes(trx);
  const allWords = new Set<string>();
  for (const row of rows) {
    const typeNames = types
      .filter(({ id }) => row.category_ids.includes(id))
      .flatMap(({ name }) => Object.values(name));
    const words = [
      ...new Set(
        parseSearchWords([row.name, row.place, row.address, row.description, ...typeNames].join(' ')),
      ),
    ];
    await trx
      .updateTable('products')
      .set({ search: buildSearchVector(words), earth: toEarth(row.latitude, row.longitude) })
      .where('id', '=', row.id)
      .execute();
    for (const word of words) allWords.add(word);
  }
  // In one order everywhere: two who bring the same new words at once wait for one another, not each for the other.
  await trx
    .insertInto('search_words')
    .columns(['word'])
    .expression(sql`select unnest(${[...allWords].sort()}::text[])`)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const buildSearchVector = (words: string[]) => sql<unknown>`array_to_tsvector(${words}::text[])`;

/**
 * Takes what a seller, or one of their venues, has on sale off it, or puts it back. What was paused or a draft stays
 * so, and what belongs to a venue that is paused stays closed.
 */
export const setProductsOnSale = (
  trx: Trx,
  owner: { sellerId: number } | { salePlaceId: number },
  onSale: boolean,
) =>
  trx
    .updateTable('products')
    .set({ state: onSale ? 'active' : 'closed' })
    .where('state', '=', onSale ? 'closed' : 'active')
    .where('sale_place_id', 'in', (salePlaces) =>
      salePlaces
        .selectFrom('sale_places')
        .select('id')
        .where(
          'sellerId' in owner ? 'owner_id' : 'id',
          '=',
          'sellerId' in owner ? owner.sellerId : owner.salePlaceId,
        )
        .$if(onSale, (select) => select.where('paused', '=', false)),
    )
    .execute();

/** Stars of one more order, for the pack and for its venue. */
export async function addProductRating(trx: Trx, productId: number, stars: number): Promise<void> {
  const { sale_place_id: salePlaceId } = await trx
    .selectFrom('products')
    .select('sale_place_id')
    .where('id', '=', productId)
    .executeTakeFirstOrThrow();
  // The venue before its pack, as everybody locks them.
  await addSalePlaceRating(trx, salePlaceId, stars);
  await trx
    .updateTable('products')
    .set({ rating_sum: sql`rating_sum + ${stars}::int`, rating_count: sql`rating_count + 1` })
    .where('id', '=', productId)
    .execute();
}

/** Uses up one of the caller's own uploads; null when it is none. */
export const claimUpload = async (trx: Trx, userId: number, path: string): Promise<StoredPhoto | null> =>
  (await claimUploads(trx, userId, [path]))[0] ?? null;
