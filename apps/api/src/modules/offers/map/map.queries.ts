import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database.ts';
import { createVersionCache } from '../../../platform/performance/caches.ts';
import { anyOf, sharedReadHint } from '../../../platform/performance/prepared-statements.ts';
import { isOnSale } from '../../products/index.ts';
import {
  type BoundingBox,
  COARSEST_LEVEL,
  cellSize,
  columnOf,
  FINEST_LEVEL,
  FINEST_TYPE_LEVEL,
  rowOf,
} from '../geometry.rules.ts';
import {
  applyFilters,
  isPreparable,
  isSalePlaceInBox,
  type OfferFilters,
  selectOnSale,
  selectVersion,
} from '../offers.queries.ts';

/** What a pin or a cluster shows of a product. */
const loadProducts = createVersionCache(20_000, (db, ids) =>
  db
    .selectFrom('products')
    .select(['id', 'name', 'language', 'price_cents', selectVersion('products').as('version')])
    .select(sql<string | null>`photos -> 0 ->> 'path'`.as('photo'))
    .select(sql<number | null>`type_ids[1]`.as('type_id'))
    .where('id', '=', anyOf(ids, 'int[]'))
    .modifyEnd(sharedReadHint)
    .execute(),
);

/** The same of a sale place. */
const loadSalePlaces = createVersionCache(20_000, (db, ids) =>
  db
    .selectFrom('sale_places')
    .select(['id', 'name', 'description', 'logo', 'address', 'phone', 'latitude', 'longitude'])
    .select(selectVersion('sale_places').as('version'))
    .where('id', '=', anyOf(ids, 'int[]'))
    .modifyEnd(sharedReadHint)
    .execute(),
);

const selectOnMap = (db: Db, filters: OfferFilters, now: Date) =>
  applyFilters(selectOnSale(db, now), filters, now)
    .innerJoin('sale_places as place', 'place.id', 'p.sale_place_id')
    .select(['p.id', 'p.sale_place_id', 'slot.units_left', 'slot.allocation', 'slot.ends_at'])
    .select([selectVersion('p').as('version'), selectVersion('place').as('sale_place_version')])
    .orderBy('place.id')
    .orderBy('slot.ends_at')
    .orderBy('p.id');

/** The box is always set here and is no filter of its own. */
const isPreparableOnMap = (filters: OfferFilters) => isPreparable({ ...filters, box: null });

/** More are clustered by the database. Literal in the query text, so that it is planned for. */
export const MAX_OFFERS_IN_BOX = 900;

/** Offers in a part of the map, by sale place; the earliest pickup first. */
export const listOffersInBox = async (db: Db, filters: OfferFilters, box: BoundingBox, now: Date) =>
  loadOffersOnMap(
    db,
    await selectOnMap(db, filters, now)
      .where(isSalePlaceInBox(box))
      .limit(sql.lit(MAX_OFFERS_IN_BOX))
      .$if(isPreparableOnMap(filters), (q) => q.modifyEnd(sharedReadHint))
      .execute(),
  );

/** The same of these sale places. */
export const listOffersAtSalePlaces = async (
  db: Db,
  filters: OfferFilters,
  salePlaceIds: number[],
  now: Date,
) =>
  loadOffersOnMap(
    db,
    await selectOnMap(db, filters, now)
      .where('place.id', '=', anyOf(salePlaceIds, 'int[]'))
      .$if(isPreparableOnMap(filters), (q) => q.modifyEnd(sharedReadHint))
      .execute(),
  );

type RowOnMap = Awaited<ReturnType<ReturnType<typeof selectOnMap>['execute']>>[number];
export type OfferOnMap = Awaited<ReturnType<typeof loadOffersOnMap>>[number];

async function loadOffersOnMap(db: Db, rows: RowOnMap[]) {
  const products = await loadProducts(db, rows);
  const salePlaces = await loadSalePlaces(
    db,
    rows.map((row) => ({ id: row.sale_place_id, version: row.sale_place_version })),
  );
  // No product is ever deleted, nor its sale place.
  return rows.map(({ id, sale_place_id, units_left, allocation, ends_at }) => ({
    product: products.get(id)!,
    salePlace: salePlaces.get(sale_place_id)!,
    slot: { units_left, allocation, ends_at },
  }));
}

/** Sale places with offers, counted by squares of `stepDegrees`, for filters without precomputed cells. */
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

/** Cells of a level in a part of the map, those with the most sale places first. */
export const listCellsInBox = (db: Db, box: BoundingBox, level: number, typeId: number) =>
  db
    .selectFrom('map_cells')
    .select(['sale_place_count', 'sale_place_id', 'min_price_cents', 'latitude', 'longitude'])
    .where('level', '=', level)
    .where('type_id', '=', typeId)
    .where(sql<boolean>`x between ${columnOf(box.west, level)} and ${columnOf(box.east, level)}`)
    .where(sql<boolean>`y between ${rowOf(box.south, level)} and ${rowOf(box.north, level)}`)
    .orderBy('sale_place_count', 'desc')
    .limit(sql.lit(500))
    .modifyEnd(sharedReadHint)
    .execute();

