import { type Insertable, sql, type Updateable } from 'kysely';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { Database } from '../../platform/db/schema.ts';

export const allTypes = (db: DbOrTrx) =>
  db.selectFrom('sale_place_types').selectAll().orderBy('id').execute();

/** A venue of this owner; undefined when there is none or it is somebody else's. */
export const findMine = (db: DbOrTrx, ownerId: number, id: number) =>
  db
    .selectFrom('sale_places')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();

export const listMine = (db: DbOrTrx, ownerId: number) =>
  db.selectFrom('sale_places').selectAll().where('owner_id', '=', ownerId).orderBy('id').execute();

export const insertPlace = (db: DbOrTrx, place: Omit<Insertable<Database['sale_places']>, 'logo'>) =>
  db
    .insertInto('sale_places')
    .values({ ...place, logo: null })
    .returning('id')
    .executeTakeFirstOrThrow();

export const updatePlace = (trx: Trx, id: number, change: Updateable<Database['sale_places']>) =>
  trx.updateTable('sale_places').set(change).where('id', '=', id).execute();

/** Where a point on the globe is, for the index that finds what is near. */
export const earthOf = (latitude: number, longitude: number) =>
  sql<unknown>`ll_to_earth(${latitude}::float8, ${longitude}::float8)`;

export const addStars = (trx: Trx, id: number, stars: number) =>
  trx
    .updateTable('sale_places')
    .set({ rating_sum: sql`rating_sum + ${stars}::int`, rating_count: sql`rating_count + 1` })
    .where('id', '=', id)
    .execute();
