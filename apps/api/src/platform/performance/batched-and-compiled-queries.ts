import DataLoader from 'dataloader';
import type { Compilable, CompiledQuery } from 'kysely';
import type { Db, DbOrTrx } from '../db/database.ts';

/**
 * Compiles a query on first use; later calls only bind values. For queries that every request makes. The
 * arguments must appear in the query in their order, each once, and must not change its text.
 */
export function precompileQuery<Args extends unknown[], Row>(
  build: (db: Db, ...args: Args) => Compilable<Row>,
): (db: DbOrTrx, ...args: Args) => Promise<Row[]> {
  let query: CompiledQuery<Row> | undefined;
  return async (db, ...args) => {
    query ??= assertParameterOrder(build(db as Db, ...args).compile(), args);
    const { rows } = await db.executeQuery<Row>({ ...query, parameters: args });
    return rows;
  };
}

function assertParameterOrder<Row>(query: CompiledQuery<Row>, args: unknown[]): CompiledQuery<Row> {
  const isSameOrder =
    query.parameters.length === args.length && args.every((arg, i) => query.parameters[i] === arg);
  if (!isSameOrder)
    throw new Error(`The values of this query are not in the order of its text: ${query.sql}`);
  return query;
}

const MAX_BATCH_SIZE = 100;

/**
 * For reads that every request makes: keys requested in one turn of the event loop are read by one query,
 * so the cost per request falls under load. Nothing is cached: every result was read after it was
 * requested. `readBatch` returns values in the order of its keys.
 */
export function createBatchLoader<Key, Value>(
  readBatch: (db: Db, keys: readonly Key[]) => Promise<Value[]>,
): (db: Db, key: Key) => Promise<Value> {
  const loaders = new WeakMap<Db, DataLoader<Key, Value>>();
  const createLoader = (db: Db) => {
    const loader = new DataLoader<Key, Value>((keys) => readBatch(db, keys), {
      cache: false,
      maxBatchSize: MAX_BATCH_SIZE,
      // Runs after all pending I/O callbacks, so that requests of several connections share a batch, unlike
      // DataLoader's default.
      batchScheduleFn: (dispatchBatch) => void setImmediate(dispatchBatch),
    });
    loaders.set(db, loader);
    return loader;
  };
  return (db, key) => (loaders.get(db) ?? createLoader(db)).load(key);
}
