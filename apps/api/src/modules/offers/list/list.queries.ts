import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { precompileQuery } from '../../../platform/db/precompiled-query.ts';
import { preparedStatementHint } from '../../../platform/db/prepared-statements.ts';
import { isProductInBox } from '../bounding-box.queries.ts';
import { formatEarthCube } from '../distance.rules.ts';
import { isPreparable, type OfferFilters } from '../offer-filters.ts';
import { applyFilters, selectDistance, selectOnSale } from '../offers.queries.ts';
import type { Cursor } from './cursor.rules.ts';

interface PageRequest {
  phase: 0 | 1;
  after: Cursor | null;
  /** When the first page was shown; null on the first. */
  firstPageAt: Date | null;
  limit: number;
  now: Date;
}

/** A page of the app and the row that tells whether there is another. In the text of a query, so that it is planned for. */
const DEFAULT_PAGE_LIMIT = 21;

/** What somebody took the last unit of while the list is being read stays where it was: not shown twice, not lost. */
const isInPhase = (phase: 0 | 1, firstPageAt: Date | null) => {
  if (firstPageAt === null)
    return phase === 0 ? sql<boolean>`slot."left" > 0` : sql<boolean>`slot."left" = 0`;
  const isAvailable = sql<boolean>`(slot."left" > 0 or exists (select from payments where payments.slot_id = slot.id
    and payments.created_at > ${firstPageAt} and payments.state in ('pending', 'paid')))`;
  return phase === 0 ? isAvailable : sql<boolean>`not ${isAvailable}`;
};

/** Up to `limit` packs of a phase after a cursor, nearest first: one walk along the index of positions. */
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
      // By its name: written anew it would be another value to the planner, and the rows be sorted twice.
      .orderBy('key')
      .orderBy('p.id')
      .limit(limit === DEFAULT_PAGE_LIMIT ? sql.lit(limit) : limit)
  );
};

/** The venue is looked up for the rows of a page alone, once it is cut. */
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

/** What most ask: the first page of what is near. Building its text took as long as reading its rows. */
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

/** A page of the list, the same for all who ask for it. */
export function selectOfferPage(db: Db, filters: OfferFilters, page: PageRequest) {
  const originCube = filters.origin && formatEarthCube(filters.origin);
  if (originCube && isDefaultPage(filters, page)) return selectDefaultPage(db, originCube, page.now);
  return joinSalePlaces(db, selectPage(db, filters, originCube, page))
    .$if(page.limit === DEFAULT_PAGE_LIMIT && isPreparable(filters), (q) =>
      q.modifyEnd(preparedStatementHint),
    )
    .execute();
}
