import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { preparedStatementHint } from '../../../platform/db/prepared-statements.ts';
import { isSalePlaceInBox } from '../bounding-box.queries.ts';
import { isPreparable, type OfferFilters } from '../offer-filters.ts';
import { applyFilters, selectOnSale } from '../offers.queries.ts';
import type { BoundingBox } from './map-cells.rules.ts';

const selectWithSalePlace = (db: Db, filters: OfferFilters, now: Date) =>
  applyFilters(selectOnSale(db, now), filters, now)
    .innerJoin('sale_places as place', 'place.id', 'p.sale_place_id')
    .select(['p.id', 'p.name', 'p.price_cents', 'p.photos', 'p.type_ids', 'slot.left'])
    .select(['place.id as place_id', 'place.name as place_name', 'place.description', 'place.logo'])
    .select(['place.address', 'place.phone', 'place.latitude', 'place.longitude'])
    .orderBy('place.id')
    .orderBy('slot.ends_at')
    .orderBy('p.id');

/** The part of the map is always given, and no filter here. */
const isPreparableOnMap = (filters: OfferFilters) => isPreparable({ ...filters, box: null });

export type ProductOnMap = Awaited<ReturnType<typeof listOffersInBox>>[number];

/** More are counted instead of read. In the text of the query, so that it is planned for. */
export const MAX_OFFERS_IN_BOX = 900;

/** Packs on sale in a part of the map, with their venues; the venue's nearest pickup first. */
export const listOffersInBox = (db: Db, filters: OfferFilters, box: BoundingBox, now: Date) =>
  selectWithSalePlace(db, filters, now)
    .where(isSalePlaceInBox(box))
    .limit(sql.lit(MAX_OFFERS_IN_BOX))
    .$if(isPreparableOnMap(filters), (q) => q.modifyEnd(preparedStatementHint))
    .execute();

/** The same of certain venues. */
export const listOffersAtSalePlaces = (db: Db, filters: OfferFilters, salePlaceIds: number[], now: Date) =>
  selectWithSalePlace(db, filters, now)
    .where(sql<boolean>`place.id = any(${salePlaceIds}::int[])`)
    .$if(isPreparableOnMap(filters), (q) => q.modifyEnd(preparedStatementHint))
    .execute();

/** Venues with packs on sale, counted by squares of `step` degrees: for filters that nobody counts beforehand. */
export const listClustersInBox = (
  db: Db,
  filters: OfferFilters,
  box: BoundingBox,
  stepDegrees: number,
  now: Date,
) =>
  applyFilters(selectOnSale(db, now), filters, now)
    .innerJoin('sale_places as place', 'place.id', 'p.sale_place_id')
    .select(sql<number>`avg(place.latitude)`.as('latitude'))
    .select(sql<number>`avg(place.longitude)`.as('longitude'))
    .select(sql<number>`count(distinct place.id)::int`.as('sale_place_count'))
    .select(sql<number>`min(place.id)`.as('sale_place_id'))
    .select(sql<number>`min(p.price_cents)`.as('min_price_cents'))
    .where(isSalePlaceInBox(box))
    .groupBy([
      sql`floor(place.latitude / ${stepDegrees}::float8)`,
      sql`floor(place.longitude / ${stepDegrees}::float8)`,
    ])
    .orderBy('sale_place_count', 'desc')
    .limit(500)
    .execute();
