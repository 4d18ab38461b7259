import { type RawBuilder, sql } from 'kysely';
import type { Database, DbOrTrx } from './database.ts';

/** Rows that periodic work changes by a statement: less than a second, so that nobody waits for it. */
export const ROWS_AT_ONCE = 1_000;

/** Works batch after batch, until one is smaller than asked for. `workBatch` returns how many rows it worked on. */
export async function workInBatches(
  workBatch: (limit: number) => Promise<number>,
  limit = ROWS_AT_ONCE,
): Promise<void> {
  while ((await workBatch(limit)) === limit);
}

interface DueRows<Table extends keyof Database> {
  /** An index begins with it, of the due rows or of few others: without it each batch reads those of all batches again. */
  by: keyof Database[Table] & string;
  isDue: RawBuilder<unknown>;
}

/** Deletes all due rows, those that others have locked at the moment excepted. */
export const deleteInBatches = <Table extends keyof Database & string>(
  db: DbOrTrx,
  table: Table,
  due: DueRows<Table>,
) => changeInBatches(db, sql`DELETE FROM ${sql.table(table)}`, table, due);

/** The same with a change after which a row is not due any more. */
export const updateInBatches = <Table extends keyof Database & string>(
  db: DbOrTrx,
  table: Table,
  change: RawBuilder<unknown>,
  due: DueRows<Table>,
) => changeInBatches(db, sql`UPDATE ${sql.table(table)} SET ${change}`, table, due);

const changeInBatches = (
  db: DbOrTrx,
  statement: RawBuilder<unknown>,
  table: string,
  { by, isDue }: { by: string; isDue: RawBuilder<unknown> },
) =>
  workInBatches(async (limit) => {
    const { numAffectedRows } = await sql`${statement} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${sql.table(table)} WHERE ${isDue} ORDER BY ${sql.ref(by)} LIMIT ${limit}
      FOR UPDATE SKIP LOCKED))`.execute(db);
    return Number(numAffectedRows);
  });

/** A batch takes a few milliseconds of the event loop, and its text a quarter of a megabyte. */
export const BATCH_SIZE = 500;

/**
 * All rows of a query in batches, by what stands behind the last row of the batch before: memory does not grow with
 * their number, and no connection is kept while a slow reader takes them.
 */
export async function* readBatches<Row>(
  read: (last: Row | null, limit: number) => Promise<Row[]>,
  limit = BATCH_SIZE,
): AsyncGenerator<Row[]> {
  let last: Row | null = null;
  for (;;) {
    const rows: Row[] = await read(last, limit);
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    last = rows.at(-1)!;
  }
}
