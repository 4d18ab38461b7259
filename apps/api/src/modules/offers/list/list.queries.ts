import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { precompileQuery } from '../../../platform/performance/precompiled-query.ts';
import { preparedStatementHint } from '../../../platform/performance/prepared-statements.ts';
import { formatEarthCube } from '../geometry.rules.ts';
import {
  applyFilters,
  isPreparable,
  isProductInBox,
  type OfferFilters,
  selectDistance,
  selectOnSale,
} from '../offers.queries.ts';

/** Sort key of the last row of a page. Phase 0: available, 1: sold out. */
export interface Cursor {
  phase: 0 | 1;
  /** Distance through the globe in metres, as the database sorts it. */
  key: number;
  id: number;
  /** When the first page was loaded; products sold out since then keep their position. Unix time in ms. */
  firstPageAt: number;
}

interface PageRequest {
  phase: 0 | 1;
  after: Cursor | null;
  /** When the first page was loaded; null on the first. */
  firstPageAt: Date | null;
  limit: number;
  now: Date;
}

/** The app's page size and one row more, to detect a next page. Literal in the query text, so that it is planned for. */
const DEFAULT_PAGE_LIMIT = 21;

/** Products that sell out while a user pages through the list keep their position: none is repeated or skipped. */
const isInPhase = (phase: 0 | 1, firstPageAt: Date | null) => {
  if (firstPageAt === null)
    return phase === 0 ? sql<boolean>`slot."left" > 0` : sql<boolean>`slot."left" = 0`;
  const isAvailable = sql<boolean>`(slot."left" > 0 or exists (select from payments where payments.slot_id = slot.id
    and payments.created_at > ${firstPageAt} and payments.state in ('pending', 'paid')))`;
  return phase === 0 ? isAvailable : sql<boolean>`not ${isAvailable}`;
};

/** Up to `limit` products of a phase after a cursor, nearest first, in one scan of the index on positions. */
const selectPage = (db: Db, filters: OfferFilters, originCube: string | null, page: PageRequest) => {
  const { phase, after, firstPageAt, limit, now } = page;
  const key = selectDistance(originCube);
  return (
    applyFilters(selectOnSale(db, now), filters, now)
      .select([
        'p.id',
        'p.sale_place_id',
        'p.name',
        'p.description',
        'p.photos',
        'p.price_cents',
        'p.old_price_cents',
      ])
      .select(['p.type_ids', 'p.rating_sum', 'p.rating_count', 'slot.id as slot_id', 'slot.left'])
      .select(['slot.starts_at', 'slot.ends_at', key.as('key')])
      .$if(filters.box !== null, (q) => q.where(isProductInBox(filters.box!)))
      .where(isInPhase(phase, firstPageAt))
      .$if(after !== null, (q) =>
        q.where(sql<boolean>`(${key}, p.id) > (${after!.key}::float8, ${after!.id}::int)`),
      )
      // By its alias: the planner takes a repeated expression for another value and sorts twice.
      .orderBy('key')
      .orderBy('p.id')
      .limit(limit === DEFAULT_PAGE_LIMIT ? sql.lit(limit) : limit)
  );
};

/** Joins sale places after the limit, for the rows of the page only. */
const joinSalePlaces = (db: Db, page: ReturnType<typeof selectPage>) =>
  db
    .selectFrom(page.as('page'))
    .innerJoin('sale_places as place', 'place.id', 'page.sale_place_id')
    .select([
      'page.id',
      'page.sale_place_id',
      'page.name',
      'page.description',
      'page.photos',
      'page.price_cents',
    ])
    .select(['page.old_price_cents', 'page.type_ids', 'page.rating_sum', 'page.rating_count'])
    .select(['page.slot_id', 'page.left', 'page.starts_at', 'page.ends_at', 'page.key'])
    .select(['place.id as place_id', 'place.name as place_name', 'place.address', 'place.time_zone'])
    .orderBy('page.key')
    .orderBy('page.id');

const NO_FILTERS = {
  ...{ userId: 0, origin: null, radius: null, typeId: null, diet: null, favouritesOnly: false },
  ...{ search: null, day: null, sellerId: null, box: null },
};

/** The most frequent request. Precompiled, because building its text takes as long as reading its rows. */
const selectDefaultPage = precompileQuery((db, originCube: string, now: Date) => {
  const page = { phase: 0, after: null, firstPageAt: null, limit: DEFAULT_PAGE_LIMIT, now } as const;
  return joinSalePlaces(db, selectPage(db, NO_FILTERS, originCube, page)).modifyEnd(preparedStatementHint);
});

const isDefaultPage = (
  { userId, origin, ...filters }: OfferFilters,
  { phase, firstPageAt, limit }: PageRequest,
) =>
  phase === 0 &&
  firstPageAt === null &&
  limit === DEFAULT_PAGE_LIMIT &&
  Object.values(filters).every((value) => value === null || value === false);

/** A page of the list, independent of the caller. */
export function selectOfferPage(db: Db, filters: OfferFilters, page: PageRequest) {
  const originCube = filters.origin && formatEarthCube(filters.origin);
  if (originCube && isDefaultPage(filters, page)) return selectDefaultPage(db, originCube, page.now);
  return joinSalePlaces(db, selectPage(db, filters, originCube, page))
    .$if(page.limit === DEFAULT_PAGE_LIMIT && isPreparable(filters), (q) =>
      q.modifyEnd(preparedStatementHint),
    )
    .execute();
}

/** Units left, number of sale places and lowest price. */
export const summarizeOffers = (db: Db, filters: OfferFilters, now: Date) =>
  applyFilters(selectOnSale(db, now), filters, now)
    .select(sql<number>`coalesce(sum(slot."left"), 0)::int`.as('packs'))
    .select(sql<number>`count(distinct p.sale_place_id)::int`.as('sale_place_count'))
    .select(sql<number | null>`min(p.price_cents)`.as('min_price_cents'))
    .where(sql<boolean>`slot."left" > 0`)
    .executeTakeFirstOrThrow();

/** Cells about 30 km wide. */
const CITY_LEVEL = 8;

/** Centres of the map cells with the most sale places that have offers. */
export const listBusiestPositions = (db: Db, limit: number) =>
  db
    .selectFrom('map_cells')
    .select(['latitude', 'longitude'])
    .where('level', '=', CITY_LEVEL)
    .where('type_id', '=', 0)
    .orderBy('sale_place_count', 'desc')
    .limit(limit)
    .execute();
