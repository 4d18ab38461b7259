import type { endpoints } from '@wopack/contract';
import { listRuledOut, NEARBY_METRES, type Position, resolvePosition } from '@wopack/domain';
import type { Db } from '../../platform/db/database.ts';
import type { Actor, Call } from '../../platform/http/route.ts';
import { countEdits, normalizeWords } from '../../platform/search-words.ts';
import {
  allergenTerm,
  DECLARED_TERM,
  dietTerm,
  findPlaceKinds,
  getCachedProductTypes,
  listGroupIds,
  listGroupIdsByBeginning,
  listSimilarPatterns,
  SEARCH_WEIGHTS,
} from '../products/index.ts';
import type { BoundingBox } from './geometry.rules.ts';
import { findFirstMatch, listSuitingDiets, type OfferFilters, type SearchQuery } from './offers.queries.ts';
import {
  getTermStatistics,
  listCompletions,
  listSimilarSearchWords,
  MAX_COMPLETIONS,
  NO_STATISTICS,
  type TermShares,
  type TermStatistics,
} from './search-terms.queries.ts';
import {
  type Allergen,
  type Diet,
  getTimesOfDay,
  interpretSearchText,
  type SearchText,
  type SearchUnit,
} from './search-text.rules.ts';

type OfferQuery = Omit<
  Call<typeof endpoints.listOffers>['query'],
  'cursor' | 'limit' | 'order' | 'seller_id' | 'sale_place_id'
> & {
  order?: Call<typeof endpoints.listOffers>['query']['order'];
  seller_id?: number;
  sale_place_id?: number;
};

export const findBboxError = (bbox: string | undefined) =>
  bbox !== undefined && parseBoundingBox(bbox) === null && 'offers.bbox';

/** A reading of the text, or the list without one: what is selected, and what is said of it. */
interface SearchAttempt {
  filters: OfferFilters;
  order: SearchText['order'];
  search: SearchView | null;
  /** Words of `search.text`. */
  words: ShownWord[];
}

/** What a text was taken for. */
export interface SearchView {
  /** Words that are searched for, as they were typed; those of similar spelling as they are written. */
  text: string;
  /** What matches nothing, in the order in which it was typed. */
  dropped: string[];
  day: OfferFilters['day'];
  hours: SearchText['time']['hours'];
  /** Times of day. */
  from?: string;
  until?: string;
  diets: Diet[];
  free_of: Allergen[];
  order: SearchText['order'];
  /** Metres, if the order is the reason for a limit. */
  radius: number | null;
  /** Words that match nothing, with those of similar spelling that are searched for instead. */
  similar: { typed: string; used: string }[];
}

const NO_TIME: Omit<SearchText['time'], 'units'> = { day: null, hours: null, from: null, until: null };

const NOTHING_SAID: SearchView = {
  ...{ text: '', dropped: [], similar: [], day: null, hours: null },
  ...{ diets: [], free_of: [], order: null, radius: null },
};

/**
 * The readings of a query in the order in which they are tried: none when the result is empty, one without a text and an
 * order. Diets and allergens are part of each, since a result without them would be wrong.
 */
