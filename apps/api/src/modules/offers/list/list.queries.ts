import { type Language, MIN_COUNTED_ORDERS, MIN_RATINGS, type Position } from '@wopack/domain';
import { type AliasableExpression, type Expression, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { precompileQuery } from '../../../platform/performance/batched-and-compiled-queries.ts';
import { createVersionCache } from '../../../platform/performance/caches.ts';
import { anyOf, sharedReadHint } from '../../../platform/performance/prepared-statements.ts';
import { formatEarthCube } from '../geometry.rules.ts';
import {
  applyFilters,
  isPreparable,
  isProductInBox,
  type OfferFilters,
  type SearchQuery,
  selectDistance,
  selectOnSale,
  selectVersion,
} from '../offers.queries.ts';

/** Sort key of the last row of a page. Phase 0: available, 1: sold out. */
export interface Cursor {
  phase: 0 | 1;
  /** What the list is sorted by: distance through the globe in metres, as the database sorts it, or a `SortOrder`. */
  key: number;
  id: number;
  /** When the first page was loaded; products sold out since then keep their position. Unix time in ms. */
  firstPageAt: number;
  /** Which of the nearest products are sorted, and the distance; null when sorted by distance. */
  window: number | null;
  distance: number | null;
  /** Which reading of the text the first page is of. */
  attempt: number;
}

/** Orders other than distance; relevance is that of a text. */
export type SortOrder = 'relevance' | 'recommended' | 'price' | 'pickup' | 'rating';

interface PageRequest {
  phase: 0 | 1;
  after: Cursor | null;
  /** When the first page was loaded; null on the first. */
  firstPageAt: Date | null;
  limit: number;
  /** Null: nearest first. */
  order: SortOrder | null;
  /** The reader's; texts of products are in it where they exist. */
  language: Language;
  now: Date;
}

/** The app's page size and one row more, to detect a next page. Literal in the query text, so that it is planned for. */
const DEFAULT_PAGE_LIMIT = 21;

const literalIfDefault = (limit: number) => (limit === DEFAULT_PAGE_LIMIT ? sql.lit(limit) : limit);

/** Products that sell out while a user pages through the list keep their position: none is repeated or skipped. */
const isInPhase = (phase: 0 | 1, firstPageAt: Date | null) => {
  if (firstPageAt === null)
    return phase === 0 ? sql<boolean>`slot.units_left > 0` : sql<boolean>`slot.units_left = 0`;
  const isAvailable = sql<boolean>`(slot.units_left > 0 or exists (select from payments where payments.slot_id = slot.id
    and payments.created_at > ${firstPageAt} and payments.state in ('pending', 'paid')))`;
  return phase === 0 ? isAvailable : sql<boolean>`not ${isAvailable}`;
};

/** What a page is sorted by, and what changes with every sale. Cards are read by id afterwards. */
const PRODUCT_COLUMNS = ['p.id', 'p.sale_place_id', 'p.language', 'p.price_cents'] as const;
const SLOT_COLUMNS = [
  'slot.id as slot_id',
  'slot.units_left',
  'slot.allocation',
  'slot.starts_at',
  'slot.ends_at',
] as const;

/** Products of a phase after a cursor, nearest first, in one scan of the index on positions. */
const selectPage = (
  db: Db,
  filters: OfferFilters,
  originCube: string | null,
  page: Omit<PageRequest, 'limit'>,
) => {
  const { phase, after, firstPageAt, now } = page;
  const key = selectDistance(originCube);
  return (
    applyFilters(selectOnSale(db, now), filters, now)
      .select(PRODUCT_COLUMNS)
      .select([selectVersion('p').as('product_version'), key.as('key')])
      .select(SLOT_COLUMNS)
      .$if(filters.box !== null, (q) => q.where(isProductInBox(filters.box!)))
      .where(isInPhase(phase, firstPageAt))
      .$if(after !== null, (q) =>
        q.where(sql<boolean>`(${key}, p.id) > (${after!.key}::float8, ${after!.id}::int)`),
      )
      // By its alias: the planner takes a repeated expression for another value and sorts twice.
      .orderBy('key')
      .orderBy('p.id')
  );
};

/**
 * Metres by which products that have a text in a lower field only are listed as if they were further away, by rank: name,
 * kind, sale place, description.
 */
const HANDICAPS = [0, 3000, 6000, 12_000] as const;

/** So many of the nearest products are sorted at a time, then the next ones, so that no order reads all products. */
const WINDOW_SIZES: Record<SortOrder, number> = {
  relevance: 42,
  recommended: 300,
  price: 300,
  pickup: 300,
  rating: 300,
};

/** What suits a diet or has some words is few of the products around: as many would be looked for ten times as far. */
const WINDOW_SIZE_OF_FEW = 100;

const getWindowSize = (order: SortOrder, { diet, search }: OfferFilters): number =>
  diet === null && search === null ? WINDOW_SIZES[order] : Math.min(WINDOW_SIZES[order], WINDOW_SIZE_OF_FEW);

/**
 * The published parameters of the recommended order besides the distance: what is further down by as many metres as these.
 * Source: docs/specification.md, Stock.
 */
const METRES_PER_ORDER_NOT_KEPT = 100;
const METRES_PER_STAR_BELOW_5 = 500;
/** What a sale place with too few ratings counts as. */
const STARS_OF_NEW = 4.5;

/** What a window is sorted by, ascending. */
const selectSortKey = (order: SortOrder, search: OfferFilters['search']) => {
  const [nameQuery, kindQuery, salePlaceQuery] = search?.rankQueries ?? [];
  const sortKeys = {
    relevance: sql<number>`nearest.key + case when nearest.search @@ ${nameQuery}::tsquery then ${sql.lit(HANDICAPS[0])}
      when nearest.search @@ ${kindQuery}::tsquery then ${sql.lit(HANDICAPS[1])}
      when nearest.search @@ ${salePlaceQuery}::tsquery then ${sql.lit(HANDICAPS[2])} else ${sql.lit(HANDICAPS[3])} end`,
    recommended: sql<number>`nearest.key + coalesce((select
        case when place.counted_orders >= ${sql.lit(MIN_COUNTED_ORDERS)} then ${sql.lit(METRES_PER_ORDER_NOT_KEPT * 100)}::float8
          * (place.counted_orders - place.kept_orders) / place.counted_orders else 0 end
        + ${sql.lit(METRES_PER_STAR_BELOW_5)}::float8 * (5 - case when place.rating_count >= ${sql.lit(MIN_RATINGS)}
          then place.rating_sum::float8 / place.rating_count else ${sql.lit(STARS_OF_NEW)} end)
      from sale_places as place where place.id = nearest.sale_place_id), 0)`,
    price: sql<number>`nearest.price_cents::float8`,
    pickup: sql<number>`extract(epoch from nearest.starts_at)::float8`,
    // Of the sale place; those shown as new last.
    rating: sql<number>`coalesce((select -place.rating_sum::float8 / place.rating_count from sale_places as place
      where place.id = nearest.sale_place_id and place.rating_count >= ${sql.lit(MIN_RATINGS)}), 1)`,
  };
  return sortKeys[order];
};

type PageRow = Awaited<ReturnType<ReturnType<typeof selectPage>['execute']>>[number];

const PAGE_COLUMNS = [
  'id',
  'sale_place_id',
  'language',
  'price_cents',
  'product_version',
  'slot_id',
  'units_left',
  'allocation',
  'starts_at',
  'ends_at',
] as const;

/** Up to `limit` products of a window after a cursor. */
const selectWindow = (
  db: Db,
  filters: OfferFilters,
  originCube: string | null,
  page: PageRequest & { order: SortOrder; window: number },
) => {
  const { order, after, window } = page;
  const size = getWindowSize(order, filters);
  const fromStart = { ...page, after: null };
  const nearest = selectPage(db, filters, originCube, fromStart)
    .select('p.search')
    .limit(sql.lit(size))
    .$if(window > 0, (q) => q.offset(window * size));
  const sorted = db
    .selectFrom(nearest.as('nearest'))
    .select(PAGE_COLUMNS)
    .select(['key as distance', selectSortKey(order, filters.search).as('key')])
    .select(sql<number>`count(*) over ()::int`.as('window_size'));
  const rest = db
    .selectFrom(sorted.as('sorted'))
    .select(PAGE_COLUMNS)
    .select(['key', 'distance', 'window_size'])
    .$if(after !== null, (q) =>
      q.where(sql<boolean>`(key, distance, id)
        > (${after!.key}::float8, ${after!.distance}::float8, ${after!.id}::int)`),
    )
    .orderBy('key')
    .orderBy('distance')
    .orderBy('id')
    .limit(literalIfDefault(page.limit));
  return joinVersions(db, rest, page.language)
    .select([sql<number>`page.distance`.as('distance'), sql<number>`page.window_size`.as('window_size')])
    .orderBy('page.key')
    .orderBy(sql`page.distance`)
    .orderBy('page.id');
};

/** Differs whenever anything differs that a card shows. */
const formatCardVersion = (productVersion: Expression<string>) =>
  sql<string>`concat(${productVersion}, ' ', place.xmin, ' ', text.version)`;

/** The value once, because the order of the values in the text is that of a precompiled query. */
const selectReader = (db: Db, language: Language) =>
  db.selectNoFrom(sql<Language>`${language}::text`.as('language'));

/** The text of the product `page` in the language of `reader`. No text is looked up for a product in that language. */
const selectText = (db: Db) =>
  db
    .selectFrom('product_texts')
    .select([
      'name',
      'description',
      'language',
      'is_translated',
      selectVersion('product_texts').as('version'),
    ])
    .where('product_id', '=', sql.ref<number>('page.id'))
    .where('language', '=', sql.ref<Language>('reader.language'))
    .where(sql.ref('page.language'), '!=', sql.ref('reader.language'))
    // Keeps it a look-up by key for each row.
    .limit(sql.lit(1));

/** What a list shows of a product and its sale place, in the reader's language. */
const selectCards = precompileQuery((db, language: Language, ids: readonly number[]) =>
  db
    .selectFrom('products as page')
    .innerJoin('sale_places as place', 'place.id', 'page.sale_place_id')
    .innerJoin(selectReader(db, language).as('reader'), (join) => join.onTrue())
    .leftJoinLateral(selectText(db).as('text'), (join) => join.onTrue())
    .select(({ fn }) => [
      fn.coalesce('text.name', 'page.name').as('name'),
      fn.coalesce('text.description', 'page.description').as('description'),
      fn.coalesce('text.language', 'page.language').as('language'),
      sql<boolean>`text.is_translated is true`.as('is_translated'),
    ])
    .select(['page.id', 'page.photos', 'page.price_cents', 'page.old_price_cents', 'page.type_ids'])
    .select(['place.rating_sum', 'place.rating_count', 'place.id as place_id', 'place.name as place_name'])
    .select(['place.address', 'place.time_zone', formatCardVersion(selectVersion('page')).as('version')])
    .where('page.id', '=', anyOf(ids, 'int[]'))
    .modifyEnd(sharedReadHint),
);

/** About 1.2 KB each. */
const MAX_CACHED_CARDS = 20_000;

/** By product. */
const loadCards = createVersionCache(MAX_CACHED_CARDS, (db, ids, language: Language) =>
  selectCards(db, language, ids),
);

/** Adds versions of cards after the limit, for the rows of the page only. */
const joinVersions = (db: Db, page: AliasableExpression<PageRow>, language: Language) =>
  db
    .selectFrom(page.as('page'))
    .innerJoin('sale_places as place', 'place.id', 'page.sale_place_id')
    .innerJoin(selectReader(db, language).as('reader'), (join) => join.onTrue())
    .leftJoinLateral(selectText(db).as('text'), (join) => join.onTrue())
    .select([
      'page.id',
      'page.slot_id',
      'page.units_left',
      'page.allocation',
      'page.starts_at',
      'page.ends_at',
    ])
    .select(['page.key', formatCardVersion(sql.ref('page.product_version')).as('version')]);

const selectNearestPage = (db: Db, filters: OfferFilters, originCube: string | null, page: PageRequest) =>
  joinVersions(
    db,
    selectPage(db, filters, originCube, page).limit(literalIfDefault(page.limit)),
    page.language,
  )
    .orderBy('page.key')
    .orderBy('page.id');

export const NO_FILTERS: OfferFilters = {
  userId: 0,
  origin: null,
  radius: null,
  typeId: null,
  diet: null,
  favouritesOnly: false,
  search: null,
  day: null,
  hours: null,
  sellerId: null,
  salePlaceId: null,
  box: null,
};

const FIRST_PAGE = { phase: 0, after: null, firstPageAt: null, limit: DEFAULT_PAGE_LIMIT } as const;

/** The first page near a position, of a type or of all. Types are few: each is in the text of its query. */
const createNearestFirstPage = (typeId: number | null) =>
  precompileQuery((db, originCube: string, now: Date, language: Language) =>
    selectNearestPage(db, { ...NO_FILTERS, typeId }, originCube, {
      ...FIRST_PAGE,
      order: null,
      language,
      now,
    }).modifyEnd(sharedReadHint),
  );
const nearestFirstPages = new Map<number | null, ReturnType<typeof createNearestFirstPage>>();

/**
 * The first page of a text in the order of distance: what suits a diet, without words. Of a frequent one, because the best
 * plan of others depends on how many products have them.
 */
const selectNearestFirstPageOfFrequentText = precompileQuery(
  (db, originCube: string, now: Date, query: string, language: Language) =>
    selectNearestPage(
      db,
      {
        ...NO_FILTERS,
        search: { query, rankQueries: ['', '', ''], hasWords: false, isFrequent: true, isRare: false },
      },
      originCube,
      { ...FIRST_PAGE, order: null, language, now },
    ).modifyEnd(sharedReadHint),
);

/**
 * The first window of a text. Only that of a frequent one is prepared, in the order of distance; the best plan of others
 * depends on how many products have them.
 */
const createFirstRelevanceWindow = ({ isFrequent, isRare }: Pick<SearchQuery, 'isFrequent' | 'isRare'>) =>
  precompileQuery(
    (
      db,
      nameQuery: string,
      kindQuery: string,
      salePlaceQuery: string,
      originCube: string,
      now: Date,
      query: string,
      language: Language,
    ) =>
      selectWindow(
        db,
        {
          ...NO_FILTERS,
          search: {
            query,
            rankQueries: [nameQuery, kindQuery, salePlaceQuery],
            hasWords: true,
            isFrequent,
            isRare,
          },
        },
        originCube,
        { ...FIRST_PAGE, order: 'relevance', window: 0, now, language },
      ).$if(isFrequent, (q) => q.modifyEnd(sharedReadHint)),
  );
const selectFirstWindowOfFrequentText = createFirstRelevanceWindow({ isFrequent: true, isRare: false });
const selectFirstWindowOfText = createFirstRelevanceWindow({ isFrequent: false, isRare: false });
const selectFirstWindowOfRareText = createFirstRelevanceWindow({ isFrequent: false, isRare: true });

const chooseFirstWindow = ({ isFrequent, isRare }: SearchQuery) =>
  isFrequent
    ? selectFirstWindowOfFrequentText
    : isRare
      ? selectFirstWindowOfRareText
      : selectFirstWindowOfText;

/** The most frequent requests. Precompiled, because building their text takes as long as reading their rows. */
const isPrecompiled = (
  { userId, origin, typeId, search, ...filters }: OfferFilters,
  { phase, after, firstPageAt, limit, order }: PageRequest,
) =>
  origin !== null &&
  (search === null
    ? order === null
    : typeId === null && (order === null ? search.isFrequent : order === 'relevance')) &&
  phase === 0 &&
  after === null &&
  firstPageAt === null &&
  limit === DEFAULT_PAGE_LIMIT &&
  Object.values(filters).every((value) => value === null || value === false);

/** A page of sorted windows, one after the other. */
async function listSortedRows(
  db: Db,
  filters: OfferFilters,
  originCube: string | null,
  page: PageRequest & { order: SortOrder },
) {
  const rows: (Awaited<ReturnType<ReturnType<typeof selectWindow>['execute']>>[number] & {
    window: number;
  })[] = [];
  let { after } = page;
  for (let window = after?.window ?? 0; ; window++) {
    const rest =
      window === 0 && isPrecompiled(filters, page)
        ? await chooseFirstWindow(filters.search!)(
            db,
            ...filters.search!.rankQueries,
            originCube!,
            page.now,
            filters.search!.query,
            page.language,
          )
        : await selectWindow(db, filters, originCube, {
            ...page,
            after,
            window,
            limit: page.limit - rows.length,
          }).execute();
    rows.push(...rest.map((row) => ({ ...row, window })));
    const isLastWindow = rest[0] ? rest[0].window_size < getWindowSize(page.order, filters) : after === null;
    if (rows.length === page.limit || isLastWindow) return rows;
    after = null;
  }
}

function selectNearestRows(db: Db, filters: OfferFilters, originCube: string | null, page: PageRequest) {
  const { typeId, search } = filters;
  const { now, language, limit } = page;
  if (originCube === null || !isPrecompiled(filters, page))
    return selectNearestPage(db, filters, originCube, page)
      .$if(limit === DEFAULT_PAGE_LIMIT && isPreparable(filters), (q) => q.modifyEnd(sharedReadHint))
      .execute();
  return search
    ? selectNearestFirstPageOfFrequentText(db, originCube, now, search.query, language)
    : nearestFirstPages.getOrInsertComputed(typeId, createNearestFirstPage)(db, originCube, now, language);
}

async function selectPageRows(db: Db, filters: OfferFilters, page: PageRequest) {
  const originCube = filters.origin && formatEarthCube(filters.origin);
  if (page.order) return listSortedRows(db, filters, originCube, { ...page, order: page.order });
  const rows = await selectNearestRows(db, filters, originCube, page);
  return rows.map((row) => ({ ...row, distance: row.key, window: null }));
}

/** A page of the list, independent of the caller. */
export async function selectOfferPage(db: Db, filters: OfferFilters, page: PageRequest) {
  const rows = await selectPageRows(db, filters, page);
  const cards = await loadCards(db, rows, page.language);
  // No product is ever deleted.
  return rows.map((row) => ({ ...row, card: cards.get(row.id)! }));
}

/** A city of a country has ten times as many, which would take seconds to add up. */
const MAX_SUMMED_PRODUCTS = 10_000;

/** Units left, number of sale places and lowest price of the nearest products. */
export const summarizeOffers = async (
  db: Db,
  filters: OfferFilters & { origin: Position },
  now: Date,
  maxProducts = MAX_SUMMED_PRODUCTS,
) => {
  const nearest = applyFilters(selectOnSale(db, now), filters, now)
    .select(['slot.units_left', 'p.sale_place_id', 'p.price_cents'])
    .where(sql<boolean>`slot.units_left > 0`)
    .orderBy(selectDistance(formatEarthCube(filters.origin)))
    .limit(maxProducts + 1);
  const { products, ...sums } = await db
    .selectFrom(nearest.as('nearest'))
    .select(sql<number>`count(*)::int`.as('products'))
    .select(sql<number>`coalesce(sum(units_left), 0)::int`.as('packs'))
    .select(sql<number>`count(distinct sale_place_id)::int`.as('sale_place_count'))
    .select(sql<number | null>`min(price_cents)`.as('min_price_cents'))
    .executeTakeFirstOrThrow();
  return { ...sums, isExact: products <= maxProducts };
};

/** Counts the nearest offers on sale: all, those that suit a condition of a tsquery, and those that suit another. */
export const countSuitable = (
  db: Db,
  filters: OfferFilters & { origin: Position },
  { suitable, unnamed, limit, now }: { suitable: string; unnamed: string | null; limit: number; now: Date },
) => {
  const nearest = applyFilters(selectOnSale(db, now), filters, now)
    .select('p.search')
    .where(sql<boolean>`slot.units_left > 0`)
    .orderBy(selectDistance(formatEarthCube(filters.origin)))
    .limit(limit);
  return db
    .selectFrom(nearest.as('nearest'))
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`count(*) filter (where nearest.search @@ ${suitable}::tsquery)::int`.as('suitable'),
      (unnamed === null
        ? sql<number>`0`
        : sql<number>`count(*) filter (where nearest.search @@ ${unnamed}::tsquery)::int`
      ).as('unnamed'),
    ])
    .executeTakeFirstOrThrow();
};

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
