import type { Db } from '../../platform/db/database.ts';
import { searchSalePlaces } from './sale-places.queries.ts';

/** Venues that have all these words (small Latin letters), or their beginnings, in name or address, the near ones first. */
export const findSalePlacesByWords = (
  db: Db,
  words: readonly string[],
  near: { latitude: number; longitude: number } | null,
  limit: number,
) =>
  // Words are letters and digits alone, so nothing in them means anything to a tsquery.
  searchSalePlaces(db, words.map((word) => `${word}:*`).join(' & '), near, limit);
