import type { LookAlikeState } from '@wopack/contract';
import { sql } from 'kysely';
import { contactOfBusiness } from '../../platform/db/business-scope.ts';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import { measureDegrees } from './look-alikes.rules.ts';

/** More at one spot are of nobody honest. */
const MAX_NEAR_PLACES = 200;

/**
 * Sale places of other sellers in a box around a position, nearest first. The box comes first, by the index of positions:
 * a plan that begins with the sellers reads all places of each.
 */
export function listNearPlaces(
  db: DbOrTrx,
  position: { latitude: number; longitude: number },
  metres: number,
  sellerId: number,
) {
  const { latitude, longitude } = position;
  const half = measureDegrees(position, metres);
  const corner = (sign: 1 | -1) =>
    sql`point(${longitude + sign * half.longitude}::float8, ${latitude + sign * half.latitude}::float8)`;
  return db
    .with(
      (cte) => cte('near').materialized(),
      (cte) =>
        cte
          .selectFrom('sale_places')
          .select(['id', 'seller_id', 'name', 'address', 'latitude', 'longitude', 'hidden_at'])
          .where(sql<boolean>`point(longitude, latitude) <@ box(${corner(-1)}, ${corner(1)})`)
          .where('removed_at', 'is', null)
          .where('seller_id', '!=', sellerId),
    )
    .selectFrom('near')
    .innerJoin('businesses', 'businesses.id', 'near.seller_id')
    .select(['near.id', 'near.seller_id', 'near.name', 'near.address', 'near.latitude', 'near.longitude'])
    .select(['near.hidden_at', 'businesses.suspended_at'])
    .where('businesses.is_selling', '=', true)
    .orderBy(sql`point(near.longitude, near.latitude) <-> point(${longitude}::float8, ${latitude}::float8)`)
    .limit(MAX_NEAR_PLACES)
    .execute();
}

/** Without pairs that are recorded already. Returns the new ones. */
export const insertLookAlikes = (
  trx: Trx,
  pairs: { sale_place_id: number; earlier_place_id: number; created_at: Date }[],
) =>
  trx
    .insertInto('look_alikes')
    .values(pairs)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'earlier_place_id'])
    .execute();

/** Keeps the sale places that have had a look-alike since then. */
export const listPlacesWithNewPair = async (
  db: DbOrTrx,
  placeIds: readonly number[],
  since: Date,
): Promise<number[]> =>
  (
    await db
      .selectFrom('look_alikes')
      .select('earlier_place_id')
      .distinct()
      .where('earlier_place_id', 'in', placeIds)
      .where('created_at', '>', since)
      .execute()
  ).map(({ earlier_place_id }) => earlier_place_id);

/** Names and addresses of both, and to whom the earlier one belongs. */
export const findLookAlikeForMail = (db: DbOrTrx, id: number) =>
  db
    .selectFrom('look_alikes')
    .innerJoin('sale_places', 'sale_places.id', 'look_alikes.earlier_place_id')
    .innerJoin('users', (join) =>
      join.on('users.id', '=', contactOfBusiness(sql.ref('sale_places.seller_id'))),
    )
    .select(['sale_places.name', 'sale_places.address', 'users.email', 'users.language', 'users.deleted_at'])
    .where('look_alikes.id', '=', id)
    .executeTakeFirst();

export const lockLookAlike = (trx: Trx, id: number) =>
  trx
    .selectFrom('look_alikes')
    .select(['id', 'state', 'sale_place_id', 'earlier_place_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const closeLookAlike = (
  trx: Trx,
  id: number,
  decision: { state: Exclude<LookAlikeState, 'open'>; decided_by: number; decided_at: Date },
) => trx.updateTable('look_alikes').set(decision).where('id', '=', id).execute();
