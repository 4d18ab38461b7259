import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { OfferFilters } from '../offer-filters.ts';
import { applyFilters, selectOnSale } from '../offers.queries.ts';

/** How much is left in all, at how many venues, and the lowest price. */
export const summarizeOffers = (db: Db, filters: OfferFilters, now: Date) =>
  applyFilters(selectOnSale(db, now), filters, now)
    .select(sql<number>`coalesce(sum(slot."left"), 0)::int`.as('packs'))
    .select(sql<number>`count(distinct p.sale_place_id)::int`.as('sale_place_count'))
    .select(sql<number | null>`min(p.price_cents)`.as('min_price_cents'))
    .where(sql<boolean>`slot."left" > 0`)
    .executeTakeFirstOrThrow();

/** Squares of some 30 km. */
const CITY_LEVEL = 8;

/** The middles of the towns that have the most venues with packs on sale. */
export const listBusiestPositions = (db: Db, limit: number) =>
  db
    .selectFrom('map_cells')
    .select(['latitude', 'longitude'])
    .where('level', '=', CITY_LEVEL)
    .where('type_id', '=', 0)
    .orderBy('sale_place_count', 'desc')
    .limit(limit)
    .execute();
