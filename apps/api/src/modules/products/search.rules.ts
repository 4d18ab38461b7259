import { createHash } from 'node:crypto';
import { compareTrigrams, normalizeWords, parseSearchWords } from '../../platform/search-words.ts';
import synonymGroups from './search-synonyms.json' with { type: 'json' };

/** Fields by rank: the name, the kinds of product and sale place, the sale place, the description. */
export const SEARCH_TIERS = [1, 2, 3, 4] as const;
export type SearchTier = (typeof SEARCH_TIERS)[number];

export interface SearchFields {
  name: string;
  types: readonly Kind[];
  salePlaceTypes: readonly Kind[];
  salePlaceName: string;
  address: string;
  description: string;
  allergens: readonly string[];
  isFreeOfAllergens: boolean;
  diet: readonly string[];
}

interface Kind {
  slug: string;
  name: object;
}

interface SynonymGroup {
  id: string;
  /** Words in all languages, separated by spaces; those with '*' are beginnings. */
  words: string;
  /** Slugs of the product types and sale place types that are such food or such a place. */
  types?: string[];
  salePlaceTypes?: string[];
  /** Wider groups, whose words find this one's; not the other way round. */
  kindOf?: string[];
}

interface Pattern {
  text: string;
  written: string;
  isPrefix: boolean;
  groupId: string;
}

/** Group ids are in capital letters, words never. */
export const isGroupId = (term: string): boolean => /^[A-Z]/.test(term);

const groups: readonly SynonymGroup[] = synonymGroups;

const patterns: readonly Pattern[] = groups.flatMap(({ id, words }) =>
  words.split(' ').map((word) => ({
    text: normalizeWords(word).join(''),
    written: word.replace('*', ''),
    isPrefix: word.endsWith('*'),
    groupId: id,
  })),
);

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

const groupIdsByWord = Map.groupBy(
  patterns.filter(({ isPrefix }) => !isPrefix),
  ({ text }) => text,
);
const prefixPatterns = patterns.filter(({ isPrefix }) => isPrefix);

/** Ids of the synonym groups that a normalized word belongs to. */
export const listGroupIds = (word: string): string[] =>
  distinct(
    [...(groupIdsByWord.get(word) ?? []), ...prefixPatterns.filter(({ text }) => word.startsWith(text))].map(
      ({ groupId }) => groupId,
    ),
  );

const MIN_TYPED_LENGTH = 4;

/** Ids of the groups with a word that begins with an unfinished word. */
export const listGroupIdsByBeginning = (word: string): string[] =>
  word.length < MIN_TYPED_LENGTH
    ? []
    : distinct(patterns.filter(({ text }) => text.startsWith(word)).map(({ groupId }) => groupId));

const MIN_SIMILARITY = 0.4;

/** Words of groups, or their beginnings, of similar spelling. */
export const listSimilarPatterns = (word: string): readonly Pattern[] =>
  patterns.filter(
    ({ text }) => text.length >= MIN_TYPED_LENGTH && compareTrigrams(text, word) >= MIN_SIMILARITY,
  );

const toTerm = (prefix: string, code: string) => `${prefix}${code.toUpperCase().replace(/[^A-Z]/g, '')}`;

/** Terms of what a seller declares, and of the kinds of sale place and product. */
export const dietTerm = (diet: string) => toTerm('DIET', diet);
export const allergenTerm = (allergen: string) => toTerm('HAS', allergen);
const salePlaceTypeTerm = (slug: string) => toTerm('PLACE', slug);
const productTypeTerm = (slug: string) => toTerm('KIND', slug);
/** Indexed where the seller declared allergens, or that there are none: what is not named is then not in it. */
export const DECLARED_TERM = 'DECLARED';

/** Synonym groups that a declared diet belongs to, so that words for it find the product. */
const groupsByDiet: Record<string, string[]> = {
  vegan: ['VEGAN', 'VEGETARIAN'],
  vegetarian: ['VEGETARIAN'],
  halal: ['HALAL'],
  kosher: ['KOSHER'],
};

/** The kinds of sale place that a word means, and the kinds of product that such places are for. */
export function findPlaceKinds(word: string): { placeTerms: string[]; productTerms: string[] } {
  const groupIds = listGroupIds(word);
  const kinds = groups.filter(({ id, salePlaceTypes }) => groupIds.includes(id) && salePlaceTypes);
  return {
    placeTerms: kinds.flatMap(({ salePlaceTypes = [] }) => salePlaceTypes.map(salePlaceTypeTerm)),
    productTerms: kinds.flatMap(({ types = [] }) => types.map(productTypeTerm)),
  };
}

/** Words and group ids of a product, each with the best tier of the fields that it stands in. */
export function buildSearchTerms(fields: SearchFields): Map<string, SearchTier> {
  const kindGroups = groups.filter(
    ({ types = [], salePlaceTypes = [] }) =>
      fields.types.some(({ slug }) => types.includes(slug)) ||
      fields.salePlaceTypes.some(({ slug }) => salePlaceTypes.includes(slug)),
  );
  const kindNames = [...fields.types, ...fields.salePlaceTypes].flatMap(({ name }) => Object.values(name));
  const termsByTier: Record<SearchTier, string[]> = {
    1: listTerms(fields.name),
    2: [
      ...parseSearchWords(kindNames.join(' ')),
      ...kindGroups.map(({ id }) => id),
      ...fields.salePlaceTypes.map(({ slug }) => salePlaceTypeTerm(slug)),
      ...fields.types.map(({ slug }) => productTypeTerm(slug)),
      ...fields.diet.flatMap((diet) => [dietTerm(diet), ...(groupsByDiet[diet] ?? [])]),
      ...fields.allergens.map(allergenTerm),
      ...(fields.allergens.length || fields.isFreeOfAllergens ? [DECLARED_TERM] : []),
    ],
    // An address is no food, so it has no synonyms: 'Rua do Pão' sells no bread.
    3: [...listTerms(fields.salePlaceName), ...parseSearchWords(fields.address)],
    4: listTerms(fields.description),
  };
  const terms = new Map<string, SearchTier>();
  for (const tier of SEARCH_TIERS) {
    for (const term of termsByTier[tier]) if (!terms.has(term)) terms.set(term, tier);
  }
  return terms;
}

function listTerms(text: string): string[] {
  const words = parseSearchWords(text);
  const groupIds = words.flatMap(listGroupIds);
  const widerGroupIds = groups.filter(({ id }) => groupIds.includes(id)).flatMap(({ kindOf = [] }) => kindOf);
  return [...words, ...groupIds, ...widerGroupIds];
}

/** Weights of a tsvector by tier. */
export const SEARCH_WEIGHTS: Record<SearchTier, string> = { 1: 'A', 2: 'B', 3: 'C', 4: 'D' };

/**
 * As text of a tsvector. Terms consist of letters and digits, so they need no escaping. All have a position, because
 * weights are not compared without one.
 */
export const formatSearchVector = (terms: ReadonlyMap<string, SearchTier>): string =>
  Array.from(terms, ([term, tier]) => `${term}:1${SEARCH_WEIGHTS[tier]}`).join(' ');

/** Words to complete and correct a text by. */
export const listSearchWords = (terms: ReadonlyMap<string, SearchTier>): string[] =>
  [...terms.keys()].filter((term) => !isGroupId(term));

/** Changes with the synonyms and with what is indexed. Products indexed by another version are indexed again. */
export const SEARCH_VERSION = createHash('sha256')
  .update(`3 ${JSON.stringify(groups)}`)
  .digest('hex')
  .slice(0, 16);
