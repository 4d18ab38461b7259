import { type Insertable, sql, type Updateable } from 'kysely';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { Database } from '../../platform/db/schema.ts';
import { searchWords } from '../../platform/words.ts';

export const allTypes = (db: DbOrTrx) =>
  db.selectFrom('sale_place_types').select(['id', 'slug', 'name']).orderBy('id').execute();

const salePlacesOf = (db: DbOrTrx, ownerId: number) =>
  db
    .selectFrom('sale_places')
    .select([
      'id',
      'owner_id',
      'name',
      'description',
      'phone',
      'address',
      'latitude',
      'longitude',
      'time_zone',
    ])
    .select(['is_hand_write_address', 'category_ids', 'logo', 'rating_sum', 'rating_count', 'paused'])
    .select(['created_at', 'removed_at'])
    .where('owner_id', '=', ownerId);

export type SalePlace = Awaited<ReturnType<typeof listMine>>[number];

/** A venue of this owner; undefined when there is none or it is somebody else's. */
export const findMine = (db: DbOrTrx, ownerId: number, id: number) =>
  salePlacesOf(db, ownerId).where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst();

/**
 * The same, locked until the transaction ends. Who changes packs shares the lock, who changes all packs of the venue
 * excludes the others; everybody locks the venue before its packs. Undefined, too, for an owner who sells no more.
 */
export async function lockMine(trx: Trx, ownerId: number, id: number, mode: 'share' | 'alone') {
  const place = await salePlacesOf(trx, ownerId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .$if(mode === 'share', (select) => select.forShare())
    .$if(mode === 'alone', (select) => select.forNoKeyUpdate())
    .executeTakeFirst();
  // Asked once the lock is held: the owner may have stopped selling while this waited for it.
  const owner = await trx.selectFrom('users').select('is_owner').where('id', '=', ownerId).executeTakeFirst();
  return owner?.is_owner ? place : undefined;
}

/** All of an owner, locked 'alone' in the order of their numbers. */
export const lockAllOf = (trx: Trx, ownerId: number) =>
  trx
    .selectFrom('sale_places')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

export const listMine = (db: DbOrTrx, ownerId: number) =>
  salePlacesOf(db, ownerId).where('removed_at', 'is', null).orderBy('id').execute();

/** Removed ones too: what is kept of a person. */
export const listKept = (db: DbOrTrx, ownerId: number) => salePlacesOf(db, ownerId).orderBy('id').execute();

export const setPlace = (trx: Trx, id: number, change: Updateable<Database['sale_places']>) =>
  trx.updateTable('sale_places').set(change).where('id', '=', id).execute();

/** What its seller says of a venue; without a description that stays as it is. */
type PlaceDetails = Pick<
  Insertable<Database['sale_places']>,
  | ('name' | 'description' | 'phone' | 'address' | 'category_ids')
  | ('latitude' | 'longitude' | 'time_zone' | 'is_hand_write_address')
>;

const columnsOf = (place: PlaceDetails) => ({
  name: place.name,
  ...(place.description !== undefined && { description: place.description }),
  phone: place.phone,
  address: place.address,
  category_ids: place.category_ids,
  latitude: place.latitude,
  longitude: place.longitude,
  time_zone: place.time_zone,
  is_hand_write_address: place.is_hand_write_address,
  search: wordsOf(place),
});

export const insertPlace = (db: DbOrTrx, ownerId: number, place: PlaceDetails, now: Date) =>
  db
    .insertInto('sale_places')
    .values({ ...columnsOf(place), owner_id: ownerId, logo: null, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();

export const updatePlace = (trx: Trx, id: number, place: PlaceDetails) =>
  trx.updateTable('sale_places').set(columnsOf(place)).where('id', '=', id).execute();

const wordsOf = ({ name, address }: { name: string; address: string }) =>
  sql<unknown>`array_to_tsvector(${[...new Set(searchWords(`${name} ${address}`))]}::text[])`;

/** Venues whose owner sells that `query` finds, by distance from `near` on a flat map: right among neighbours. */
export const placesNamed = (
  db: DbOrTrx,
  query: string,
  near: { latitude: number; longitude: number } | null,
  limit: number,
) =>
  db
    .selectFrom('sale_places')
    .select(['name', 'phone', 'address', 'latitude', 'longitude'])
    .where(sql<boolean>`search @@ ${query}::tsquery`)
    .where('removed_at', 'is', null)
    .where((eb) =>
      eb.exists(eb.selectFrom('users').whereRef('users.id', '=', 'owner_id').where('is_owner', '=', true)),
    )
    .$if(near !== null, (select) =>
      select.orderBy(sql`point(longitude, latitude) <-> point(${near?.longitude}, ${near?.latitude})`),
    )
    .orderBy('id')
    .limit(limit)
    .execute();

/** Where a point on the globe is, for the index that finds what is near. */
export const earthOf = (latitude: number, longitude: number) =>
  sql<unknown>`ll_to_earth(${latitude}::float8, ${longitude}::float8)`;

export const addStars = (trx: Trx, id: number, stars: number) =>
  trx
    .updateTable('sale_places')
    .set({ rating_sum: sql`rating_sum + ${stars}::int`, rating_count: sql`rating_count + 1` })
    .where('id', '=', id)
    .execute();
