import type { OfferDay } from '@wopack/contract';
import { listRuledOut, type Position } from '@wopack/domain';
import { expressionBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { type BusinessScope, isInScope } from '../../platform/db/business-scope.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { anyOf, sharedReadHint } from '../../platform/performance/prepared-statements.ts';
import { isOnSale, selectSlotOnSale } from '../products/index.ts';
import { type BoundingBox, formatEarthCube } from './geometry.rules.ts';
import type { TimesOfDay } from './search-text.rules.ts';

/** Tsqueries of a search text. */
export interface SearchQuery {
  query: string;
  /** The same for products that have every word in the name; in name or kind; in name, kind or sale place. */
  rankQueries: readonly [name: string, kind: string, salePlace: string];
  /** Without words nothing is found in one field rather than another. */
  hasWords: boolean;
  /** Whether reading products in the order of distance soon finds a page of those that have the text. */
  isFrequent: boolean;
  /** Whether few products anywhere have all of its words together. */
  isRare: boolean;
}

/**
 * Whether product `p` has a text. A rare one is looked up by its words in the whole table: the index on positions and
 * words would be read to its end in the order of distance. Only the index on words has the operator `@@@`, and the array
 * is made once.
 */
export const hasText = ({ query, isRare }: Pick<SearchQuery, 'query' | 'isRare'>) =>
  isRare
    ? sql<boolean>`p.id = any(array(select rare.id from products as rare
        where rare.state = 'active' and rare.search @@@ ${query}::tsquery))`
    : sql<boolean>`p.search @@ ${query}::tsquery`;

/** Declared diets that suit whoever eats by one: what is vegan is vegetarian, also where its seller does not say so. */
export const listSuitingDiets = (diet: string): string[] =>
  diet === 'vegetarian' ? ['vegetarian', 'vegan'] : [diet];

/** Filters of list and map. */
export interface OfferFilters {
  userId: number;
  /** Origin of distances; null when unknown. */
  origin: Position | null;
  /** Metres. */
  radius: number | null;
  typeId: number | null;
  diet: string | null;
  favouritesOnly: boolean;
  /** Null for no text. */
  search: SearchQuery | null;
  /** Pickup on that day, or under way. */
  day: OfferDay | null;
  /** Pickup between these times of its day. */
  hours: TimesOfDay | null;
  /** Only products of this seller. */
  sellerId: number | null;
  salePlaceId: number | null;
  /** Only products in this part of the map. */
  box: BoundingBox | null;
}

/**
 * Whether a query with these filters may be a prepared statement. Not with a text, favourites, a seller or a sale
 * place, because the best plan depends on how many products match; of the other filters at most one, to limit the number of query texts.
 */
export function isPreparable({
  search,
  favouritesOnly,
  sellerId,
  salePlaceId,
  ...remainingFilters
}: OfferFilters): boolean {
  if (search !== null || favouritesOnly || sellerId !== null || salePlaceId !== null) return false;
  const { typeId, diet, day, hours, radius, box } = remainingFilters;
  return [typeId, diet, day, hours, radius, box].filter((value) => value !== null).length <= 1;
}

/** PostgreSQL gives each version of a row the number of the transaction that wrote it. */
export const selectVersion = (table: string) => sql<string>`${sql.ref(`${table}.xmin`)}`;

/** `originCube`: in the form of the index, calculated once instead of at every row. */
export const selectDistance = (originCube: string | null) =>
  originCube === null ? sql<number>`0::float8` : sql<number>`p.earth <-> ${originCube}::cube`;

/** Products on sale, `p`, with their slot on sale, `slot`. */
export const selectOnSale = (db: Db, now: Date) =>
  db
    .selectFrom('products as p')
    .innerJoinLateral(selectSlotOnSale(sql.ref('p.id'), now).as('slot'), (join) => join.onTrue())
    .where('p.state', '=', sql.lit('active'));

type OnSaleQuery =
  ReturnType<typeof selectOnSale> extends SelectQueryBuilder<infer DB, infer TB, infer O>
    ? [DB, TB, O]
    : never;
type OnSaleBuilder = SelectQueryBuilder<OnSaleQuery[0], OnSaleQuery[1], OnSaleQuery[2]>;

/** By the clock of the sale place (`place`). */
const whereAtPlace = (query: OnSaleBuilder, condition: RawBuilder<boolean>) =>
  query.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('sale_places as place')
        .select('place.id')
        .whereRef('place.id', '=', 'p.sale_place_id')
        .where(condition),
    ),
  );

const literals = (values: readonly string[]) =>
  sql`array[${sql.join(values.map((value) => sql.lit(value)))}]::text[]`;

