import DataLoader from 'dataloader';
import type { Db } from './database.ts';

const MOST_AT_ONCE = 100;

/**
 * A read that stands in the way of every call: what is asked in one turn of the event loop goes to the database as one
 * query, so that the more calls come at once, the less each costs. Nothing is kept: whatever is answered was read after
 * it was asked for. `read` answers in the order of its keys.
 */
export function gathered<Key, Found>(
  read: (db: Db, keys: readonly Key[]) => Promise<Found[]>,
): (db: Db, key: Key) => Promise<Found> {
  const loaders = new WeakMap<Db, DataLoader<Key, Found>>();
  const loaderOf = (db: Db) => {
    const loader = new DataLoader<Key, Found>((keys) => read(db, keys), {
      cache: false,
      maxBatchSize: MOST_AT_ONCE,
      // After everything that has arrived by now has been taken in; the default would not wait for other connections.
      batchScheduleFn: (send) => void setImmediate(send),
    });
    loaders.set(db, loader);
    return loader;
  };
  return (db, key) => (loaders.get(db) ?? loaderOf(db)).load(key);
}
