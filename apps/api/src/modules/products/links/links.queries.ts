import { dropContradictedDiets } from '@wopack/domain';
import { sql } from 'kysely';
import type { BusinessScope } from '../../../platform/db/business-scope.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { lockSalePlacesForProducts } from '../../sale-places/index.ts';

const LINK_LOCK = 4802;

/** One change at a time of what linked products have in common. */
const lockLink = (trx: Trx, linkId: number) =>
  sql`select pg_advisory_xact_lock(${LINK_LOCK}::int, ${linkId}::int)`.execute(trx);

const selectLinked = (db: DbOrTrx, businessId: number) =>
  db
    .selectFrom('products')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .where('products.seller_id', '=', businessId)
    .where('products.state', '!=', 'removed');

/** Products of these links with their sale places, in the order of their names. */
export const listLinkedProducts = (db: DbOrTrx, { businessId }: BusinessScope, linkId: number) =>
  selectLinked(db, businessId)
    .select(['products.id', 'products.sale_place_id', 'sale_places.name as sale_place_name'])
    .where('products.link_id', '=', linkId)
    .orderBy('sale_places.name')
    .orderBy('products.id')
    .execute();

/** How many products each of these links has. */
export async function countLinkedProducts(
  db: DbOrTrx,
  { businessId }: BusinessScope,
  linkIds: readonly number[],
): Promise<Map<number, number>> {
  if (linkIds.length === 0) return new Map();
  const rows = await selectLinked(db, businessId)
    .select('products.link_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('products.link_id', '=', sql<number>`any(${linkIds}::int[])`)
    .groupBy('products.link_id')
    .execute();
  return new Map(rows.map(({ link_id, count }) => [link_id!, count]));
}

const findPlaceAndLink = (trx: Trx, { businessId }: BusinessScope, id: number) =>
  trx
    .selectFrom('products')
    .select(['sale_place_id', 'link_id'])
    .where('id', '=', id)
    .where('seller_id', '=', businessId)
    .where('state', '!=', 'removed')
    .executeTakeFirst();

export interface LockedLink {
  linkId: number | null;
  products: {
    id: number;
    sale_place_id: number;
    state: string;
    price_cents: number;
    old_price_cents: number;
  }[];
}

/**
 * Locks, in the order of docs/locking.md, what a change of a product may concern: its link, its sale place and those of
 * the products linked with it, further sale places of the business, the linked products and further ones.
 */
export async function lockLinked(
  trx: Trx,
  scope: BusinessScope,
  {
    id,
    salePlaceIds = [],
    productIds = [],
  }: { id: number; salePlaceIds?: readonly number[]; productIds?: readonly number[] },
): Promise<LockedLink> {
  // One new link of a business at a time: its number is the next one.
  if (productIds.length > 0) await lockLink(trx, -scope.businessId);
  const product = await findPlaceAndLink(trx, scope, id);
  const linkId = product?.link_id ?? null;
  if (linkId !== null) await lockLink(trx, linkId);
  const linked = linkId === null ? [] : await listLinkedProducts(trx, scope, linkId);
  await lockSalePlacesForProducts(trx, scope.businessId, [
    ...salePlaceIds,
    ...(product ? [product.sale_place_id] : []),
    ...linked.map(({ sale_place_id }) => sale_place_id),
  ]);
  if (linkId === null && productIds.length === 0) return { linkId, products: [] };
  const rows = await trx
    .selectFrom('products')
    .select(['id', 'sale_place_id', 'state', 'price_cents', 'old_price_cents', 'link_id'])
    .where(({ or, eb }) =>
      or([eb('link_id', '=', linkId), eb('id', '=', sql<number>`any(${productIds}::int[])`)]),
    )
    .where('seller_id', '=', scope.businessId)
    .where('state', '!=', 'removed')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return { linkId, products: linkId === null ? [] : rows.filter(({ link_id }) => link_id === linkId) };
}

/** Those of products of the business. */
export const listSalePlaceIdsOf = async (
  trx: Trx,
  { businessId }: BusinessScope,
  ids: readonly number[],
): Promise<number[]> =>
  (
    await trx
      .selectFrom('products')
      .select('sale_place_id')
      .where('id', '=', sql<number>`any(${ids}::int[])`)
      .where('seller_id', '=', businessId)
      .execute()
  ).map(({ sale_place_id: placeId }) => placeId);

/** A number for a link that is made afterwards: no product's id, and no number of another link of the business. */
export const createLinkId = async (trx: Trx, { businessId }: BusinessScope): Promise<number> =>
  (
    await trx
      .selectFrom('products')
      .select(sql<number>`least(min(link_id), 0) - 1`.as('id'))
      .where('seller_id', '=', businessId)
      .executeTakeFirstOrThrow()
  ).id;

export const setLink = (trx: Trx, ids: readonly number[], linkId: number | null) =>
  trx
    .updateTable('products')
    .set({ link_id: linkId })
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .execute();

/** Gives products the texts of another one in other languages, those of the translation service included. */
export async function copyTexts(trx: Trx, fromId: number, toIds: readonly number[]): Promise<void> {
  await trx.deleteFrom('product_texts').where('product_id', '=', sql<number>`any(${toIds}::int[])`).execute();
  await trx
    .insertInto('product_texts')
    .columns(['product_id', 'language', 'name', 'description', 'is_translated'])
    .expression((from) =>
      from
        .selectFrom('product_texts')
        .select(sql<number>`unnest(${toIds}::int[])`.as('product_id'))
        .select(['language', 'name', 'description', 'is_translated'])
        .where('product_id', '=', fromId),
    )
    .execute();
}

/** What linked products have in common, from one to the others; not a diet that what the product names rules out. */
export async function copyContents(trx: Trx, fromId: number, toIds: readonly number[]): Promise<void> {
  const { diet, allergens } = await trx
    .selectFrom('products')
    .select(['diet', 'allergens'])
    .where('id', '=', fromId)
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('products')
    .from('products as source')
    .set(({ ref }) => ({
      name: ref('source.name'),
      description: ref('source.description'),
      language: ref('source.language'),
      type_ids: ref('source.type_ids'),
      photos: ref('source.photos').$castTo<string>(),
      allergens: ref('source.allergens'),
      is_free_of_allergens: ref('source.is_free_of_allergens'),
      awaits_allergens: ref('source.awaits_allergens'),
      state: sql<'closed'>`case when source.awaits_allergens and products.state = 'active' then 'closed' else products.state end`,
      diet: dropContradictedDiets(diet, allergens),
      is_perishable: ref('source.is_perishable'),
      weight_grams: ref('source.weight_grams'),
      vat_percent: ref('source.vat_percent').$castTo<number | null>(),
      is_vat_mixed: ref('source.is_vat_mixed'),
      translation_tried_at: ref('source.translation_tried_at'),
    }))
    .where('source.id', '=', fromId)
    .where('products.id', '=', sql<number>`any(${toIds}::int[])`)
    .execute();
}