/** Whether the cells have been calculated. */
export const hasMapCells = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('map_cells').select('level').limit(1).executeTakeFirst()) !== undefined;

/**
 * Whether the cells are no longer right: what they count has changed, or a product has left them because its last window
 * is over. Takes the changes, so the cells must be recalculated in the same transaction.
 */
export async function takeMapChanges(trx: Trx, now: Date): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('map_changes').executeTakeFirst();
  const { rows } = await sql<{ is_over: boolean }>`
    SELECT valid_until <= ${now} AS is_over FROM map_cell_state`.execute(trx);
  return numDeletedRows > 0n || rows[0]!.is_over;
}

/** Recalculates all cells and writes the changed ones, by one statement: the application makes no temporary tables. */
export async function recalculateMapCells(trx: Trx, now: Date): Promise<void> {
  const coarserLevels = Array.from(
    { length: FINEST_LEVEL - COARSEST_LEVEL },
    (_, index) => FINEST_LEVEL - 1 - index,
  );
  const ctes = [buildFinestCells(now), ...coarserLevels.map(buildCoarserCells)];
  const levels = [FINEST_LEVEL, ...coarserLevels].map(
    (level) =>
      sql`SELECT ${CELL_COLUMNS} FROM ${refLevel(level)}
        ${level > FINEST_TYPE_LEVEL ? sql`WHERE type_id = 0` : sql``}`,
  );
  await sql`
    WITH ${sql.join(ctes)},
    recalculated AS MATERIALIZED (${sql.join(levels, sql` UNION ALL `)}),
    gone AS (
      DELETE FROM map_cells cell WHERE NOT EXISTS (SELECT FROM recalculated new
        WHERE new.level = cell.level AND new.type_id = cell.type_id AND new.x = cell.x AND new.y = cell.y))
    INSERT INTO map_cells AS cell (${CELL_COLUMNS})
    SELECT ${CELL_COLUMNS} FROM recalculated new
    WHERE NOT EXISTS (SELECT FROM map_cells cell WHERE cell.level = new.level AND cell.type_id = new.type_id
      AND cell.x = new.x AND cell.y = new.y AND cell.sale_place_count = new.sale_place_count
      AND cell.sale_place_id = new.sale_place_id AND cell.min_price_cents = new.min_price_cents
      AND cell.latitude = new.latitude AND cell.longitude = new.longitude)
    ON CONFLICT (level, type_id, x, y) DO UPDATE SET sale_place_count = excluded.sale_place_count,
      sale_place_id = excluded.sale_place_id, min_price_cents = excluded.min_price_cents,
      latitude = excluded.latitude, longitude = excluded.longitude`.execute(trx);
}

const CELL_COLUMNS = sql.raw(
  'level, type_id, x, y, sale_place_count, sale_place_id, min_price_cents, latitude, longitude',
);
const refLevel = (level: number) => sql.raw(`level_${level}`);

/** Counts each sale place once for all its products (type 0) and once for each of their types. */
const buildFinestCells = (now: Date) =>
  sql`
    products_on_sale AS MATERIALIZED (
      SELECT p.sale_place_id, p.price_cents, p.type_ids, slots.last_end
      FROM products p CROSS JOIN LATERAL (
        SELECT max(s.ends_at) AS last_end FROM pickup_slots s WHERE s.product_id = p.id AND ${isOnSale(now, 's')}) slots
      WHERE p.state = 'active' AND slots.last_end IS NOT NULL
    ), valid AS (
      UPDATE map_cell_state SET valid_until = (SELECT coalesce(min(last_end), 'infinity') FROM products_on_sale)
    ), priced_sale_places AS (
      SELECT sale_place_id AS id, 0 AS type_id, min(price_cents) AS price FROM products_on_sale GROUP BY sale_place_id
      UNION ALL
      SELECT sale_place_id, type_id, min(price_cents) FROM products_on_sale, unnest(type_ids) AS type_id
      GROUP BY sale_place_id, type_id
    ), ${refLevel(FINEST_LEVEL)} (${CELL_COLUMNS}) AS MATERIALIZED (
      SELECT ${FINEST_LEVEL}::smallint, type_id,
        floor((longitude + 180) / ${cellSize(FINEST_LEVEL)}::float8)::int AS x,
        floor((latitude + 90) / ${cellSize(FINEST_LEVEL)}::float8)::int AS y,
        count(*)::int, min(id), min(price), avg(latitude), avg(longitude)
      FROM priced_sale_places JOIN sale_places USING (id)
      GROUP BY type_id, x, y)`;

/** A cell consists of four of the next finer level. */
const buildCoarserCells = (level: number) =>
  sql`
    ${refLevel(level)} (${CELL_COLUMNS}) AS MATERIALIZED (
      SELECT ${level}::smallint, type_id, x / 2 AS col, y / 2 AS line,
        sum(sale_place_count)::int, min(sale_place_id), min(min_price_cents),
        sum(latitude * sale_place_count) / sum(sale_place_count),
        sum(longitude * sale_place_count) / sum(sale_place_count)
      FROM ${refLevel(level + 1)}
      GROUP BY type_id, col, line)`;
