import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { listSalePlaceTypes } from '../sale-places/index.ts';
import { listProductTypes } from './products.queries.ts';
import { buildSearchTerms, formatSearchVector, listSearchWords, SEARCH_VERSION } from './search.rules.ts';
import { listTextsOfProducts } from './translations/translations.queries.ts';

/** Updates the search columns of products: position and terms. */
export const indexProducts = (
  trx: Trx,
  where: { productId: number } | { productIds: readonly number[] } | { salePlaceId: number },
): Promise<number[]> =>
  indexSelected(trx, (rows) => {
    if ('salePlaceId' in where) return rows.where('sale_places.id', '=', where.salePlaceId);
    const ids = 'productId' in where ? [where.productId] : where.productIds;
    return rows.where('products.id', '=', sql<number>`any(${ids}::int[])`);
  });

/** In one order, so that concurrent updates cannot deadlock. */
const selectIndexedProducts = (trx: Trx) =>
  trx
    .selectFrom('products')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .select('products.id')
    .orderBy('products.id')
    .forNoKeyUpdate('products');

type IndexedProducts = ReturnType<typeof selectIndexedProducts>;

/**
 * Returns the ids of the products. They are locked before their texts are read, so that a text saved meanwhile is
 * indexed.
 */
async function indexSelected(
  trx: Trx,
  select: (products: IndexedProducts) => IndexedProducts,
): Promise<number[]> {
  const ids = (await select(selectIndexedProducts(trx)).execute()).map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('products')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .select(['products.id', 'products.name', 'products.description', 'products.type_ids'])
    .select(['products.allergens', 'products.is_free_of_allergens', 'products.diet'])
    .select(['sale_places.name as sale_place_name', 'sale_places.type_ids as sale_place_type_ids'])
    .select(['sale_places.address', 'sale_places.latitude', 'sale_places.longitude'])
    .where('products.id', '=', sql<number>`any(${ids}::int[])`)
    .execute();
  const types = await listProductTypes(trx);
  const salePlaceTypes = await listSalePlaceTypes(trx);
  const textsByProduct = Map.groupBy(await listTextsOfProducts(trx, ids), ({ product_id }) => product_id);
  const words = new Set<string>();
  const searchTexts = rows.map((row) => {
    const texts = [row, ...(textsByProduct.get(row.id) ?? [])];
    const terms = buildSearchTerms({
      name: texts.map(({ name }) => name).join(' '),
      types: types.filter(({ id }) => row.type_ids.includes(id)),
      salePlaceTypes: salePlaceTypes.filter(({ id }) => row.sale_place_type_ids.includes(id)),
      salePlaceName: row.sale_place_name,
      address: row.address,
      description: texts.map(({ description }) => description).join(' '),
      allergens: row.allergens,
      isFreeOfAllergens: row.is_free_of_allergens,
      diet: row.diet,
    });
    for (const word of listSearchWords(terms)) words.add(word);
    return formatSearchVector(terms);
  });
  await sql`
    with indexed as (
      select id, terms::tsvector as search, ll_to_earth(latitude, longitude) as earth
      from unnest(${rows.map(({ id }) => id)}::int[], ${searchTexts}::text[],
        ${rows.map(({ latitude }) => latitude)}::float8[], ${rows.map(({ longitude }) => longitude)}::float8[])
        as row (id, terms, latitude, longitude)
    )
    update products set search = indexed.search, earth = indexed.earth
    from indexed where products.id = indexed.id`.execute(trx);
  await insertSearchWords(trx, words);
  return ids;
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
  const ids = await indexSelected(trx, (rows) => rows.where('products.id', '>', indexedThrough).limit(limit));
  await saveSearchIndexState(trx, ids.length < limit ? null : Math.max(...ids));
  return ids.length === limit;
}

/** `indexedThrough`: the last product indexed with this version of the terms; null when all are. */
export const saveSearchIndexState = (trx: Trx, indexedThrough: number | null) =>
  trx
    .updateTable('search_index_state')
    .set({ version: SEARCH_VERSION, indexed_through: indexedThrough })
    .execute();
