import type { Db } from '../../platform/db/database.ts';
import { searchSalePlaces } from './sale-places.queries.ts';

/**
 * Sale places with all these words (lower-case Latin letters) as word prefixes in name or address, nearest
 * first.
 */
export const findSalePlacesByWords = (
  db: Db,
  words: readonly string[],
  near: { latitude: number; longitude: number } | null,
  limit: number,
) =>
  // Words consist of letters and digits, so they need no escaping in a tsquery.
  searchSalePlaces(db, words.map((word) => `${word}:*`).join(' & '), near, limit);
