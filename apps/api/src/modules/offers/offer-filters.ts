import type { endpoints } from '@wopack/contract';
import type { Db } from '../../platform/db/database.ts';
import type { Actor, Call } from '../../platform/http/route.ts';
import { parseSearchWords } from '../../platform/search-words.ts';
import type { BoundingBox } from './geometry.rules.ts';
import { listMatchingTerms, type OfferFilters, type Position } from './offers.queries.ts';

type OfferQuery = Omit<Call<typeof endpoints.listOffers>['query'], 'cursor' | 'limit' | 'seller_id'> & {
  seller_id?: number;
};

export const findBboxError = (bbox: string | undefined) =>
  bbox !== undefined && parseBoundingBox(bbox) === null && 'offers.bbox';

/** Null when a word of the text matches nothing, so that the result is empty. */
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

/** The requested coordinates, unless `sort` is 'center'; else the user's city. */
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
 * Every word must match, by prefix or by similar spelling. Null without a text, undefined when a word matches nothing.
 */
async function buildSearchQuery(db: Db, text: string): Promise<string | null | undefined> {
  const words = parseSearchWords(text).slice(0, 8);
  if (words.length === 0) return null;
  const alternatives = await Promise.all(words.map((word) => listMatchingTerms(db, word)));
  if (alternatives.some((matches) => matches.length === 0)) return undefined;
  // Words consist of letters and digits, so they need no escaping in a tsquery.
  return alternatives.map((matches) => `(${matches.join(' | ')})`).join(' & ');
}

/** Null when it is none. */
export function parseBoundingBox(text: string): BoundingBox | null {
  const parts = text.split(',').map(Number);
  const [west, south, east, north] = parts;
  const isValid =
    parts.length === 4 &&
    parts.every(Number.isFinite) &&
    Math.abs(south!) <= 90 &&
    Math.abs(north!) <= 90 &&
    south! < north! &&
    west! < east!;
  return isValid ? { west: west!, south: south!, east: east!, north: north! } : null;
}

/** The area shown at the initial zoom; the whole world without a position. */
export function buildDefaultBoundingBox(origin: Position | null): BoundingBox {
  if (!origin) return { west: -180, south: -85, east: 180, north: 85 };
  const { latitude, longitude } = origin;
  return { west: longitude - 0.2, south: latitude - 0.15, east: longitude + 0.2, north: latitude + 0.15 };
}
