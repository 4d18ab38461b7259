import { sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';

/** Excludes cancelled and fully refunded orders; partial refunds reduce the earning. */
export async function sumSalesBetween(
  db: DbOrTrx,
  { sellerId, salePlaceId, from, to }: { sellerId: number; salePlaceId: number | null; from: Date; to: Date },
) {
  return db
    .selectFrom('orders')
    .select(sql<number>`count(*)::int`.as('packs'))
    .select(sql<number>`count(*) filter (where state = 'paid')::int`.as('open'))
    .select(sql<number>`coalesce(sum(price_cents), 0)::int`.as('price_cents'))
    .select(sql<number>`coalesce(sum(commission_cents), 0)::int`.as('commission_cents'))
    .select(sql<number>`coalesce(sum(refunded_cents), 0)::int`.as('refunded_cents'))
    .select(sql<number>`coalesce(sum(earning_cents - refunded_cents), 0)::int`.as('earning_cents'))
    .where('seller_id', '=', sellerId)
    .where('state', 'in', ['paid', 'collected', 'not_collected'])
    .where('pickup_start', '>=', from)
    .where('pickup_start', '<', to)
    .$if(salePlaceId !== null, (query) => query.where('sale_place_id', '=', salePlaceId!))
    .executeTakeFirstOrThrow();
}

/** Whether a slot is, or was until its end, offered: a paused product offers nothing. */
const isOffered = (now: Date) =>
  sql<boolean>`(not pickup_slots.closed and (products.state = 'active' or pickup_slots.ends_at <= ${now}))`;

/** Slots of a date that are offered or have sold something. */
const selectSlotsOn = (db: DbOrTrx, { sellerId, salePlaceId, date, now }: SlotsOnFilter) =>
  db
    .selectFrom('pickup_slots')
    .innerJoin('products', 'products.id', 'pickup_slots.product_id')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .where('sale_places.seller_id', '=', sellerId)
    .where('pickup_slots.date', '=', date)
    .where(sql<boolean>`(${isOffered(now)} or pickup_slots."left" < pickup_slots.quantity)`)
    .$if(salePlaceId !== null, (query) => query.where('sale_places.id', '=', salePlaceId!));

interface SlotsOnFilter {
  sellerId: number;
  salePlaceId: number | null;
  date: string;
  now: Date;
}

/** Units offered on a date. */
export const sumSlotsOn = (db: DbOrTrx, filter: SlotsOnFilter) =>
  selectSlotsOn(db, filter)
    .select(
      sql<number>`coalesce(sum(case when ${isOffered(filter.now)} then pickup_slots.quantity
        else pickup_slots.quantity - pickup_slots."left" end), 0)::int`.as('quantity'),
    )
    .executeTakeFirstOrThrow();

/** The different windows of a date, in their order. */
export const listWindowsOn = (db: DbOrTrx, filter: SlotsOnFilter) =>
  selectSlotsOn(db, filter)
    .select(['pickup_slots.starts_at', 'pickup_slots.ends_at'])
    .distinct()
    .orderBy('pickup_slots.starts_at')
    .orderBy('pickup_slots.ends_at')
    .execute();

/** The seller's sale places with rating and time zone, or one of them. */
export const listSalePlacesOf = (db: DbOrTrx, sellerId: number, salePlaceId: number | null) =>
  db
    .selectFrom('sale_places')
    .select(['id', 'time_zone', 'rating_sum', 'rating_count'])
    .where('seller_id', '=', sellerId)
    .$if(salePlaceId !== null, (query) => query.where('id', '=', salePlaceId!))
    .orderBy('id')
    .execute();
