import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import { isPossibleId } from '../../platform/parse-id.ts';
import { findMySalePlace, lockMySalePlace } from '../sale-places/index.ts';

const selectMyProducts = (db: DbOrTrx, sellerId: number) =>
  db
    .selectFrom('products')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .select([
      'products.id',
      'products.sale_place_id',
      'products.name',
      'products.description',
      'products.state',
    ])
    .select(['products.price_cents', 'products.old_price_cents', 'products.type_ids', 'products.photos'])
    .select(['products.allergens', 'products.diet', 'products.daily_quantity', 'products.schedule'])
    .select(['products.rating_sum', 'products.rating_count', 'products.created_at'])
    .select('sale_places.name as sale_place_name')
    .where('sale_places.seller_id', '=', sellerId);

/** A seller's products including drafts, optionally of one sale place. */
export const listMyProducts = (db: DbOrTrx, sellerId: number, salePlaceId?: number) =>
  selectMyProducts(db, sellerId)
    .where('products.state', '!=', 'removed')
    .$if(salePlaceId !== undefined, (select) => select.where('products.sale_place_id', '=', salePlaceId!))
    .orderBy('products.id')
    .execute();

export const findMyProduct = (db: DbOrTrx, sellerId: number, id: number) =>
  selectMyProducts(db, sellerId)
    .where('products.id', '=', id)
    .where('products.state', '!=', 'removed')
    .executeTakeFirst();

/** The same with the time zone of its sale place, by an id that may be malformed. */
export async function findMyProductInZone(db: DbOrTrx, sellerId: number, id: number | string) {
  const product = isPossibleId(id) ? await findMyProduct(db, sellerId, Number(id)) : undefined;
  const salePlace = product && (await findMySalePlace(db, sellerId, product.sale_place_id));
  return salePlace && { ...product!, time_zone: salePlace.time_zone };
}

/** Includes removed ones, for the export of personal data. */
export const listMyProductsWithRemoved = (db: DbOrTrx, sellerId: number) =>
  selectMyProducts(db, sellerId).orderBy('products.id').execute();

/**
 * A product of this seller with its sale place; both locked, so that concurrent changes are serialised.
 * Undefined when missing or another seller's.
 */
export async function lockMyProduct(trx: Trx, sellerId: number, id: number) {
  const candidate = await findMyProduct(trx, sellerId, id);
  const salePlace = candidate && (await lockMySalePlace(trx, sellerId, candidate.sale_place_id, 'share'));
  if (!salePlace) return undefined;
  const product = await trx
    .selectFrom('products')
    .select(['id', 'photos', 'sale_place_id', 'schedule', 'daily_quantity', 'state'])
    .select(['price_cents', 'old_price_cents'])
    .where('id', '=', id)
    .where('sale_place_id', '=', salePlace.id)
    .where('state', '!=', 'removed')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return product && { ...product, time_zone: salePlace.time_zone, place_paused: salePlace.paused };
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
