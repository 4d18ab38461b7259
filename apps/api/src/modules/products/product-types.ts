import type { Db } from '../../platform/db/database.ts';
import { listProductTypes } from './products.queries.ts';

type Types = Awaited<ReturnType<typeof listProductTypes>>;
const cachedTypes = new WeakMap<Db, { loadedAt: number; types: Promise<Types> }>();

/**
 * Seven rows that every list needs and that rarely change, cached for a minute. Uses monotonic time:
 * the age of the cache is independent of the application clock.
 */
export function getCachedProductTypes(db: Db): Promise<Types> {
  const cached = cachedTypes.get(db);
  if (cached && performance.now() - cached.loadedAt < 60_000) return cached.types;
  const types = listProductTypes(db);
  cachedTypes.set(db, { loadedAt: performance.now(), types });
  types.catch(() => cachedTypes.delete(db));
  return types;
}
