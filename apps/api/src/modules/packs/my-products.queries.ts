import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import { isPossibleId } from '../../platform/loose-id.ts';
import { findMySalePlace, lockMySalePlace } from '../sale-places/index.ts';

const myProducts = (db: DbOrTrx, ownerId: number) =>
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
    .select(['products.price_cents', 'products.old_price_cents', 'products.category_ids', 'products.photos'])
    .select(['products.allergens', 'products.diet', 'products.daily_quantity', 'products.schedule'])
    .select(['products.rating_sum', 'products.rating_count', 'products.created_at'])
    .select('sale_places.name as sale_place_name')
    .where('sale_places.owner_id', '=', ownerId);

/** A seller's packs, drafts too; of one venue if one is given. */
export const listMyProducts = (db: DbOrTrx, ownerId: number, placeId?: number) =>
  myProducts(db, ownerId)
    .where('products.state', '!=', 'removed')
    .$if(placeId !== undefined, (select) => select.where('products.sale_place_id', '=', placeId!))
    .orderBy('products.id')
    .execute();

export const findMyProduct = (db: DbOrTrx, ownerId: number, id: number) =>
  myProducts(db, ownerId)
    .where('products.id', '=', id)
    .where('products.state', '!=', 'removed')
    .executeTakeFirst();

/** The same with the clock of its venue, by an id that may be none. */
export async function findMyProductInZone(db: DbOrTrx, ownerId: number, id: number | string) {
  const product = isPossibleId(id) ? await findMyProduct(db, ownerId, Number(id)) : undefined;
  const place = product && (await findMySalePlace(db, ownerId, product.sale_place_id));
  return place && { ...product!, time_zone: place.time_zone };
}

/** Removed ones too: what is kept of a person. */
export const listKeptProducts = (db: DbOrTrx, ownerId: number) =>
  myProducts(db, ownerId).orderBy('products.id').execute();

/**
 * A pack of this owner with what its venue says of it; both locked, so that two changes at once follow one another.
 * Undefined when there is none, or it is somebody else's.
 */
export async function lockMyProduct(trx: Trx, ownerId: number, id: number) {
  const found = await findMyProduct(trx, ownerId, id);
  const place = found && (await lockMySalePlace(trx, ownerId, found.sale_place_id, 'share'));
  if (!place) return undefined;
  const product = await trx
    .selectFrom('products')
    .select(['id', 'photos', 'sale_place_id', 'schedule', 'daily_quantity', 'state'])
    .select(['price_cents', 'old_price_cents'])
    .where('id', '=', id)
    .where('sale_place_id', '=', place.id)
    .where('state', '!=', 'removed')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return product && { ...product, time_zone: place.time_zone, place_paused: place.paused };
}

/** Paths of all photos of a seller's packs, removed ones too: whoever bought those still sees them. */
export async function photosInUse(trx: Trx, ownerId: number): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('products')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .select('products.photos')
    .where('sale_places.owner_id', '=', ownerId)
    .execute();
  return new Set(rows.flatMap(({ photos }) => photos.map(({ path }) => path)));
}