export const applyFilters = (
  query: OnSaleBuilder,
  {
    origin,
    radius,
    typeId,
    diet,
    favouritesOnly,
    search,
    day,
    hours,
    sellerId,
    salePlaceId,
    userId,
  }: OfferFilters,
  now: Date,
) =>
  query
    // Both in the text, so that the planner knows how many products have them and plans it once.
    .$if(typeId !== null, (q) => q.where(sql<boolean>`p.type_ids @> array[${sql.lit(typeId)}::int]`))
    .$if(diet !== null, (q) => q.where(sql<boolean>`p.diet && ${literals(listSuitingDiets(diet!))}`))
    .$if(diet !== null && listRuledOut(diet!).length > 0, (q) =>
      q.where(sql<boolean>`not p.allergens && ${literals(listRuledOut(diet!))}`),
    )
    .$if(search !== null, (q) => q.where(hasText(search!)))
    .$if(day === 'now', (q) => q.where('slot.starts_at', '<=', now))
    .$if(day === 'today' || day === 'tomorrow', (q) =>
      // A window that began yesterday and is still open is today's: the slot on sale has not ended.
      whereAtPlace(
        q,
        sql<boolean>`(slot.starts_at at time zone place.time_zone)::date
          ${sql.raw(day === 'tomorrow' ? '=' : '<=')}
          (${now}::timestamptz at time zone place.time_zone)::date + ${day === 'tomorrow' ? 1 : 0}::int`,
      ),
    )
    .$if(hours !== null, (q) =>
      whereAtPlace(
        q,
        sql<boolean>`(slot.starts_at at time zone place.time_zone)
            < (slot.starts_at at time zone place.time_zone)::date + ${hours!.until}::time
          and (slot.ends_at at time zone place.time_zone)
            > (slot.starts_at at time zone place.time_zone)::date + ${hours!.from}::time`,
      ),
    )
    .$if(favouritesOnly, (q) =>
      q.where('p.id', 'in', (sub) =>
        sub.selectFrom('favourites').select('product_id').where('user_id', '=', userId),
      ),
    )
    .$if(sellerId !== null, (q) =>
      q.where('p.sale_place_id', 'in', (sub) =>
        sub.selectFrom('sale_places').select('id').where('seller_id', '=', sellerId!),
      ),
    )
    .$if(salePlaceId !== null, (q) => q.where('p.sale_place_id', '=', salePlaceId!))
    .$if(radius !== null && origin !== null, (q) => {
      const originCube = sql`${formatEarthCube(origin!)}::cube`;
      return q
        .where(sql<boolean>`earth_box(${originCube}, ${radius}) @> p.earth`)
        .where(sql<boolean>`p.earth <-> ${originCube} <= gc_to_sec(${radius})`);
    });

/**
 * The slot of which a unit is on hold for the user, whatever has been taken off sale or put on sale since; else the slot
 * on sale. Of several holds that of `heldSlotId`, else the earliest.
 */
const selectShownSlot = (
  productId: RawBuilder<number>,
  userId: number,
  heldSlotId: number | null,
  now: Date,
) => {
  const isOnHold = sql<boolean>`(pickup_slots.id in (select slot_id from payments
    where user_id = ${userId} and state = 'pending'))`;
  return expressionBuilder<Database>()
    .selectFrom('pickup_slots')
    .select(['id', 'starts_at', 'ends_at', 'units_left', 'allocation'])
    .where('product_id', '=', productId)
    .where(({ or }) => or([isOnHold, sql<boolean>`(p.state = 'active' and ${isOnSale(now)})`]))
    .orderBy(isOnHold, 'desc')
    .$if(heldSlotId !== null, (query) => query.orderBy(sql`pickup_slots.id = ${heldSlotId}`, 'desc'))
    .orderBy('ends_at')
    .limit(sql.lit(1));
};

/** Read with the sale place `place`; a job works them out. */
export const reliabilityColumns = [
  'place.counted_orders',
  'place.kept_orders',
  'place.cancelled_orders',
  'place.last_cancelled_at',
  'place.last_cancelled_minutes_ahead',
] as const;

interface OfferViewer {
  userId: number | null;
  /** What they see as a member of a business who knows its products, also drafts and what is hidden. */
  scope: BusinessScope | null;
  /** The slot with a unit on hold that they want to see. */
  heldSlotId: number | null;
  origin: Position | null;
}

