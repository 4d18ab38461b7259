import type { Db } from '../../platform/db/database.ts';
import { listProductTypes } from './products.queries.ts';

type Types = Awaited<ReturnType<typeof listProductTypes>>;
const cachedTypes = new WeakMap<Db, { loadedAt: number; types: Promise<Types> }>();

/**
 * Seven rows that every list needs and that hardly ever change: asked for at most once a minute. Monotonic time, not
 * the clock: how stale a copy is has nothing to do with what time it is.
 */
export function getCachedProductTypes(db: Db): Promise<Types> {
  const cached = cachedTypes.get(db);
  if (cached && performance.now() - cached.loadedAt < 60_000) return cached.types;
  const types = listProductTypes(db);
  cachedTypes.set(db, { loadedAt: performance.now(), types });
  types.catch(() => cachedTypes.delete(db));
  return types;
}
