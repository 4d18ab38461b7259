/** A batch takes a few milliseconds of the event loop, and its text a quarter of a megabyte. */
export const BATCH_SIZE = 500;

/**
 * All rows of a query in batches, by what stands behind the last row of the batch before: memory does not grow with
 * their number, and no connection is kept while a slow reader takes them.
 */
export async function* readBatches<Row>(
  read: (last: Row | null, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | null = null;
  for (;;) {
    const rows: Row[] = await read(last, BATCH_SIZE);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH_SIZE) return;
    last = rows.at(-1)!;
  }
}
