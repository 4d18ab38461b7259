import DataLoader from 'dataloader';
import type { Db } from '../db/database.ts';

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
