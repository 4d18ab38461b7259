import { type RawBuilder, sql } from 'kysely';
import type { DbOrTrx } from './database.ts';

/**
 * Condition on a row of `table`: no row refers to it, of whichever table has a foreign key to it. Those that would be
 * deleted with it do not count.
 */
export async function buildUnreferenced(db: DbOrTrx, table: string): Promise<RawBuilder<boolean>> {
  const { rows } = await sql<{ referrer: string; column: string }>`
    SELECT referrer.relname AS referrer, attname AS column
    FROM pg_constraint JOIN pg_class referrer ON referrer.oid = conrelid
      JOIN pg_attribute ON attrelid = conrelid AND conkey = ARRAY[attnum]
    WHERE contype = 'f' AND confdeltype = 'a' AND confrelid = to_regclass(${`public.${table}`})
    ORDER BY 1, 2`.execute(db);
  const conditions = rows.map(
    ({ referrer, column }) =>
      sql`NOT EXISTS (SELECT FROM ${sql.table(referrer)} WHERE ${sql.ref(`${referrer}.${column}`)} = ${sql.ref(`${table}.id`)})`,
  );
  return sql`(${conditions.length ? sql.join(conditions, sql` AND `) : sql`true`})`;
}