/** A product with the slot on sale or on hold, if any. Drafts and what an operator hides only for their seller. */
export const findOffer = (
  db: Db,
  id: number,
  { userId, scope, heldSlotId, origin }: OfferViewer,
  now: Date,
) =>
  db
    .selectFrom('products as p')
    .innerJoin('sale_places as place', 'place.id', 'p.sale_place_id')
    .innerJoin('users as seller', 'seller.id', 'place.seller_id')
    .innerJoin('businesses', 'businesses.id', 'place.seller_id')
    .leftJoin('legal_identities as business', (join) =>
      join.onRef('business.user_id', '=', 'seller.id').on('seller.deleted_at', 'is', null),
    )
    .leftJoinLateral(selectShownSlot(sql.ref('p.id'), userId ?? 0, heldSlotId, now).as('slot'), (join) =>
      join.onTrue(),
    )
    .select(['p.id', 'p.sale_place_id', 'p.name', 'p.description', 'p.language', 'p.photos', 'p.state'])
    .select([
      'p.type_ids',
      'p.price_cents',
      'p.old_price_cents',
      'p.allergens',
      'p.is_free_of_allergens',
      'p.is_perishable',
      'p.max_per_order',
      'p.diet',
    ])
    .select(['place.rating_sum', 'place.rating_count'])
    .select(reliabilityColumns)
    .select(['slot.id as slot_id', 'slot.units_left', 'slot.allocation', 'slot.starts_at', 'slot.ends_at'])
    .select(['place.name as place_name', 'place.address', 'place.phone', 'place.latitude', 'place.longitude'])
    .select([
      'place.time_zone',
      'place.seller_id',
      'seller.name as seller_name',
      'seller.surname as seller_surname',
    ])
    .select(['business.legal_name', 'business.address as legal_address', 'business.country'])
    .select(['business.post_code', 'business.city'])
    .select(
      sql<boolean>`place.seller_id = ${userId ?? 0} or exists (select from members
        where business_id = place.seller_id and user_id = ${userId ?? 0} and role in ('owner', 'manager'))`.as(
        'is_mine',
      ),
    )
    .select(selectDistance(origin && formatEarthCube(origin)).as('key'))
    .select((select) =>
      select
        .exists(
          select
            .selectFrom('favourites')
            .select('product_id')
            .where('user_id', '=', userId ?? 0)
            .whereRef('product_id', '=', 'p.id'),
        )
        .as('is_favourite'),
    )
    .where('p.id', '=', id)
    .where('p.state', '!=', 'removed')
    .where((or) =>
      or.or([
        or.and([
          or('p.hidden_at', 'is', null),
          or('place.hidden_at', 'is', null),
          or('businesses.suspended_at', 'is', null),
        ]),
        scope ? isInScope(scope, 'place.seller_id', 'place.id') : sql.lit(false),
      ]),
    )
    .where((or) =>
      or.or([
        or('p.state', '!=', 'draft'),
        scope ? isInScope(scope, 'place.seller_id', 'place.id') : sql.lit(false),
      ]),
    )
    .executeTakeFirst();

/** Whether sale place `place` lies in a part of the map. */
export const isSalePlaceInBox = ({ west, south, east, north }: BoundingBox) =>
  sql<boolean>`point(place.longitude, place.latitude) <@ box(point(${west}, ${south}), point(${east}, ${north}))`;

/** In wider boxes the index on positions excludes too little to be worth its use. */
const MAX_INDEXED_DEGREES = 20;

/** Whether product `p` lies in a part of the map: a coarse condition for the index, then the exact one. */
export function isProductInBox(box: BoundingBox) {
  const { west, south, east, north } = box;
  // A scalar subquery: the planner would turn `exists` into a join that reads all sale places of the box.
  const exactCondition = sql<boolean>`(select ${isSalePlaceInBox(box)} from sale_places place where place.id = p.sale_place_id)`;
  if (Math.max(east - west, north - south) > MAX_INDEXED_DEGREES) return exactCondition;
  const corners = [west, east].flatMap((longitude) => [
    { longitude, latitude: south },
    { longitude, latitude: north },
  ]);
  const cornerCubes = corners.map((corner) => sql`${formatEarthCube(corner)}::cube`);
  return sql<boolean>`cube_enlarge(
    cube_union(cube_union(${cornerCubes[0]}, ${cornerCubes[1]}), cube_union(${cornerCubes[2]}, ${cornerCubes[3]})), ${calculateBulgeMetres(east - west, north - south)}::float8, 3
  ) @> p.earth and ${exactCondition}`;
}

/** Metres by which the globe's surface rises above the plane through the corners of a box. */
const calculateBulgeMetres = (width: number, height: number): number =>
  1 + 6_378_168 * (1 - Math.cos((Math.hypot(width, height) * Math.PI) / 360));

/** The first filters by which something is listed; null when there are none. Later ones are not read. */
export async function findFirstMatch(
  db: Db,
  candidates: readonly OfferFilters[],
  now: Date,
): Promise<number | null> {
  const matches = candidates.map((filters, index) => {
    const offers = applyFilters(selectOnSale(db, now), filters, now)
      .select('p.id')
      .$if(filters.box !== null, (q) => q.where(isProductInBox(filters.box!)));
    return sql`when exists (${offers}) then ${sql.lit(index)}`;
  });
  const { rows } = await sql<{
    match: number | null;
  }>`select case ${sql.join(matches, sql` `)} end as match`.execute(db);
  return rows[0]!.match;
}

/** Units left and window of the slot on sale of each product. */
export const listStock = (db: Db, ids: number[], now: Date) =>
  db
    .selectFrom('products as p')
    .leftJoinLateral(selectSlotOnSale(sql.ref('p.id'), now).as('slot'), (join) =>
      join.on('p.state', '=', sql.lit('active')),
    )
    .select(['p.id as product_id', 'slot.id as slot_id', 'slot.starts_at', 'slot.ends_at'])
    .select(['slot.units_left', 'slot.allocation'])
    .where('p.id', '=', anyOf(ids, 'int[]'))
    .where('p.state', '!=', sql.lit('draft'))
    .modifyEnd(sharedReadHint)
    .execute();
