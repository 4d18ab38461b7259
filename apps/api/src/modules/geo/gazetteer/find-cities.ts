import { normalizeWords } from '../../../platform/search-words.ts';
import { calculateDistanceKm, type Position } from './distance.rules.ts';
import type { City, Gazetteer } from './gazetteer.ts';
import { createPrefixMatcher, maxTypos } from './typing-errors.rules.ts';

/** Fewer letters say too little. Source: specification, section 9. */
export const MIN_QUERY_LENGTH = 3;

interface CitySearchOptions {
  near: Position | null;
  limit: number;
  /** Countries that come first where nobody says what is near. */
  homeCountries?: ReadonlySet<string>;
  /** Else words spelt much like it. */
  forgiving?: boolean;
}
const NO_COUNTRIES: ReadonlySet<string> = new Set();

/** Cities that have every word of the text, or its beginning, in a name. */
export function findCities(
  gazetteer: Gazetteer,
  text: string,
  { near, limit, homeCountries = NO_COUNTRIES, forgiving = true }: CitySearchOptions,
): City[] {
  const typedWords = normalizeWords(text).slice(0, 8);
  if (typedWords.length === 0 || text.trim().length < MIN_QUERY_LENGTH) return [];
  let matchingIndexes = intersectAll(typedWords.map((word) => findByPrefix(gazetteer, word)));
  if (matchingIndexes.size === 0 && forgiving)
    matchingIndexes = intersectAll(typedWords.map((word) => findBySimilarPrefix(gazetteer, word)));
  return [...matchingIndexes]
    .map((index) => gazetteer.cities[index]!)
    .map((city) => ({ city, rank: calculateRank(city, typedWords, near ?? homeCountries) }))
    .sort((a, b) => b.rank - a.rank)
    .slice(0, limit)
    .map(({ city }) => city);
}

const intersectAll = (sets: Set<number>[]): Set<number> => sets.reduce((all, set) => all.intersection(set));

/** The words stand in order: those that begin alike stand together. */
function findByPrefix({ words, cityIndexOfWord }: Gazetteer, typedWord: string): Set<number> {
  let [from, to] = [0, words.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (words[middle]! < typedWord) from = middle + 1;
    else to = middle;
  }
  const cityIndexes = new Set<number>();
  for (let i = from; words[i]?.startsWith(typedWord); i++) cityIndexes.add(cityIndexOfWord[i]!);
  return cityIndexes;
}

function findBySimilarPrefix({ words, cityIndexOfWord }: Gazetteer, typedWord: string): Set<number> {
  const cityIndexes = new Set<number>();
  const isSimilar = createPrefixMatcher(typedWord, maxTypos(typedWord.length));
  words.forEach((word, i) => {
    if (isSimilar(word)) cityIndexes.add(cityIndexOfWord[i]!);
  });
  return cityIndexes;
}

/**
 * The very name first, then names that begin so; ten times the people make up for two and a half times the way, and ten
 * thousand times for not being at home: a capital's whole name still finds it.
 */
function calculateRank(
  city: City,
  typedWords: readonly string[],
  nearOrHome: Position | ReadonlySet<string>,
): number {
  const names = new Set(Object.values(city.names).map((name) => normalizeWords(name).join(' ')));
  const text = typedWords.join(' ');
  const nameScore = names.has(text) ? 3 : [...names].some((name) => name.startsWith(text)) ? 1.5 : 0;
  const sizeScore = Math.log10(city.population + 100);
  const nearnessScore =
    'has' in nearOrHome
      ? nearOrHome.has(city.country)
        ? 4
        : 0
      : -2.5 * Math.log10(1 + calculateDistanceKm(nearOrHome, city) / 30);
  return nameScore + sizeScore + nearnessScore;
}
