import type { endpoints } from '@wopack/contract';
import type { Db } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Call } from '../../platform/http/route.ts';
import { parseSearchWords } from '../../platform/search-words.ts';
import { parseBoundingBox } from './bounding-box.ts';
import type { OfferFilters, Position } from './offer-filters.ts';
import { listMatchingTerms } from './offers.queries.ts';

type OfferQuery = Omit<Call<typeof endpoints.listOffers>['query'], 'cursor' | 'limit' | 'seller_id'> & {
  seller_id?: number;
};

export const findBboxError = (bbox: string | undefined) =>
  bbox !== undefined && parseBoundingBox(bbox) === null && 'offers.bbox';

/** Null when the text has a word that no pack has anything near to: then nothing can be found. */
export async function resolveFilters(db: Db, query: OfferQuery, actor: Actor): Promise<OfferFilters | null> {
  const search = await buildSearchQuery(db, query.searchProductText ?? '');
  if (search === undefined) return null;
  return {
    userId: actor.id,
    origin: resolveOrigin(query, actor),
    radius: query.radius ?? null,
    typeId: query.filterByType || null,
    diet: query.diet ?? null,
    favouritesOnly: query.needFavourite === 'yes',
    search,
    day: query.day ?? null,
    sellerId: query.seller_id ?? null,
    box: query.bbox === undefined ? null : parseBoundingBox(query.bbox),
  };
}

/** Given coordinates, unless distances from the centre are asked for; else the person's city. */
function resolveOrigin({ latitude, longitude, sort }: OfferQuery, actor: Actor): Position | null {
  const accountPosition =
    actor.latitude !== null && actor.longitude !== null
      ? { latitude: actor.latitude, longitude: actor.longitude }
      : null;
  const requestedPosition =
    latitude !== undefined && longitude !== undefined ? { latitude, longitude } : null;
  return sort === 'center' ? (accountPosition ?? requestedPosition) : (requestedPosition ?? accountPosition);
}

/**
 * Every word of the text must be found; a word is found by its beginning and by what is spelt much like it. Null for
 * no text, undefined when a word has no neighbour at all.
 */
async function buildSearchQuery(db: Db, text: string): Promise<string | null | undefined> {
  const words = parseSearchWords(text).slice(0, 8);
  if (words.length === 0) return null;
  const alternatives = await Promise.all(words.map((word) => listMatchingTerms(db, word)));
  if (alternatives.some((matches) => matches.length === 0)) return undefined;
  // Words are letters and digits alone, so nothing in them means anything to a tsquery.
  return alternatives.map((matches) => `(${matches.join(' | ')})`).join(' & ');
}
