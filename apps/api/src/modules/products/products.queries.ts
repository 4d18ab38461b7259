import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../platform/db/database.ts';
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
      price_cents: product.price_cents,
      old_price_cents: product.old_price_cents,
      type_ids: product.type_ids,
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
 * Updates the search columns of products: position, words of product and sale place, names of the types in
 * all languages.
 */
export async function indexProducts(
  trx: Trx,
  where: { productId: number } | { salePlaceId: number },
): Promise<void> {
  const rows = await trx
    .selectFrom('products')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .select(['products.id', 'products.name', 'products.description', 'products.type_ids'])
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
      .filter(({ id }) => row.type_ids.includes(id))
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
  // Sorted, so that concurrent inserts of the same words cannot deadlock.
  await trx
    .insertInto('search_words')
    .columns(['word'])
    .expression(sql`select unnest(${[...allWords].sort()}::text[])`)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const buildSearchVector = (words: string[]) => sql<unknown>`array_to_tsvector(${words}::text[])`;

/**
 * Takes the products of a seller or a sale place off sale, or puts them back. Paused products and drafts
 * stay as they are; products of a paused sale place stay closed.
 */
export const setProductsOnSale = (
  trx: Trx,
  scope: { sellerId: number } | { salePlaceId: number },
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
          'sellerId' in scope ? 'seller_id' : 'id',
          '=',
          'sellerId' in scope ? scope.sellerId : scope.salePlaceId,
        )
        .$if(onSale, (select) => select.where('paused', '=', false)),
    )
    .execute();

/** Adds the rating of one order to the product and its sale place. */
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
    .set({ rating_sum: sql`rating_sum + ${stars}::int`, rating_count: sql`rating_count + 1` })
    .where('id', '=', productId)
    .execute();
}

/** Deletes and returns one of the caller's own uploads; null when there is none. */
export const claimUpload = async (trx: Trx, userId: number, path: string): Promise<StoredPhoto | null> =>
  (await claimUploads(trx, userId, [path]))[0] ?? null;

type Types = Awaited<ReturnType<typeof listProductTypes>>;
const cachedTypes = new WeakMap<Db, { loadedAt: number; types: Promise<Types> }>();

/**
 * Seven rows that every list needs and that rarely change, cached for a minute. Uses monotonic time:
 * the age of the cache is independent of the application clock.
 */
export function getCachedProductTypes(db: Db): Promise<Types> {
  const cached = cachedTypes.get(db);
  if (cached && performance.now() - cached.loadedAt < 60_000) return cached.types;
  const types = listProductTypes(db);
  cachedTypes.set(db, { loadedAt: performance.now(), types });
  types.catch(() => cachedTypes.delete(db));
  return types;
}
