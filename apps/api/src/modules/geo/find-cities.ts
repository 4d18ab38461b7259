import { normalizeWords } from '../../platform/search-words.ts';
import type { City, Gazetteer } from './gazetteer.ts';
import { kilometres, type Position } from './globe.rules.ts';
import { allowedErrors, beginsLike } from './typing-errors.rules.ts';

/** Fewer letters say too little. Source: docs/specification.md, Layout. */
export const SHORTEST_QUERY = 3;

interface Wanted {
  near: Position | null;
  limit: number;
  /** Countries that come first where nobody says what is near. */
  home?: ReadonlySet<string>;
  /** Else words spelt much like it. */
  forgiving?: boolean;
}
const abroad: ReadonlySet<string> = new Set();

/** Cities that have every word of the text, or its beginning, in a name. */
export function findCities(
  gazetteer: Gazetteer,
  text: string,
  { near, limit, home = abroad, forgiving = true }: Wanted,
): City[] {
  const typed = normalizeWords(text).slice(0, 8);
  if (typed.length === 0 || text.trim().length < SHORTEST_QUERY) return [];
  let found = inAll(typed.map((word) => beginningWith(gazetteer, word)));
  if (found.size === 0 && forgiving) found = inAll(typed.map((word) => beginningLike(gazetteer, word)));
  return [...found]
    .map((index) => gazetteer.cities[index]!)
    .map((city) => ({ city, rank: rank(city, typed, near ?? home) }))
    .sort((a, b) => b.rank - a.rank)
    .slice(0, limit)
    .map(({ city }) => city);
}

const inAll = (sets: Set<number>[]): Set<number> => sets.reduce((all, set) => all.intersection(set));

/** The words stand in order: those that begin alike stand together. */
function beginningWith({ words, cityOfWord }: Gazetteer, typed: string): Set<number> {
  let [from, to] = [0, words.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (words[middle]! < typed) from = middle + 1;
    else to = middle;
  }
  const found = new Set<number>();
  for (let i = from; words[i]?.startsWith(typed); i++) found.add(cityOfWord[i]!);
  return found;
}

function beginningLike({ words, cityOfWord }: Gazetteer, typed: string): Set<number> {
  const found = new Set<number>();
  const like = beginsLike(typed, allowedErrors(typed.length));
  words.forEach((word, i) => {
    if (like(word)) found.add(cityOfWord[i]!);
  });
  return found;
}

/**
 * The very name first, then names that begin so; ten times the people make up for two and a half times the way, and ten
 * thousand times for not being at home: a capital's whole name still finds it.
 */
function rank(city: City, typed: readonly string[], around: Position | ReadonlySet<string>): number {
  const names = new Set(Object.values(city.names).map((name) => normalizeWords(name).join(' ')));
  const text = typed.join(' ');
  const likeness = names.has(text) ? 3 : [...names].some((name) => name.startsWith(text)) ? 1.5 : 0;
  const size = Math.log10(city.population + 100);
  const nearness =
    'has' in around
      ? around.has(city.country)
        ? 4
        : 0
      : -2.5 * Math.log10(1 + kilometres(around, city) / 30);
  return likeness + size + nearness;
}