export async function planSearch(
  db: Db,
  query: OfferQuery,
  actor: Actor | null,
  termStatistics?: TermStatistics,
): Promise<SearchAttempt[]> {
  const typeId = query.filterByType || null;
  // The text of a query names the type: only existing ones, so that there are few texts.
  if (typeId !== null && !(await getCachedProductTypes(db)).some(({ id }) => id === typeId)) return [];
  const filters: OfferFilters = {
    userId: actor?.id ?? 0,
    origin: resolveOrigin(query, actor),
    radius: query.radius ?? null,
    typeId,
    diet: query.diet ?? null,
    favouritesOnly: query.needFavourite === 'yes',
    search: null,
    day: query.day ?? null,
    hours: null,
    sellerId: query.seller_id ?? null,
    salePlaceId: query.sale_place_id ?? null,
    box: query.bbox === undefined ? null : parseBoundingBox(query.bbox),
  };
  const food = parseFood(query);
  const text = query.searchProductText ?? '';
  if (text.trim() === '') {
    const hasFood = food.diets.length > 0 || food.freeOf.length > 0;
    const statistics = hasFood ? (termStatistics ?? (await getTermStatistics(db))) : NO_STATISTICS;
    const search = buildSearchQuery([], NO_MEANING, statistics, food);
    return listRadiuses(query, filters, null).map((radius) => ({
      filters: { ...filters, radius, search },
      order: null,
      search: radius === filters.radius ? null : { ...NOTHING_SAID, radius },
      words: [],
    }));
  }
  const meaning = interpretSearchText(text);
  const statistics = termStatistics ?? (await getTermStatistics(db));
  const words = await listWordAlternatives(db, meaning, {
    isLatin: isWrittenInLatin(text),
    isExact: query.exact === 'yes',
  });
  const readings = listReadings(meaning, words);
  const buildAttempt = (
    { units, hasTime, dropped }: Reading,
    radius: OfferFilters['radius'],
  ): SearchAttempt => {
    const { day, hours, from, until } = hasTime ? meaning.time : NO_TIME;
    const shownWords = units.map(({ text, similarWords }) => ({ text, similarWords }));
    const misspelt = shownWords.filter(({ similarWords }) => similarWords.length > 0);
    return {
      filters: {
        ...filters,
        radius,
        search: buildSearchQuery(
          units.map(({ terms }) => terms),
          meaning,
          statistics,
          food,
        ),
        day: filters.day ?? day,
        hours: hasTime ? getTimesOfDay(meaning.time) : null,
      },
      order: meaning.order,
      words: shownWords,
      search: {
        text: formatWords(shownWords, []),
        similar: formatSimilarWords(shownWords, []),
        dropped: sortByOccurrence(text, [...dropped, ...misspelt.map((word) => word.text)]),
        day: filters.day ? null : day,
        hours,
        ...(from && { from }),
        ...(until && { until }),
        diets: meaning.diets,
        free_of: meaning.freeOf,
        order: meaning.order,
        radius: radius === filters.radius ? null : radius,
      },
    };
  };
  return listRadiuses(query, filters, meaning.order).flatMap((radius) =>
    readings.map((reading) => buildAttempt(reading, radius)),
  );
}

/** By price, pickup time or rating, what is far away comes first as often as what is near: so what is near is tried first. */
function listRadiuses(
  { bbox, order }: OfferQuery,
  { origin, radius, favouritesOnly, sellerId, salePlaceId }: OfferFilters,
  orderOfText: SearchText['order'],
): OfferFilters['radius'][] {
  const hasOtherOrder = order ? order !== 'distance' : orderOfText !== null;
  const isLimited = bbox !== undefined || radius !== null || favouritesOnly;
  const isOfOneSeller = sellerId !== null || salePlaceId !== null;
  return hasOtherOrder && origin && !isLimited && !isOfOneSeller ? [NEARBY_METRES, null] : [radius];
}

/**
 * The first reading from `index` on that finds something; else what is said of the first one. Which one is asked at once
 * when the first finds nothing, so that no text costs more than two readings and a statement.
 */
export async function findFirst<T>(
  db: Db,
  attempts: readonly SearchAttempt[],
  {
    index,
    now,
    getBox,
    load,
    isEmpty,
    listTexts,
  }: {
    index: number;
    now: Date;
    /** Where `load` looks; null for everywhere. */
    getBox(filters: OfferFilters): BoundingBox | null;
    load(filters: OfferFilters, order: SearchText['order']): Promise<T>;
    isEmpty(page: T): boolean;
    /** Texts of the offers, to write the words of similar spelling like them. */
    listTexts(page: T): string[];
  },
) {
  const tryAttempt = async (current: number) => {
    const attempt = attempts[current];
    if (!attempt) return null;
    const { filters, order, search, words } = attempt;
    const page = await load(filters, order);
    if (isEmpty(page)) return null;
    if (!search?.similar.length) return { page, search, index: current, filters };
    const texts = listTexts(page);
    const view = {
      ...search,
      text: formatWords(words, texts),
      similar: formatSimilarWords(words, texts),
    };
    return { page, search: view, index: current, filters };
  };
  const findOther = async () => {
    const others = attempts.slice(index + 1).map(({ filters }) => ({ ...filters, box: getBox(filters) }));
    const match = others.length ? await findFirstMatch(db, others, now) : null;
    return match === null ? null : tryAttempt(index + 1 + match);
  };
  const [first] = attempts;
  return (
    (await tryAttempt(index)) ??
    (await findOther()) ?? {
      page: null,
      search: first?.search ?? null,
      index: 0,
      filters: first?.filters ?? null,
    }
  );
}

