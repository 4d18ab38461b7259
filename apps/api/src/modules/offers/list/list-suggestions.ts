import type { endpoints } from '@wopack/contract';
import { type Position, pickLanguage } from '@wopack/domain';
import type { Db } from '../../../platform/db/database.ts';
import type { Call } from '../../../platform/http/route.ts';
import { createTtlCache } from '../../../platform/performance/caches.ts';
import { normalizeWords } from '../../../platform/search-words.ts';
import { SEARCH_WEIGHTS } from '../../products/index.ts';
import { addWeights, isRareTogether, isWrittenInLatin, resolveOrigin } from '../offer-filters.ts';
import { getTermStatistics, listCompletions, MAX_COMPLETIONS } from '../search-terms.queries.ts';
import { listNamesNearby } from './suggestions.queries.ts';

const CACHE_TTL_MS = 30_000;
const MAX_CACHED_LISTS = 1000;
const MIN_LETTERS = 2;
const MAX_WORDS = 6;
const MAX_NAMES_PER_KIND = 4;
/** Not the description. A word that is also that of a kind has the weight of kinds ('Padaria Aurora'). */
const NAMES = SEARCH_WEIGHTS[1] + SEARCH_WEIGHTS[2] + SEARCH_WEIGHTS[3];

type SuggestionCall = Call<typeof endpoints.listSuggestions>;

/** Lists are shared by callers with the same text within about a kilometre. */
export function createSuggestions() {
  const caches = new WeakMap<Db, ReturnType<typeof createTtlCache<string[][]>>>();
  return async (db: Db, { query, actor, language }: SuggestionCall) => {
    const origin = resolveOrigin(query, actor);
    const words = normalizeWords(query.text).slice(0, MAX_WORDS);
    if (!origin || words.join('').length < MIN_LETTERS) return { data: [] };
    const center = { latitude: roundDegrees(origin.latitude), longitude: roundDegrees(origin.longitude) };
    const cache = caches.getOrInsertComputed(db, () =>
      createTtlCache<string[][]>(CACHE_TTL_MS, MAX_CACHED_LISTS, () => true),
    );
    const isLatin = isWrittenInLatin(query.text);
    const key = [language, isLatin, center.latitude, center.longitude, ...words].join(' ');
    const [placeNames, productNames] = await cache(key, () =>
      listNames(db, { words, isLatin }, center, pickLanguage(language)),
    );
    return {
      data: [
        ...placeNames!.map((text) => ({ kind: 'place' as const, text })),
        ...productNames!.map((text) => ({ kind: 'pack' as const, text })),
      ],
    };
  };
}

const roundDegrees = (degrees: number): number => Math.round(degrees * 100) / 100;

async function listNames(
  db: Db,
  { words, isLatin }: { words: readonly string[]; isLatin: boolean },
  origin: Position,
  language: ReturnType<typeof pickLanguage>,
): Promise<string[][]> {
  const groups = await listTermGroups(db, words);
  if (groups.some((terms) => terms.length === 0)) return [[], []];
  const formatQuery = (weights: string) =>
    groups.map((terms) => `(${terms.map((term) => addWeights(term, weights)).join(' | ')})`).join(' & ');
  const search = {
    query: formatQuery(''),
    namesQuery: formatQuery(NAMES),
    isRare: isRareTogether(groups, await getTermStatistics(db)),
  };
  const rows = await listNamesNearby(db, search, origin, language);
  const matches = (name: string | null) => name !== null && beginsWithWords(name, words);
  const placeNames = rows.map((row) => row.place).filter(matches);
  const productNames = rows.flatMap(({ name, translated_name: translatedName }) => {
    if (matches(translatedName)) return translatedName!;
    // Cyrillic words are compared in Latin letters: a Portuguese name that has them is not what is meant.
    return matches(name) && (isLatin || translatedName === null) ? name : [];
  });
  return [placeNames, productNames].map((names) => [...new Set(names)].slice(0, MAX_NAMES_PER_KIND));
}

/** The last word is unfinished; single letters are not indexed. */
async function listTermGroups(db: Db, words: readonly string[]): Promise<string[][]> {
  const finished = words.slice(0, -1).filter((word) => word.length > 1);
  const groups = finished.map((word) => [`${word}:`]);
  const last = words.at(-1)!;
  if (last.length === 1) return groups;
  const completions = await listCompletions(db, last);
  return [
    ...groups,
    completions.length > MAX_COMPLETIONS ? [`${last}:*`] : completions.map(({ word }) => `${word}:`),
  ];
}

function beginsWithWords(name: string, typed: readonly string[]): boolean {
  const words = normalizeWords(name);
  return typed.every((beginning, index) =>
    words.some((word) => (index === typed.length - 1 ? word.startsWith(beginning) : word === beginning)),
  );
}
