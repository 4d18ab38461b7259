import type { LocalizedNames } from '@wopack/domain';
import { type Insertable, sql, type Updateable } from 'kysely';
import { type BusinessScope, isInScope, wholeBusiness } from '../../platform/db/business-scope.ts';
import type { Database, Db, DbOrTrx, Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { PersonalDataHandler } from '../../platform/personal-data.ts';
import { parseSearchWords } from '../../platform/search-words.ts';
import { eraseClaimsOf, listClaimsOf } from './place-claims.queries.ts';

export const listSalePlaceTypes = (db: DbOrTrx) =>
  db.selectFrom('sale_place_types').select(['id', 'slug', 'name']).orderBy('id').execute();

/** Adds a type or renames it. Returns what was before. */
export async function setSalePlaceType(
  trx: Trx,
  { id, slug, name }: { id: number; slug: string; name: LocalizedNames },
) {
  const before = await trx
    .selectFrom('sale_place_types')
    .select(['slug', 'name'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const type = { id, slug, name: JSON.stringify(name) };
  await trx
    .insertInto('sale_place_types')
    .values(type)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(type))
    .execute();
  return before;
}

const salePlacesOf = (db: DbOrTrx, scope: BusinessScope) =>
  db
    .selectFrom('sale_places')
    .select([
      'id',
      'seller_id',
      'name',
      'description',
      'language',
      'descriptions',
      'phone',
      'address',
      'latitude',
      'longitude',
      'time_zone',
    ])
    .select(['has_manual_address', 'type_ids', 'logo', 'rating_sum', 'rating_count', 'paused'])
    .select(['created_at', 'removed_at', 'hidden_at'])
    .where(isInScope(scope, 'seller_id', 'sale_places.id'));

export type SalePlace = Awaited<ReturnType<typeof listMySalePlaces>>[number];

/** A sale place of this seller; undefined when missing or another seller's. */
export const findMySalePlace = (db: DbOrTrx, scope: BusinessScope, id: number) =>
  salePlacesOf(db, scope).where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst();

/**
 * The same, locked until the transaction ends: 'share' to change products, 'alone' to change all products
 * of the sale place. Lock order: a sale place before its products. Also undefined when the business does not
 * sell any more. `is_closed`: nothing there can be on sale, by its seller or by an operator.
 */
export async function lockMySalePlace(trx: Trx, scope: BusinessScope, id: number, mode: 'share' | 'alone') {
  const salePlace = await salePlacesOf(trx, scope)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .$if(mode === 'share', (select) => select.forShare())
    .$if(mode === 'alone', (select) => select.forNoKeyUpdate())
    .executeTakeFirst();
  // Checked under the lock: the business may have ended while this waited.
  const business = await trx
    .selectFrom('businesses')
    .select(['is_selling', 'suspended_at', 'awaits_payout_account'])
    .where('id', '=', scope.businessId)
    .executeTakeFirst();
  if (!business?.is_selling || !salePlace) return undefined;
  const isClosed =
    salePlace.paused ||
    salePlace.hidden_at !== null ||
    business.suspended_at !== null ||
    business.awaits_payout_account;
  return { ...salePlace, is_closed: isClosed };
}

/** These sale places of a seller, locked 'share' in id order. */
export const lockSalePlacesForProducts = (trx: Trx, sellerId: number, ids: readonly number[]) =>
  trx
    .selectFrom('sale_places')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute();

/** All sale places of a seller, locked 'alone' in id order. */
export const lockSalePlacesOf = (trx: Trx, sellerId: number) =>
  trx
    .selectFrom('sale_places')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

export const listMySalePlaces = (db: DbOrTrx, scope: BusinessScope) =>
  salePlacesOf(db, scope).where('removed_at', 'is', null).orderBy('id').execute();

/** Names, addresses and time zones alone. */
export const listSalePlaceNames = (db: DbOrTrx, businessId: number) =>
  db
    .selectFrom('sale_places')
    .select(['id', 'name', 'address', 'time_zone'])
    .where('seller_id', '=', businessId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute();

/** With removed ones: those of orders and statistics. */
export const listMySalePlacesWithRemoved = (db: DbOrTrx, scope: BusinessScope, id?: number) =>
  salePlacesOf(db, scope)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .orderBy('id')
    .execute();

/** The same; a sale place that is asked for must be the seller's. */
export async function requireMySalePlaces(db: DbOrTrx, scope: BusinessScope, id: number | undefined) {
  const salePlaces = await listMySalePlacesWithRemoved(db, scope, id);
  if (id !== undefined && salePlaces.length === 0) throw new AppError('notFound');
  return salePlaces;
}

/**
 * The sale places that a call asks for by `sale_place_id` or `sale_place_ids`, which must be the seller's, and the scope
 * with those of the list alone.
 */
export async function narrowScope(
  db: DbOrTrx,
  scope: BusinessScope,
  { sale_place_id: id, sale_place_ids: list }: { sale_place_id?: number; sale_place_ids?: string },
) {
  const salePlaces = await requireMySalePlaces(db, scope, id);
  if (list === undefined) return { scope, salePlaces };
  const ids = new Set(list.split(',').map(Number));
  const chosen = salePlaces.filter((salePlace) => ids.has(salePlace.id));
  if (chosen.length < ids.size) throw new AppError('notFound');
  const { businessId } = scope;
  return { scope: { businessId, salePlaceIds: chosen.map((salePlace) => salePlace.id) }, salePlaces: chosen };
}

/** A sale place of any seller, locked to change all its products. */
export const lockSalePlace = (trx: Trx, id: number) =>
  trx
    .selectFrom('sale_places')
    .select(['id', 'seller_id', 'name', 'hidden_at', 'type_ids', 'paused'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const setSalePlace = (trx: Trx, id: number, change: Updateable<Database['sale_places']>) =>
  trx.updateTable('sale_places').set(change).where('id', '=', id).execute();

type Reliability = Required<
  Pick<
    Updateable<Database['sale_places']>,
    | ('counted_orders' | 'kept_orders' | 'cancelled_orders')
    | ('last_cancelled_at' | 'last_cancelled_minutes_ahead')
  >
>;

/** How reliably orders are kept. The row, whose version lists of offers go by, is written only when something changes. */
export const setReliability = (db: DbOrTrx, id: number, figure: Reliability) =>
  db
    .updateTable('sale_places')
    .set(figure)
    .where('id', '=', id)
    .where(
      sql<boolean>`(counted_orders, kept_orders, cancelled_orders, last_cancelled_at, last_cancelled_minutes_ahead)
        is distinct from (${figure.counted_orders}::int, ${figure.kept_orders}::int, ${figure.cancelled_orders}::int,
          ${figure.last_cancelled_at}::timestamptz, ${figure.last_cancelled_minutes_ahead}::int)`,
    )
    .execute();

/** Whether orders of any sale place were counted before. */
export const hasReliability = async (db: DbOrTrx): Promise<boolean> =>
  (await db
    .selectFrom('sale_places')
    .select('id')
    .where('counted_orders', '>', 0)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Editable columns; without `description`, `language` or `descriptions` the stored ones stay. */
type PlaceDetails = Pick<
  Insertable<Database['sale_places']>,
  | ('name' | 'description' | 'language' | 'descriptions' | 'phone' | 'address' | 'type_ids')
  | ('latitude' | 'longitude' | 'time_zone' | 'has_manual_address')
>;

const columnsOf = (salePlace: PlaceDetails) => ({
  name: salePlace.name,
  ...(salePlace.description !== undefined && { description: salePlace.description }),
  ...(salePlace.language !== undefined && { language: salePlace.language }),
  ...(salePlace.descriptions !== undefined && { descriptions: salePlace.descriptions }),
  phone: salePlace.phone,
  address: salePlace.address,
  type_ids: salePlace.type_ids,
  latitude: salePlace.latitude,
  longitude: salePlace.longitude,
  time_zone: salePlace.time_zone,
  has_manual_address: salePlace.has_manual_address,
  search: buildSearchVector(salePlace),
});

/** Without removed ones. */
export const countSalePlaces = async (db: DbOrTrx, sellerId: number): Promise<number> =>
  (
    await db
      .selectFrom('sale_places')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('seller_id', '=', sellerId)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow()
  ).count;

export const insertSalePlace = (db: DbOrTrx, sellerId: number, salePlace: PlaceDetails, now: Date) =>
  db
    .insertInto('sale_places')
    .values({ ...columnsOf(salePlace), seller_id: sellerId, logo: null, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();

export const updateSalePlace = (trx: Trx, id: number, salePlace: PlaceDetails) =>
  trx.updateTable('sale_places').set(columnsOf(salePlace)).where('id', '=', id).execute();

const buildSearchVector = ({ name, address }: { name: string; address: string }) =>
  sql<unknown>`array_to_tsvector(${[...new Set(parseSearchWords(`${name} ${address}`))]}::text[])`;

/**
 * Sale places of active sellers with all these words (lower-case Latin letters) as word prefixes in name or address, by
 * planar distance from `near`, accurate at city scale.
 */
export const findSalePlacesByWords = (
  db: DbOrTrx,
  words: readonly string[],
  near: { latitude: number; longitude: number } | null,
  limit: number,
) =>
  db
    .selectFrom('sale_places')
    .select(['id', 'seller_id', 'name', 'address', 'latitude', 'longitude'])
    // Words consist of letters and digits, so they need no escaping in a tsquery.
    .where(sql<boolean>`search @@ ${words.map((word) => `${word}:*`).join(' & ')}::tsquery`)
    .where('removed_at', 'is', null)
    .where('hidden_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('businesses')
          .whereRef('businesses.id', '=', 'seller_id')
          .where('is_selling', '=', true)
          .where('suspended_at', 'is', null),
      ),
    )
    .$if(near !== null, (select) =>
      select.orderBy(sql`point(longitude, latitude) <-> point(${near?.longitude}, ${near?.latitude})`),
    )
    .orderBy('id')
    .limit(limit)
    .execute();

/** Point for the earthdistance index. */
export const toEarth = (latitude: number, longitude: number) =>
  sql<unknown>`ll_to_earth(${latitude}::float8, ${longitude}::float8)`;

/** Negative stars take a rating back. */
export const addSalePlaceRating = (trx: Trx, id: number, stars: number) =>
  trx
    .updateTable('sale_places')
    .set({
      rating_sum: sql`rating_sum + ${stars}::int`,
      rating_count: sql`rating_count + ${Math.sign(stars)}::int`,
    })
    .where('id', '=', id)
    .execute();

/** A business that sells and is not suspended. */
export const findSeller = (db: Db, id: number) =>
  db
    .selectFrom('businesses')
    .innerJoin('users', 'users.id', 'businesses.id')
    .leftJoin('legal_identities', 'legal_identities.user_id', 'businesses.id')
    .select(['businesses.id', 'users.created_at', 'legal_identities.legal_name'])
    .where('businesses.id', '=', id)
    .where('is_selling', '=', true)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();

/** The active seller of a sale place that is neither removed nor hidden. */
export const findSellerOfSalePlace = async (db: Db, id: number): Promise<number | undefined> =>
  (
    await db
      .selectFrom('sale_places')
      .innerJoin('businesses', 'businesses.id', 'sale_places.seller_id')
      .select('sale_places.seller_id')
      .where('sale_places.id', '=', id)
      .where('removed_at', 'is', null)
      .where('hidden_at', 'is', null)
      .where('is_selling', '=', true)
      .where('suspended_at', 'is', null)
      .executeTakeFirst()
  )?.seller_id;

/** Name and address stay for buyers with orders there. */
export const salePlacePersonalData: PersonalDataHandler = {
  async export(db, { businessIds }) {
    const [businessId] = businessIds;
    const salePlaces = businessId ? await listMySalePlacesWithRemoved(db, wholeBusiness(businessId)) : [];
    return {
      sale_places: salePlaces.map(({ type_ids, hidden_at: _, ...salePlace }) => ({
        ...salePlace,
        category_ids: type_ids,
        created_at: salePlace.created_at.toISOString(),
      })),
      place_claims: businessId ? await listClaimsOf(db, businessId) : [],
    };
  },
  async erase(trx, { businessIds }) {
    // Name and address stay for the orders of buyers.
    await trx
      .updateTable('sale_places')
      .set({ phone: '', description: '', descriptions: '{}' })
      .where('seller_id', '=', sql<number>`any(${businessIds}::int[])`)
      .execute();
    return eraseClaimsOf(trx, businessIds);
  },
};