/** The requested coordinates, unless `sort` is 'center'; else the user's city. */
export const resolveOrigin = (
  query: Pick<OfferQuery, 'sort' | 'latitude' | 'longitude'>,
  actor: Actor | null,
): Position | null =>
  query.sort === 'center' ? resolvePosition(actor ?? {}, query) : resolvePosition(query, actor);

const MAX_SIMILAR_WORDS = 40;
/** Share of all products. A rarer term may be frequent elsewhere only, and reads that share a connection are short. */
const MIN_FREQUENT_SHARE = 0.01;
/** About so many are read and sorted as fast as the nearest ones are. */
const MAX_RARE_PRODUCTS = 500;
const { 1: NAME, 2: KIND, 3: SALE_PLACE } = SEARCH_WEIGHTS;

interface SimilarWord {
  /** A term in the syntax of tsquery. */
  term: string;
  text: string;
  isPrefix: boolean;
  written: string;
  /** Otherwise the beginning of a word, or what the index has: without accents, in Latin letters. */
  isWrittenOut: boolean;
}

interface ShownWord {
  text: string;
  /** What is searched for in its place. */
  similarWords: SimilarWord[];
}

const WORDS = /[\p{L}\p{N}\p{M}]+/gu;

/** `texts`: those of the offers that are shown. */
const formatWords = (words: readonly ShownWord[], texts: readonly string[]): string =>
  words
    .map(({ text, similarWords }) => (similarWords.length ? formatSimilar(similarWords, texts) : text))
    .join(' ');

const formatSimilarWords = (words: readonly ShownWord[], texts: readonly string[]): SearchView['similar'] =>
  words
    .filter(({ similarWords }) => similarWords.length > 0)
    .map(({ text, similarWords }) => ({ typed: text, used: formatSimilar(similarWords, texts) }));

function formatSimilar(similarWords: readonly SimilarWord[], texts: readonly string[]): string {
  const tokens = texts.flatMap((text) => text.match(WORDS) ?? []);
  const write = ({ text, isPrefix, written, isWrittenOut }: SimilarWord) => {
    const isWord = (token: string) => {
      const word = normalizeWords(token).join('');
      return isPrefix ? word.startsWith(text) : word === text;
    };
    return (isWrittenOut ? null : tokens.find(isWord)?.toLowerCase()) ?? written;
  };
  return [...new Set(similarWords.map(write))].join(' / ');
}

/** A part of the text with the parts of a tsquery that match it. */
interface UnitTerms extends SearchUnit, ShownWord {
  terms: string[];
  /** Parts of a tsquery for shops of the kind that it means, with what such shops are for. */
  placeTerms: string[];
}

interface WordAlternatives {
  units: UnitTerms[];
  /** Units that match nothing anywhere. */
  unmatched: string[];
  /** Words of time taken as other words, such as those of a name; empty if one of them matches nothing. */
  timeUnits: UnitTerms[];
}

