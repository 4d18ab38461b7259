import type { Db } from '../../platform/db/database.ts';
import { allProductTypes } from './packs.queries.ts';

type Types = Awaited<ReturnType<typeof allProductTypes>>;
const known = new WeakMap<Db, { at: number; types: Promise<Types> }>();

/**
 * Seven rows that every list needs and that hardly ever change: asked for at most once a minute. Monotonic time, not
 * the clock: how stale a copy is has nothing to do with what time it is.
 */
export function productTypes(db: Db): Promise<Types> {
  const cached = known.get(db);
  if (cached && performance.now() - cached.at < 60_000) return cached.types;
  const types = allProductTypes(db);
  known.set(db, { at: performance.now(), types });
  types.catch(() => known.delete(db));
  return types;
}
