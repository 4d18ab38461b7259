import DataLoader from 'dataloader';
import type { Db } from './database.ts';

const MAX_BATCH_SIZE = 100;

/**
 * A read that stands in the way of every call: what is asked in one turn of the event loop goes to the database as one
 * query, so that the more calls come at once, the less each costs. Nothing is kept: whatever is answered was read after
 * it was asked for. `read` answers in the order of its keys.
 */
export function createBatchLoader<Key, Value>(
  readBatch: (db: Db, keys: readonly Key[]) => Promise<Value[]>,
): (db: Db, key: Key) => Promise<Value> {
  const loaders = new WeakMap<Db, DataLoader<Key, Value>>();
  const createLoader = (db: Db) => {
    const loader = new DataLoader<Key, Value>((keys) => readBatch(db, keys), {
      cache: false,
      maxBatchSize: MAX_BATCH_SIZE,
      // After everything that has arrived by now has been taken in; the default would not wait for other connections.
      batchScheduleFn: (dispatchBatch) => void setImmediate(dispatchBatch),
    });
    loaders.set(db, loader);
    return loader;
  };
  return (db, key) => (loaders.get(db) ?? createLoader(db)).load(key);
}