async function listWordAlternatives(
  db: Db,
  meaning: SearchText,
  { isLatin, isExact }: { isLatin: boolean; isExact: boolean },
): Promise<WordAlternatives> {
  const find = async (unit: SearchUnit): Promise<UnitTerms> => {
    const [word, ...others] = unit.words;
    if (others.length)
      return { ...unit, terms: [formatPhrase(unit.words)], similarWords: [], placeTerms: [] };
    const terms = await listAlternatives(db, word!, isLatin);
    const similarWords = terms.length || isExact ? [] : await listSimilarWords(db, word!);
    return {
      ...unit,
      terms: terms.length ? terms : similarWords.map(({ term }) => formatWhole(term)),
      similarWords,
      placeTerms: listPlaceTerms(word!),
    };
  };
  const [units, timeUnits] = await Promise.all([
    Promise.all(meaning.units.map(find)),
    Promise.all(meaning.time.units.map(find)),
  ]);
  return {
    units: units.filter(({ terms }) => terms.length > 0),
    unmatched: units.filter(({ terms }) => terms.length === 0).map(({ text }) => text),
    timeUnits: timeUnits.every(({ terms }) => terms.length > 0) ? timeUnits : [],
  };
}

export const isWrittenInLatin = (text: string): boolean => !/\p{Script=Cyrillic}/u.test(text);

/** A part of a tsquery, to which weights can be added. */
const formatWhole = (term: string): string => `${term}:`;

/** The words of a phrase belong together, as they are written. */
const formatPhrase = (words: readonly string[]): string => `(${words.map(formatWhole).join(' & ')})`;

function listPlaceTerms(word: string): string[] {
  const { placeTerms, productTerms } = findPlaceKinds(word);
  if (placeTerms.length === 0) return [];
  const places = [...placeTerms, `${word}:AC`];
  return productTerms.length === 0 ? places : [`((${places.join(' | ')}) & (${productTerms.join(' | ')}))`];
}

interface Reading {
  units: UnitTerms[];
  hasTime: boolean;
  dropped: string[];
}

const MAX_READINGS = 8;

function listReadings(meaning: SearchText, { units, unmatched, timeUnits }: WordAlternatives): Reading[] {
  const lost = [...unmatched, ...meaning.unusable];
  const hasCondition = meaning.diets.length > 0 || meaning.freeOf.length > 0;
  const hasTime = meaning.time.units.length > 0;
  // A text of which nothing is left finds nothing, not everything.
  if (units.length === 0 && !hasCondition && !hasTime && meaning.order === null) return [];
  const readings: Reading[] = [];
  const add = (kept: UnitTerms[], keepsTime: boolean, dropped: string[]) =>
    readings.push({ units: kept, hasTime: keepsTime, dropped: [...lost, ...dropped] });
  const [unit] = units;
  // Shops of the kind that is asked for: neither what only sells the like, nor what else they sell.
  if (units.length === 1 && unit!.placeTerms.length > 0)
    add([{ ...unit!, terms: unit!.placeTerms }], hasTime, []);
  add(units, hasTime, []);
  if (timeUnits.length > 0) add([...units, ...timeUnits], false, []);
  const timeTexts = meaning.time.units.map(({ text }) => text);
  const hasRest = units.length > 0 || hasCondition;
  if (hasTime && hasRest) add(units, false, timeTexts);
  if (units.length > 1) {
    const without = (kept: UnitTerms[]) =>
      units.filter((other) => !kept.includes(other)).map(({ text }) => text);
    for (const omitted of units.toReversed()) {
      const kept = units.filter((other) => other !== omitted);
      add(kept, false, [...timeTexts, ...without(kept)]);
    }
    if (units.length > 2)
      for (const single of units) add([single], false, [...timeTexts, ...without([single])]);
  }
  return readings.slice(0, MAX_READINGS);
}

const sortByOccurrence = (text: string, parts: readonly string[]): string[] => {
  const position = (part: string) => text.indexOf(part.split(' ')[0]!);
  return parts.toSorted((a, b) => position(a) - position(b));
};

