import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { Database, StoredPhoto } from '../../platform/db/schema.ts';
import { addSalePlaceRating, listSalePlaceTypes, toEarth } from '../sale-places/index.ts';
import { buildSearchTerms, formatSearchVector, listSearchWords, SEARCH_VERSION } from './search.rules.ts';

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

/** Updates the search columns of products: position and terms. */
export const indexProducts = (
  trx: Trx,
  where: { productId: number } | { salePlaceId: number },
): Promise<number[]> =>
  indexSelected(trx, (rows) =>
    'productId' in where
      ? rows.where('products.id', '=', where.productId)
      : rows.where('sale_places.id', '=', where.salePlaceId),
  );

const selectIndexedFields = (trx: Trx) =>
  trx
    .selectFrom('products')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .select(['products.id', 'products.name', 'products.description', 'products.type_ids'])
    .select(['sale_places.name as sale_place_name', 'sale_places.type_ids as sale_place_type_ids'])
    .select(['sale_places.address', 'sale_places.latitude', 'sale_places.longitude']);

type IndexedFields = ReturnType<typeof selectIndexedFields>;

/** Returns the ids of the products. */
async function indexSelected(trx: Trx, select: (rows: IndexedFields) => IndexedFields): Promise<number[]> {
  const rows = await select(selectIndexedFields(trx)).execute();
  if (rows.length === 0) return [];
  const types = await listProductTypes(trx);
  const salePlaceTypes = await listSalePlaceTypes(trx);
  const words = new Set<string>();
  const searchTexts = rows.map((row) => {
    const terms = buildSearchTerms({
      name: row.name,
      types: types.filter(({ id }) => row.type_ids.includes(id)),
      salePlaceTypes: salePlaceTypes.filter(({ id }) => row.sale_place_type_ids.includes(id)),
      salePlaceName: row.sale_place_name,
      address: row.address,
      description: row.description,
    });
    for (const word of listSearchWords(terms)) words.add(word);
    return formatSearchVector(terms);
  });
  // In one order, so that concurrent updates cannot deadlock.
  await sql`
    with indexed as (
      select id, terms::tsvector as search, ll_to_earth(latitude, longitude) as earth
      from unnest(${rows.map(({ id }) => id)}::int[], ${searchTexts}::text[],
        ${rows.map(({ latitude }) => latitude)}::float8[], ${rows.map(({ longitude }) => longitude)}::float8[])
        as row (id, terms, latitude, longitude)
    ), locked as (
      select products.id from products where products.id in (select id from indexed) order by products.id for no key update
    )
    update products set search = indexed.search, earth = indexed.earth
    from indexed join locked using (id) where products.id = indexed.id`.execute(trx);
  await insertSearchWords(trx, words);
  return rows.map(({ id }) => id);
}

export async function insertSearchWords(trx: Trx, words: ReadonlySet<string>): Promise<void> {
  // Sorted, so that concurrent inserts of the same words cannot deadlock.
  await trx
    .insertInto('search_words')
    .columns(['word'])
    .expression(sql`select unnest(${[...words].sort()}::text[])`)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Indexes the next products after a change of the search terms; false when all are indexed. Safe to interrupt and to
 * run in several processes.
 */
export async function indexNextProducts(trx: Trx, limit: number): Promise<boolean> {
  const state = await trx
    .selectFrom('search_index_state')
    .select(['version', 'indexed_through'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  const isCurrentVersion = state.version === SEARCH_VERSION;
  if (isCurrentVersion && state.indexed_through === null) return false;
  const indexedThrough = isCurrentVersion ? state.indexed_through! : 0;
  const ids = await indexSelected(trx, (rows) =>
    rows.where('products.id', '>', indexedThrough).orderBy('products.id').limit(limit),
  );
  await saveSearchIndexState(trx, ids.length < limit ? null : Math.max(...ids));
  return ids.length === limit;
}

/** `indexedThrough`: the last product indexed with this version of the terms; null when all are. */
export const saveSearchIndexState = (trx: Trx, indexedThrough: number | null) =>
  trx
    .updateTable('search_index_state')
    .set({ version: SEARCH_VERSION, indexed_through: indexedThrough })
    .execute();

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
