import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { getLocale, type Language, languages, type Position } from '@wopack/domain';
import { loadTimeZones } from '../../platform/find-time-zone.ts';
import { normalizeWords } from '../../platform/search-words.ts';
import { calculateDistanceKm, maxTypos, startsSimilarly, toCartesian } from './geo.rules.ts';

export interface City extends Position {
  names: Record<Language, string>;
  /** ISO 3166-1, two letters. */
  country: string;
  /** Region code of GeoNames: letters in some countries, a number in most. */
  region: string;
  population: number;
}

/** All cities, with indexes by name and by position. */
export interface Gazetteer {
  cities: readonly City[];
  /** Words of all names, sorted; `cityIndexOfWord` has the city of each. */
  words: readonly string[];
  cityIndexOfWord: Uint32Array;
  /** Three per city, see `toCartesian`. */
  cartesianCoordinates: Float64Array;
  /** By `regionKey`. */
  regionCapitals: ReadonlyMap<string, City>;
}

const GAZETTEER_FILE = join(import.meta.dirname, '../../../db/gazetteer/cities.tsv.br');

let gazetteerPromise: Promise<Gazetteer> | undefined;

/** Loaded on first use, and shared. */
export function loadGazetteer(): Promise<Gazetteer> {
  gazetteerPromise ??= readGazetteer();
  return gazetteerPromise;
}

export const regionKey = ({ country, region }: City): string => `${country}.${region}`;

/** About ten milliseconds of work. */
const CITIES_PER_TURN = 1000;

async function readGazetteer(): Promise<Gazetteer> {
  const text = (await promisify(brotliDecompress)(await readFile(GAZETTEER_FILE))).toString();
  const cities: City[] = [];
  const regionCapitals = new Map<string, City>();
  const entries: [word: string, city: number][] = [];
  for (const line of text.split('\n')) {
    const [
      name = '',
      pt,
      en,
      ru,
      country = '',
      region = '',
      isRegionCapital,
      population,
      latitude,
      longitude,
    ] = line.split('\t');
    const city: City = {
      names: { pt: pt || name, en: en || name, ru: ru || name },
      country,
      region,
      population: Number(population),
      latitude: Number(latitude),
      longitude: Number(longitude),
    };
    const nameWords = new Set(normalizeWords([name, pt, en, ru].join(' ')));
    for (const word of nameWords) entries.push([word, cities.length]);
    // Cities are sorted by size: a country's capital comes before the capital of the region around it.
    if (isRegionCapital && !regionCapitals.has(regionKey(city))) regionCapitals.set(regionKey(city), city);
    cities.push(city);
    // The server answers others meanwhile.
    if (cities.length % CITIES_PER_TURN === 0) await nextTurn();
  }
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return {
    cities,
    words: entries.map(([word]) => word),
    cityIndexOfWord: Uint32Array.from(entries, ([, city]) => city),
    cartesianCoordinates: Float64Array.from(cities.flatMap(toCartesian)),
    regionCapitals,
  };
}

/** Positions farther from any city belong to none. */
const MAX_CITY_DISTANCE_KM = 300;

/**
 * The city of a position. The squared radius of each city is subtracted from the squared distance, so that large cities
 * reach farther: Lisbon's quarters belong to Lisbon, the centres of its suburbs to the suburbs.
 */
export function findNearestCity(
  { cities, cartesianCoordinates }: Gazetteer,
  position: Position,
  excluded: ReadonlySet<City> = new Set(),
) {
  const [x, y, z] = toCartesian(position);
  let nearest: City | undefined;
  let smallestSquare = Number.POSITIVE_INFINITY;
  cities.forEach((city, i) => {
    const squaredDistance =
      (cartesianCoordinates[3 * i]! - x) ** 2 +
      (cartesianCoordinates[3 * i + 1]! - y) ** 2 +
      (cartesianCoordinates[3 * i + 2]! - z) ** 2;
    const squareBeyondCity = squaredDistance - calculateCityRadiusKm(city) ** 2;
    if (squareBeyondCity >= smallestSquare || excluded.has(city)) return;
    smallestSquare = squareBeyondCity;
    nearest = city;
  });
  const distance = nearest ? calculateDistanceKm(nearest, position) : Number.POSITIVE_INFINITY;
  return nearest && distance <= MAX_CITY_DISTANCE_KM ? { city: nearest, distanceKm: distance } : null;
}

