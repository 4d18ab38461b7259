import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database.ts';
import { createVersionCache } from '../../../platform/performance/caches.ts';
import { anyOf, preparedStatementHint } from '../../../platform/performance/prepared-statements.ts';
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
    .modifyEnd(preparedStatementHint)
    .execute(),
);

/** The same of a sale place. */
const loadSalePlaces = createVersionCache(20_000, (db, ids) =>
  db
    .selectFrom('sale_places')
    .select(['id', 'name', 'description', 'logo', 'address', 'phone', 'latitude', 'longitude'])
    .select(selectVersion('sale_places').as('version'))
    .where('id', '=', anyOf(ids, 'int[]'))
    .modifyEnd(preparedStatementHint)
    .execute(),
);

const selectOnMap = (db: Db, filters: OfferFilters, now: Date) =>
  applyFilters(selectOnSale(db, now), filters, now)
    .innerJoin('sale_places as place', 'place.id', 'p.sale_place_id')
    .select(['p.id', 'p.sale_place_id', 'slot.left', 'slot.allocation', 'slot.ends_at'])
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
      .$if(isPreparableOnMap(filters), (q) => q.modifyEnd(preparedStatementHint))
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
      .$if(isPreparableOnMap(filters), (q) => q.modifyEnd(preparedStatementHint))
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
  return rows.map(({ id, sale_place_id, left, allocation, ends_at }) => ({
    product: products.get(id)!,
    salePlace: salePlaces.get(sale_place_id)!,
    slot: { left, allocation, ends_at },
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
    .modifyEnd(preparedStatementHint)
    .execute();

/** Whether the cells have been calculated. */
export const hasMapCells = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('map_cells').select('level').limit(1).executeTakeFirst()) !== undefined;

/** Recalculates all cells and writes the changed ones. */
export async function recalculateMapCells(trx: Trx, now: Date): Promise<void> {
  await sql`
    CREATE TEMPORARY TABLE recalculated_cells (LIKE map_cells) ON COMMIT DROP`.execute(trx);
  await insertFinestCells(trx, now);
  for (let level = FINEST_LEVEL - 1; level >= COARSEST_LEVEL; level--) await insertCoarserCells(trx, level);
  await sql`DELETE FROM recalculated_cells WHERE type_id > 0 AND level > ${FINEST_TYPE_LEVEL}`.execute(trx);
  await sql`
    MERGE INTO map_cells cell USING recalculated_cells new
    ON cell.level = new.level AND cell.type_id = new.type_id AND cell.x = new.x AND cell.y = new.y
    WHEN MATCHED AND cell IS DISTINCT FROM new THEN UPDATE SET sale_place_count = new.sale_place_count, sale_place_id = new.sale_place_id,
      min_price_cents = new.min_price_cents, latitude = new.latitude, longitude = new.longitude
    WHEN NOT MATCHED THEN INSERT VALUES (new.level, new.type_id, new.x, new.y, new.sale_place_count, new.sale_place_id,
      new.min_price_cents, new.latitude, new.longitude)`.execute(trx);
  await sql`
    DELETE FROM map_cells cell WHERE NOT EXISTS (SELECT FROM recalculated_cells new
      WHERE new.level = cell.level AND new.type_id = cell.type_id AND new.x = cell.x AND new.y = cell.y)`.execute(
    trx,
  );
}

/** Counts each sale place once for all its products (type 0) and once for each of their types. */
const insertFinestCells = (trx: Trx, now: Date) =>
  sql`
    WITH products_on_sale AS MATERIALIZED (
      SELECT p.sale_place_id, p.price_cents, p.type_ids FROM products p
      WHERE p.state = 'active' AND EXISTS (
        SELECT FROM pickup_slots s WHERE s.product_id = p.id AND ${isOnSale(now, 's')})
    ), priced_sale_places AS (
      SELECT sale_place_id AS id, 0 AS type_id, min(price_cents) AS price FROM products_on_sale GROUP BY sale_place_id
      UNION ALL
      SELECT sale_place_id, type_id, min(price_cents) FROM products_on_sale, unnest(type_ids) AS type_id
      GROUP BY sale_place_id, type_id
    )
    INSERT INTO recalculated_cells
    SELECT ${FINEST_LEVEL}::smallint, type_id,
      floor((longitude + 180) / ${cellSize(FINEST_LEVEL)}::float8)::int AS x,
      floor((latitude + 90) / ${cellSize(FINEST_LEVEL)}::float8)::int AS y,
      count(*), min(id), min(price), avg(latitude), avg(longitude)
    FROM priced_sale_places JOIN sale_places USING (id)
    GROUP BY type_id, x, y`.execute(trx);

/** A cell consists of four of the next finer level. */
const insertCoarserCells = (trx: Trx, level: number) =>
  sql`
    INSERT INTO recalculated_cells
    SELECT ${level}::smallint, type_id, x / 2 AS col, y / 2 AS line,
      sum(sale_place_count), min(sale_place_id), min(min_price_cents),
      sum(latitude * sale_place_count) / sum(sale_place_count),
      sum(longitude * sale_place_count) / sum(sale_place_count)
    FROM recalculated_cells WHERE level = ${level + 1}
    GROUP BY type_id, col, line`.execute(trx);
