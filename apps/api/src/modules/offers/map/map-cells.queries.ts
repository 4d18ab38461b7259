import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database.ts';
import { preparedStatementHint } from '../../../platform/db/prepared-statements.ts';
import {
  type BoundingBox,
  COARSEST_LEVEL,
  cellSize,
  columnOf,
  FINEST_LEVEL,
  FINEST_TYPE_LEVEL,
  rowOf,
} from './map-cells.rules.ts';

/** The squares of a level that a part of the map touches, with the most sale places first. */
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

/** Whether there are any squares: they were counted since there are packs. */
export const hasMapCells = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('map_cells').select('level').limit(1).executeTakeFirst()) !== undefined;

/** Counts all squares anew and writes what changed. */
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

/** Every venue once for all its packs and once for each of their types. */
const insertFinestCells = (trx: Trx, now: Date) =>
  sql`
    WITH packs AS MATERIALIZED (
      SELECT p.sale_place_id, p.price_cents, p.type_ids FROM products p
      WHERE p.state = 'active' AND EXISTS (
        SELECT FROM pickup_slots s WHERE s.product_id = p.id AND s.ends_at > ${now} AND NOT s.closed)
    ), priced_sale_places AS (
      SELECT sale_place_id AS id, 0 AS type_id, min(price_cents) AS price FROM packs GROUP BY sale_place_id
      UNION ALL
      SELECT sale_place_id, type_id, min(price_cents) FROM packs, unnest(type_ids) AS type_id
      GROUP BY sale_place_id, type_id
    )
    INSERT INTO recalculated_cells
    SELECT ${FINEST_LEVEL}::smallint, type_id,
      floor((longitude + 180) / ${cellSize(FINEST_LEVEL)}::float8)::int AS x,
      floor((latitude + 90) / ${cellSize(FINEST_LEVEL)}::float8)::int AS y,
      count(*), min(id), min(price), avg(latitude), avg(longitude)
    FROM priced_sale_places JOIN sale_places USING (id)
    GROUP BY type_id, x, y`.execute(trx);

/** A square holds four of the next finer level. */
const insertCoarserCells = (trx: Trx, level: number) =>
  sql`
    INSERT INTO recalculated_cells
    SELECT ${level}::smallint, type_id, x / 2 AS col, y / 2 AS line,
      sum(sale_place_count), min(sale_place_id), min(min_price_cents),
      sum(latitude * sale_place_count) / sum(sale_place_count),
      sum(longitude * sale_place_count) / sum(sale_place_count)
    FROM recalculated_cells WHERE level = ${level + 1}
    GROUP BY type_id, col, line`.execute(trx);
