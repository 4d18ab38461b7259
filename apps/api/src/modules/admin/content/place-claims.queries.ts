import { sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import type { ListQuery } from '../lists/list.ts';
import { fullName, legalOrFullName, type RowOf } from '../lists/lists.queries.ts';

/** Columns of a sale place with its seller, as one value. */
const placeAsJson = (place: string, seller: string) => sql<PlaceValue>`jsonb_build_object(
  'id', ${sql.ref(`${place}.id`)}, 'name', ${sql.ref(`${place}.name`)}, 'address', ${sql.ref(`${place}.address`)},
  'is_hidden', ${sql.ref(`${place}.hidden_at`)} is not null,
  'created_at', to_char(${sql.ref(`${place}.created_at`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'seller', jsonb_build_object('id', ${sql.ref(`${seller}.id`)}, 'name', ${legalOrFullName(seller)}))`;

export interface PlaceValue {
  id: number;
  name: string;
  address: string;
  is_hidden: boolean;
  created_at: string;
  seller: { id: number; name: string };
}

export const filterLookAlikes = (db: DbOrTrx, { state }: ListQuery<'LookAlikes'>) =>
  db
    .selectFrom('look_alikes')
    .$if(state !== undefined, (query) => query.where('look_alikes.state', '=', state!));

export const selectLookAlikes = (rows: ReturnType<typeof filterLookAlikes>) =>
  rows
    .innerJoin('sale_places as place', 'place.id', 'look_alikes.sale_place_id')
    .innerJoin('users as seller', 'seller.id', 'place.seller_id')
    .innerJoin('sale_places as earlier', 'earlier.id', 'look_alikes.earlier_place_id')
    .innerJoin('users as earlier_seller', 'earlier_seller.id', 'earlier.seller_id')
    .select(['look_alikes.id', 'look_alikes.created_at', 'look_alikes.state'])
    .select(['place.latitude', 'place.longitude'])
    .select(['earlier.latitude as earlier_latitude', 'earlier.longitude as earlier_longitude'])
    .select(placeAsJson('place', 'seller').as('place'))
    .select(placeAsJson('earlier', 'earlier_seller').as('earlier_place'));

export type LookAlikeRow = RowOf<typeof selectLookAlikes>;

export const findLookAlike = (db: DbOrTrx, id: number) =>
  selectLookAlikes(filterLookAlikes(db, {})).where(sql<boolean>`look_alikes.id = ${id}`).executeTakeFirst();

export const filterPlaceClaims = (db: DbOrTrx, { state }: ListQuery<'PlaceClaims'>) =>
  db
    .selectFrom('place_claims')
    .$if(state !== undefined, (query) => query.where('place_claims.state', '=', state!));

export const selectPlaceClaims = (rows: ReturnType<typeof filterPlaceClaims>) =>
  rows
    .innerJoin('sale_places as place', 'place.id', 'place_claims.sale_place_id')
    .innerJoin('users as seller', 'seller.id', 'place.seller_id')
    .innerJoin('users as claimant', 'claimant.id', 'place_claims.claimant_id')
    .innerJoin('users as owner', 'owner.id', 'place_claims.owner_id')
    .select(['place_claims.id', 'place_claims.created_at', 'place_claims.state', 'place_claims.text'])
    .select([
      'place_claims.claimant_id',
      'place_claims.owner_id',
      'place_claims.phone',
      'place_claims.photos',
      'place_claims.answer',
    ])
    .select(['place_claims.answer_until', 'place_claims.answered_at'])
    .select(fullName('claimant').as('claimant_name'))
    .select(fullName('owner').as('owner_name'))
    .select(placeAsJson('place', 'seller').as('place'));

export type PlaceClaimRow = RowOf<typeof selectPlaceClaims>;

export const findPlaceClaim = (db: DbOrTrx, id: number) =>
  selectPlaceClaims(filterPlaceClaims(db, {}))
    .where(sql<boolean>`place_claims.id = ${id}`)
    .executeTakeFirst();

/** What is open at a sale place, and what an operator compares. */
export const getPlaceFacts = (db: DbOrTrx, salePlaceId: number) =>
  db
    .selectFrom('sale_places')
    .select('phone')
    .select(
      sql<number>`(select count(*)::int from products where sale_place_id = sale_places.id and state <> 'removed')`.as(
        'products',
      ),
    )
    .select(
      sql<number>`(select count(*)::int from orders where orders.sale_place_id = sale_places.id and state = 'paid')
        + (select count(*)::int from payments
            join pickup_slots on pickup_slots.id = payments.slot_id
            join products on products.id = pickup_slots.product_id
            where products.sale_place_id = sale_places.id and payments.state = 'pending')`.as('open_orders'),
    )
    .where('id', '=', salePlaceId)
    .executeTakeFirstOrThrow();
