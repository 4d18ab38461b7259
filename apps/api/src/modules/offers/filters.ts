import type { endpoints } from '@wopack/contract';
import type { Db } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Call } from '../../platform/http/route.ts';
import { parseSearchWords } from '../../platform/search-words.ts';
import { parseBox } from './map-box.ts';
import type { Filters, Position } from './offer-filters.ts';
import { neighbours } from './offers.queries.ts';

type Query = Omit<Call<typeof endpoints.listOffers>['query'], 'cursor' | 'limit' | 'seller_id'> & {
  seller_id?: number;
};

export const bboxError = (bbox: string | undefined) =>
  bbox !== undefined && parseBox(bbox) === null && 'offers.bbox';

/** Null when the text has a word that no pack has anything near to: then nothing can be found. */
export async function readFilters(db: Db, query: Query, actor: Actor): Promise<Filters | null> {
  const search = await searchQuery(db, query.searchProductText ?? '');
  if (search === undefined) return null;
  return {
    userId: actor.id,
    origin: origin(query, actor),
    radius: query.radius ?? null,
    typeId: query.filterByType || null,
    diet: query.diet ?? null,
    favouritesOnly: query.needFavourite === 'yes',
    search,
    day: query.day ?? null,
    sellerId: query.seller_id ?? null,
    box: query.bbox === undefined ? null : parseBox(query.bbox),
  };
}

/** Given coordinates, unless distances from the centre are asked for; else the person's city. */
function origin({ latitude, longitude, sort }: Query, actor: Actor): Position | null {
  const city =
    actor.latitude !== null && actor.longitude !== null
      ? { latitude: actor.latitude, longitude: actor.longitude }
      : null;
  const given = latitude !== undefined && longitude !== undefined ? { latitude, longitude } : null;
  return sort === 'center' ? (city ?? given) : (given ?? city);
}

/**
 * Every word of the text must be found; a word is found by its beginning and by what is spelt much like it. Null for
 * no text, undefined when a word has no neighbour at all.
 */
async function searchQuery(db: Db, text: string): Promise<string | null | undefined> {
  const words = parseSearchWords(text).slice(0, 8);
  if (words.length === 0) return null;
  const alternatives = await Promise.all(words.map((word) => neighbours(db, word)));
  if (alternatives.some((list) => list.length === 0)) return undefined;
  // Words are letters and digits alone, so nothing in them means anything to a tsquery.
  return alternatives.map((list) => `(${list.join(' | ')})`).join(' & ');
}
