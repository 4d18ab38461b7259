import type { endpoints } from '@wopack/contract';
import { type Position, resolvePosition } from '@wopack/domain';
import type { Db } from '../../platform/db/database.ts';
import type { Actor, Call } from '../../platform/http/route.ts';
import { parseSearchWords } from '../../platform/search-words.ts';
import {
  getCachedProductTypes,
  listGroupIds,
  listGroupIdsByBeginning,
  listSimilarGroupIds,
  SEARCH_WEIGHTS,
} from '../products/index.ts';
import type { BoundingBox } from './geometry.rules.ts';
import type { OfferFilters, SearchQuery } from './offers.queries.ts';
import {
  getTermShares,
  listCompletions,
  listSimilarSearchWords,
  MAX_COMPLETIONS,
  type TermShares,
} from './search-terms.queries.ts';

type OfferQuery = Omit<
  Call<typeof endpoints.listOffers>['query'],
  'cursor' | 'limit' | 'order' | 'seller_id' | 'sale_place_id'
> & {
  seller_id?: number;
  sale_place_id?: number;
};

export const findBboxError = (bbox: string | undefined) =>
  bbox !== undefined && parseBoundingBox(bbox) === null && 'offers.bbox';

/** Null when a word of the text matches nothing or the type does not exist, so that the result is empty. */
export async function resolveFilters(
  db: Db,
  query: OfferQuery,
  actor: Actor | null,
): Promise<OfferFilters | null> {
  const search = await buildSearchQuery(db, query.searchProductText ?? '');
  if (search === undefined) return null;
  const typeId = query.filterByType || null;
  // The text of a query names the type: only existing ones, so that there are few texts.
  if (typeId !== null && !(await getCachedProductTypes(db)).some(({ id }) => id === typeId)) return null;
  return {
    userId: actor?.id ?? 0,
    origin: resolveOrigin(query, actor),
    radius: query.radius ?? null,
    typeId,
    diet: query.diet ?? null,
    favouritesOnly: query.needFavourite === 'yes',
    search,
    day: query.day ?? null,
    sellerId: query.seller_id ?? null,
    salePlaceId: query.sale_place_id ?? null,
    box: query.bbox === undefined ? null : parseBoundingBox(query.bbox),
  };
}

/** The requested coordinates, unless `sort` is 'center'; else the user's city. */
const resolveOrigin = (query: OfferQuery, actor: Actor | null): Position | null =>
  query.sort === 'center' ? resolvePosition(actor ?? {}, query) : resolvePosition(query, actor);

const MAX_WORDS = 8;
const MAX_SIMILAR_WORDS = 40;
/** Of all products. Rarer ones may be frequent elsewhere only, and reads that share a connection are short. */
const MIN_FREQUENT_SHARE = 0.01;
const { 1: NAME, 2: KIND, 3: SALE_PLACE } = SEARCH_WEIGHTS;

/** Every word must match. Null without a text, undefined when it has no words or one matches nothing. */
async function buildSearchQuery(db: Db, text: string): Promise<SearchQuery | null | undefined> {
  if (text.trim() === '') return null;
  const words = parseSearchWords(text).slice(0, MAX_WORDS);
  if (words.length === 0) return undefined;
  const isLatin = !/\p{Script=Cyrillic}/u.test(text);
  const alternatives = await Promise.all(words.map((word) => listAlternatives(db, word, isLatin)));
  if (alternatives.some((terms) => terms.length === 0)) return undefined;
  // Terms consist of letters and digits, so they need no escaping in a tsquery.
  const formatQuery = (weights: string) =>
    alternatives.map((terms) => `(${terms.map((term) => `${term}${weights}`).join(' | ')})`).join(' & ');
  return {
    query: formatQuery(''),
    rankQueries: [formatQuery(NAME), formatQuery(NAME + KIND), formatQuery(NAME + KIND + SALE_PLACE)],
    isFrequent: estimateShare(alternatives, await getTermShares(db)) >= MIN_FREQUENT_SHARE,
  };
}

/** At least so many products have a word with these alternatives, if one word says nothing about another. */
const estimateShare = (alternatives: readonly string[][], shares: TermShares): number =>
  alternatives
    .map((terms) => Math.max(...terms.map((term) => shares.get(term.replace(/:.*/, '')) ?? 0)))
    .reduce((product, share) => product * share);

/**
 * Parts of a tsquery for a word, to which weights can be added: its synonyms and the words that begin with it, else words
 * of similar spelling and their synonyms.
 */
async function listAlternatives(db: Db, word: string, isLatin: boolean): Promise<string[]> {
  const formatWhole = (term: string) => `${term}:`;
  const groupIds = listGroupIds(word);
  // Written in Latin letters, the beginning of a Russian word is often that of an unrelated Portuguese one.
  if (groupIds.length && !isLatin) return [...groupIds, word].map(formatWhole);
  const meantGroupIds = groupIds.length ? groupIds : listGroupIdsByBeginning(word);
  const completions = await listCompletions(db, word);
  // The index on positions and texts has whole words.
  if (completions.length > MAX_COMPLETIONS) return [...meantGroupIds.map(formatWhole), `${word}:*`];
  const terms = [...meantGroupIds, ...completions.map((completion) => completion.word)];
  if (terms.length) return terms.map(formatWhole);
  const similarWords = await listSimilarSearchWords(db, word, MAX_SIMILAR_WORDS);
  return [...listSimilarGroupIds(word), ...similarWords.map((similar) => similar.word)].map(formatWhole);
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