/** Null without words and conditions. Every word must match. */
function buildSearchQuery(
  alternatives: readonly string[][],
  { diets, freeOf }: Pick<SearchText, 'diets' | 'freeOf'>,
  statistics: TermStatistics,
  food: Food = NO_FOOD,
): SearchQuery | null {
  const conditions = [
    ...diets.map((diet) => [dietTerm(diet), ...(WORDS_OF_DIETS[diet] ?? [])].join(' | ')),
    ...listContradictions(diets),
    ...freeOf.map((allergen) => `${DECLARED_TERM} & !${allergenTerm(allergen)}`),
    ...listFoodConditions(food),
  ];
  if (alternatives.length === 0 && conditions.length === 0) return null;
  const groups = [...alternatives, ...conditions.map((condition) => [condition])];
  // Terms consist of letters and digits, so they need no escaping in a tsquery.
  const formatQuery = (weights: string) =>
    [
      ...alternatives.map((terms) => terms.map((term) => addWeights(term, weights)).join(' | ')),
      ...conditions,
    ]
      .map((part) => `(${part})`)
      .join(' & ');
  const isFrequent = estimateShare(groups, statistics.shares) >= MIN_FREQUENT_SHARE;
  return {
    query: formatQuery(''),
    rankQueries: [formatQuery(NAME), formatQuery(NAME + KIND), formatQuery(NAME + KIND + SALE_PLACE)],
    hasWords: alternatives.length > 0,
    isFrequent,
    // Of a few thousand products, what one of a hundred has is both.
    isRare: !isFrequent && isRareTogether(groups, statistics),
  };
}

/** What somebody eats, as they chose it. Unlike a text it asks for what the seller declares, not for words. */
export interface Food {
  diets: Diet[];
  freeOf: Allergen[];
  /** Whether what names no allergens stays. */
  hasUnnamed: boolean;
}

const NO_FOOD: Food = { diets: [], freeOf: [], hasUnnamed: false };
const NO_MEANING = { diets: [], freeOf: [] };

export const parseFood = ({
  diets,
  free_of: freeOf,
  unnamed,
}: Pick<OfferQuery, 'diets' | 'free_of' | 'unnamed'>): Food => ({
  diets: diets ? (diets.split(',') as Diet[]) : [],
  freeOf: freeOf ? (freeOf.split(',') as Allergen[]) : [],
  hasUnnamed: unnamed === 'yes',
});

const buildDietCondition = (diet: Diet): string => `(${listSuitingDiets(diet).map(dietTerm).join(' | ')})`;

/** A product that names what a diet rules out is not of it, whatever its seller claimed before that was refused. */
const listContradictions = (diets: readonly Diet[]): string[] =>
  [...new Set(diets.flatMap(listRuledOut))].map((allergen) => `!${allergenTerm(allergen)}`);

export const listFoodConditions = ({ diets, freeOf, hasUnnamed }: Food): string[] => [
  ...diets.map(buildDietCondition),
  ...listContradictions(diets),
  ...freeOf.map((allergen) => `!${allergenTerm(allergen)}`),
  ...(freeOf.length > 0 && !hasUnnamed ? [DECLARED_TERM] : []),
];

/** Whether few products have a term of each group. Of what begins like a word the statistics say nothing. */
export const isRareTogether = (
  groups: readonly string[][],
  { shares, productCount }: TermStatistics,
): boolean =>
  groups.length > 1 &&
  !groups.flat().some((term) => term.includes('*')) &&
  estimateShare(groups, shares) * productCount <= MAX_RARE_PRODUCTS;

/** Changes terms that end in ':' or ':*', alone or in a phrase. Others have weights, or need none. */
export const addWeights = (term: string, weights: string): string =>
  term.replace(/:(\*?)(?=$|[ )])/g, (_, beginning: string) =>
    beginning || weights ? `:${beginning}${weights}` : '',
  );

/** Diets that a seller may also state in words. Not what makes people ill. */
const WORDS_OF_DIETS: Partial<Record<Diet, string[]>> = {
  vegan: ['VEGAN'],
  vegetarian: ['VEGETARIAN'],
  halal: ['HALAL'],
  kosher: ['KOSHER'],
};

/**
 * A text as it is looked for in products to come, with diets and allergens: whole words that no product has today count
 * too, times do not. Null when it asks for nothing that can be looked for.
 */