/** Approximate radius in kilometres. */
const calculateCityRadiusKm = ({ population }: City): number => 0.01 * Math.sqrt(population);

export interface NamedPosition extends Position {
  name: string;
}

export async function findNamedCity(position: Position, language: Language): Promise<NamedPosition | null> {
  const nearest = findNearestCity(await loadGazetteer(), position);
  if (!nearest) return null;
  const { names, latitude, longitude } = nearest.city;
  return { name: names[language], latitude, longitude };
}

/** The country of a position by its city, ISO 3166-1 in two letters; null far from any. */
export const findCountryAt = async (position: Position): Promise<string | null> =>
  (await findCityAt(position))?.country ?? null;

/**
 * The city of a position, see `findNearestCity`. Cities beyond a border between time zones do not count: from the south
 * of Valença, Tui is nearer than Valença's centre.
 */
export async function findCityAt(position: Position): Promise<City | null> {
  const [gazetteer, findZone] = await Promise.all([loadGazetteer(), loadTimeZones()]);
  const zone = findZone(position);
  const beyondBorder = new Set<City>();
  for (;;) {
    const city = findNearestCity(gazetteer, position, beyondBorder)?.city;
    if (!city || findZone(city) === zone) return city ?? null;
    beyondBorder.add(city);
  }
}

/** Shorter texts match too many cities. Source: specification, section 9. */
export const MIN_QUERY_LENGTH = 3;

interface CitySearchOptions {
  near: Position | null;
  limit: number;
  /** Countries ranked first when no position is given. */
  homeCountries?: ReadonlySet<string>;
  /** Falls back to similar spellings when nothing matches. */
  forgiving?: boolean;
}
const NO_COUNTRIES: ReadonlySet<string> = new Set();

/** Cities that have every word of the text as a word prefix in a name. */
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

/** Binary search: the words are sorted. */
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
  const maxErrors = maxTypos(typedWord.length);
  words.forEach((word, i) => {
    if (startsSimilarly(word, typedWord, maxErrors)) cityIndexes.add(cityIndexOfWord[i]!);
  });
  return cityIndexes;
}

/**
 * Exact names rank above prefixes. A tenfold population outweighs a distance 2.5 times as long, a ten-thousandfold one a
 * country that is not among the home countries, so that the full name of a capital still finds it.
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

const COUNTRY_NAMES = Object.fromEntries(
  languages.map((language) => [language, new Intl.DisplayNames(getLocale(language), { type: 'region' })]),
) as Record<Language, Intl.DisplayNames>;

/** Districts of Portugal are named after their capitals, its island regions are not. */
const ISLAND_NAMES: Record<string, Record<Language, string>> = {
  'PT.10': { pt: 'Madeira', en: 'Madeira', ru: 'Мадейра' },
  'PT.23': { pt: 'Açores', en: 'Azores', ru: 'Азорские острова' },
};

/** Cities of the same name in one country are distinguished by the capitals of their regions. */
export function buildCityViews(gazetteer: Gazetteer, cities: readonly City[], language: Language) {
  const nameWithCountry = (city: City) => `${city.names[language]}, ${city.country}`;
  return cities.map((city) => {
    const hasNamesake = cities.some(
      (other) => other !== city && nameWithCountry(other) === nameWithCountry(city),
    );
    return buildCityView(gazetteer, city, language, hasNamesake);
  });
}

function buildCityView({ regionCapitals }: Gazetteer, city: City, language: Language, hasNamesake: boolean) {
  const name = city.names[language];
  const key = regionKey(city);
  const regionCapital = regionCapitals.get(key)?.names[language];
  const region =
    ISLAND_NAMES[key]?.[language] ??
    (/^[A-Z]{2}$/.test(city.region)
      ? city.region
      : city.country === 'PT' || hasNamesake
        ? regionCapital
        : undefined);
  const country = COUNTRY_NAMES[language].of(city.country);
  return {
    label: name,
    displayName: name,
    formattedAddress: [...new Set([name, region, country])].filter(Boolean).join(', '),
    latitude: city.latitude,
    longitude: city.longitude,
  };
}
