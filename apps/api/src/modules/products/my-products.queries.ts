import { sql } from 'kysely';
import { type BusinessScope, isInScope, wholeBusiness } from '../../platform/db/business-scope.ts';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import { isPossibleId } from '../../platform/http/app-error.ts';
import type { PersonalDataHandler } from '../../platform/personal-data.ts';
import { findMySalePlace, lockMySalePlace, lockSalePlacesOf } from '../sale-places/index.ts';
import { deleteImportsOf } from './product-imports/product-imports.queries.ts';
import { setProductsOnSale, vatRateOfProduct } from './products.queries.ts';
import { listTextsOfProducts } from './translations/translations.queries.ts';

const selectMyProducts = (db: DbOrTrx, scope: BusinessScope) =>
  db
    .selectFrom('products')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .select([
      'products.id',
      'products.sale_place_id',
      'products.name',
      'products.description',
      'products.language',
      'products.state',
    ])
    .select(['products.price_cents', 'products.old_price_cents', 'products.type_ids', 'products.photos'])
    .select([
      'products.allergens',
      'products.is_free_of_allergens',
      'products.awaits_allergens',
      'products.is_perishable',
      'products.weight_grams',
      'products.diet',
    ])
    .select(['products.daily_quantity', 'products.max_per_order', 'products.schedule'])
    .select('products.own_code')
    .select(vatRateOfProduct.as('vat_rate'))
    .select(['products.allocation', 'products.entry_minutes', 'products.draws_next', 'products.link_id'])
    .select(['products.rating_sum', 'products.rating_count', 'products.created_at'])
    .select('sale_places.name as sale_place_name')
    .where(isInScope(scope, 'sale_places.seller_id', 'sale_places.id'));

/** A seller's products including drafts, optionally of one sale place. */
export const listMyProducts = (db: DbOrTrx, scope: BusinessScope, salePlaceId?: number) =>
  selectMyProducts(db, scope)
    .where('products.state', '!=', 'removed')
    .$if(salePlaceId !== undefined, (select) => select.where('products.sale_place_id', '=', salePlaceId!))
    .orderBy('products.id')
    .execute();

export const findMyProduct = (db: DbOrTrx, scope: BusinessScope, id: number) =>
  selectMyProducts(db, scope)
    .where('products.id', '=', id)
    .where('products.state', '!=', 'removed')
    .executeTakeFirst();

/** The same with the time zone of its sale place, by an id that may be malformed. */
export async function findMyProductInZone(db: DbOrTrx, scope: BusinessScope, id: number | string) {
  const product = isPossibleId(id) ? await findMyProduct(db, scope, Number(id)) : undefined;
  const salePlace = product && (await findMySalePlace(db, scope, product.sale_place_id));
  return salePlace && { ...product!, time_zone: salePlace.time_zone };
}

/** Includes removed ones, for the export of personal data. */
export const listMyProductsWithRemoved = (db: DbOrTrx, scope: BusinessScope) =>
  selectMyProducts(db, scope).orderBy('products.id').execute();

/**
 * A product of this seller with its sale place; both locked, so that concurrent changes are serialised.
 * Undefined when missing or another seller's.
 */
export async function lockMyProduct(trx: Trx, scope: BusinessScope, id: number) {
  const candidate = await findMyProduct(trx, scope, id);
  const salePlace = candidate && (await lockMySalePlace(trx, scope, candidate.sale_place_id, 'share'));
  if (!salePlace) return undefined;
  const product = await trx
    .selectFrom('products')
    .select(['id', 'photos', 'sale_place_id', 'schedule', 'daily_quantity', 'max_per_order', 'state'])
    .select(['price_cents', 'old_price_cents', 'draws_next', 'hidden_at', 'name', 'description', 'language'])
    .select([
      'type_ids',
      'allergens',
      'is_free_of_allergens',
      'awaits_allergens',
      'is_perishable',
      'weight_grams',
      'diet',
      'link_id',
      'own_code',
    ])
    .select(vatRateOfProduct.as('vat_rate'))
    .where('id', '=', id)
    .where('sale_place_id', '=', salePlace.id)
    .where('state', '!=', 'removed')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return (
    product && {
      ...product,
      sale_place_name: salePlace.name,
      time_zone: salePlace.time_zone,
      stays_closed: salePlace.is_closed || product.hidden_at !== null || product.awaits_allergens,
    }
  );
}

/**
 * Photo paths of all products of a seller, including removed ones, which buyers still see in their orders.
 */
export async function listPhotoPathsInUse(trx: Trx, sellerId: number): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('products')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .select('products.photos')
    .where('sale_places.seller_id', '=', sellerId)
    .execute();
  return new Set(rows.flatMap(({ photos }) => photos.map(({ path }) => path)));
}