export function buildLastingQuery(text: string, food: Food = NO_FOOD): string | null {
  const meaning = interpretSearchText(text);
  const isLatin = isWrittenInLatin(text);
  const listTerms = ({ words }: SearchUnit): string[] => {
    if (words.length > 1) return [formatPhrase(words)];
    const [word] = words as [string];
    const groupIds = listGroupIds(word);
    if (groupIds.length && !isLatin) return [...groupIds, word].map(formatWhole);
    const meantGroupIds = groupIds.length ? groupIds : listGroupIdsByBeginning(word);
    return [...meantGroupIds.map(formatWhole), formatBeginning(word)];
  };
  return buildSearchQuery(meaning.units.map(listTerms), meaning, NO_STATISTICS, food)?.query ?? null;
}

/** Lengths from which a word stands for those that begin with it, and for its other forms ('quindim', 'quindins'). */
const MIN_BEGINNING_LENGTH = 4;
const MIN_STEM_LENGTH = 6;

function formatBeginning(word: string): string {
  if (word.length < MIN_BEGINNING_LENGTH) return formatWhole(word);
  return `${word.length < MIN_STEM_LENGTH ? word : word.slice(0, -1)}:*`;
}

/** About so many products have a word with each of these alternatives, if one word says nothing about another. */
const estimateShare = (alternatives: readonly string[][], shares: TermShares): number =>
  alternatives
    .map((terms) => Math.max(...terms.map((term) => estimateShareOfTerm(term, shares))))
    .reduce((product, share) => product * share, 1);

/** Expects a part of a tsquery: terms, or groups of terms of which one is enough, that must all match. */
const estimateShareOfTerm = (term: string, shares: TermShares): number =>
  term
    .replace(/[()]/g, '')
    .split(' & ')
    .map((group) => Math.max(...group.split(' | ').map((name) => getShare(name, shares))))
    .reduce((product, share) => product * share, 1);

const getShare = (term: string, shares: TermShares): number =>
  term.startsWith('!') ? 1 - getShare(term.slice(1), shares) : (shares.get(term.replace(/:.*/, '')) ?? 0);

/** Parts of a tsquery for a word, to which weights can be added: its synonyms and the words that begin with it. */
async function listAlternatives(db: Db, word: string, isLatin: boolean): Promise<string[]> {
  const groupIds = listGroupIds(word);
  // Written in Latin letters, the beginning of a Russian word is often that of an unrelated Portuguese one.
  if (groupIds.length && !isLatin) return [...groupIds, word].map(formatWhole);
  const meantGroupIds = groupIds.length ? groupIds : listGroupIdsByBeginning(word);
  const completions = await listCompletions(db, word);
  // The index on positions and texts has whole words.
  if (completions.length > MAX_COMPLETIONS) return [...meantGroupIds.map(formatWhole), `${word}:*`];
  return [...meantGroupIds, ...completions.map((completion) => completion.word)].map(formatWhole);
}

/** Edits that count as a typing error. In a short word, two make another word of it. */
const maxEdits = (word: string): number => (word.length < 6 ? 1 : 2);

/** What a word was probably meant to be: words of products and of synonym groups that differ least from it. */
async function listSimilarWords(db: Db, word: string): Promise<SimilarWord[]> {
  const patterns = listSimilarPatterns(word);
  const groupIds = new Set(patterns.map(({ groupId }) => groupId));
  const similar = await listSimilarSearchWords(db, word, MAX_SIMILAR_WORDS);
  // A group stands for its words.
  const ofProducts = similar.filter((other) => !listGroupIds(other.word).some((id) => groupIds.has(id)));
  const candidates: SimilarWord[] = [
    ...patterns
      .map(({ groupId, ...pattern }) => ({ ...pattern, term: groupId, isWrittenOut: !pattern.isPrefix }))
      .toSorted((a, b) => Number(a.isPrefix) - Number(b.isPrefix)),
    ...ofProducts.map(({ word: text }) => ({
      ...{ term: text, text, written: text },
      ...{ isPrefix: false, isWrittenOut: false },
    })),
  ];
  const byEdits = Map.groupBy(candidates, ({ text, isPrefix }) =>
    countEdits(isPrefix ? word.slice(0, text.length) : word, text),
  );
  const fewest = Math.min(...byEdits.keys());
  return fewest <= maxEdits(word)
    ? [...Map.groupBy(byEdits.get(fewest)!, ({ term }) => term).values()].map(([first]) => first!)
    : [];
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