/** Units of these products that are paid and not handed out, and units on hold. */
export async function countOpenOrdersAndHolds(
  trx: DbOrTrx,
  productIds: number[],
): Promise<{ orders: number; holds: number }> {
  if (productIds.length === 0) return { orders: 0, holds: 0 };
  const slots = trx.selectFrom('pickup_slots').where('pickup_slots.product_id', 'in', productIds);
  // One statement reads one snapshot, so a hold that becomes an order meanwhile is counted once.
  return trx
    .selectNoFrom([
      slots
        .innerJoin('orders', 'orders.slot_id', 'pickup_slots.id')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('orders.state', '=', 'paid')
        .$asScalar()
        .$notNull()
        .as('orders'),
      slots
        .innerJoin('payments', 'payments.slot_id', 'pickup_slots.id')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('payments.state', '=', 'pending')
        .$asScalar()
        .$notNull()
        .as('holds'),
    ])
    .executeTakeFirstOrThrow();
}

/**
 * Waits for transactions that are taking a unit of these products and blocks further ones until this
 * transaction ends.
 */
export const lockSlots = (trx: Trx, productIds: number[], now: Date) =>
  trx
    .selectFrom('pickup_slots')
    .select('id')
    .where('product_id', 'in', productIds.length ? productIds : [0])
    .where('ends_at', '>', now)
    .orderBy('id')
    .forUpdate()
    .execute();

export const lockProductIdsOfSalePlace = async (trx: Trx, salePlaceId: number): Promise<number[]> =>
  (
    await trx
      .selectFrom('products')
      .select('id')
      .where('sale_place_id', '=', salePlaceId)
      .where('state', '!=', 'removed')
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
  ).map(({ id }) => id);

/** The rows stay, because past orders refer to them. */
export async function markProductsRemoved(trx: Trx, ids: number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await trx.updateTable('products').set({ state: 'removed' }).where('id', 'in', ids).execute();
  await trx
    .updateTable('pickup_slots')
    .set({ closed: true })
    .where('product_id', 'in', ids)
    .where('ends_at', '>', now)
    .execute();
}

/** Without removed ones. */
export const countMyProducts = async (db: DbOrTrx, sellerId: number): Promise<number> =>
  (
    await db
      .selectFrom('products')
      .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('sale_places.seller_id', '=', sellerId)
      .where('products.state', '<>', 'removed')
      .executeTakeFirstOrThrow()
  ).count;

export const productPersonalData: PersonalDataHandler = {
  async export(db, { businessIds }) {
    const [businessId] = businessIds;
    const products = businessId ? await listMyProductsWithRemoved(db, wholeBusiness(businessId)) : [];
    const texts = await listTextsOfProducts(
      db,
      products.map(({ id }) => id),
    );
    return {
      products: products.map(
        ({ photos, schedule, created_at, type_ids, own_code, draws_next: _, link_id: __, ...product }) => ({
          ...product,
          ...(own_code !== null && { code: own_code }),
          texts: texts
            .filter(({ product_id }) => product_id === product.id)
            .map(({ product_id: _, ...text }) => text),
          category_ids: type_ids,
          photos: photos.map(({ path }) => path),
          schedule: schedule as Record<string, { time_start: string; time_end: string }> | null,
          created_at: created_at.toISOString(),
        }),
      ),
    };
  },
  async unpublish(trx, { businessIds, blockedBusinessIds }, now) {
    for (const sellerId of [...businessIds, ...blockedBusinessIds]) {
      await lockSalePlacesOf(trx, sellerId);
      await setProductsOnSale(trx, { sellerId }, false);
    }
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
          .where('sale_places.seller_id', '=', sql<number>`any(${businessIds}::int[])`),
      )
      .execute();
  },
  /** Names and photos of a seller's products stay for their buyers' orders. */
  async erase(trx, { id: userId, businessIds }) {
    const places = trx
      .selectFrom('sale_places')
      .select('id')
      .where('seller_id', '=', sql<number>`any(${businessIds}::int[])`);
    const products = trx.selectFrom('products').select('id').where('sale_place_id', 'in', places);
    await trx
      .updateTable('products')
      .set({ description: '', own_code: null })
      .where('sale_place_id', 'in', places)
      .execute();
    await trx
      .updateTable('product_texts')
      .set({ description: '' })
      .where('product_id', 'in', products)
      .execute();
    await deleteImportsOf(trx, userId);
    await trx.updateTable('holidays').set({ name: '' }).where('sale_place_id', 'in', places).execute();
    return [];
  },
};
