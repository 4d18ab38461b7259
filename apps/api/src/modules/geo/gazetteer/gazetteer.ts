import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { Language } from '@wopack/domain';
import { normalizeWords } from '../../../platform/search-words.ts';
import { calculateDistanceKm, type Position, toCartesian } from './distance.rules.ts';

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

const GAZETTEER_FILE = join(import.meta.dirname, '../../../../db/gazetteer/cities.tsv.br');

let gazetteerPromise: Promise<Gazetteer> | undefined;

/** Loaded on first use, and shared. */
export function loadGazetteer(): Promise<Gazetteer> {
  gazetteerPromise ??= readGazetteer();
  return gazetteerPromise;
}

export const regionKey = ({ country, region }: City): string => `${country}.${region}`;

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
      ...{ country, region, population: Number(population) },
      ...{ latitude: Number(latitude), longitude: Number(longitude) },
    };
    const nameWords = new Set(normalizeWords([name, pt, en, ru].join(' ')));
    for (const word of nameWords) entries.push([word, cities.length]);
    // Cities are sorted by size: a country's capital comes before the capital of the region around it.
    if (isRegionCapital && !regionCapitals.has(regionKey(city))) regionCapitals.set(regionKey(city), city);
    cities.push(city);
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
export function findNearestCity({ cities, cartesianCoordinates }: Gazetteer, position: Position) {
  const [x, y, z] = toCartesian(position);
  let nearest: City | undefined;
  let smallestSquare = Number.POSITIVE_INFINITY;
  cities.forEach((city, i) => {
    const squaredDistance =
      (cartesianCoordinates[3 * i]! - x) ** 2 +
      (cartesianCoordinates[3 * i + 1]! - y) ** 2 +
      (cartesianCoordinates[3 * i + 2]! - z) ** 2;
    const squareBeyondCity = squaredDistance - calculateCityRadiusKm(city) ** 2;
    if (squareBeyondCity >= smallestSquare) return;
    smallestSquare = squareBeyondCity;
    nearest = city;
  });
  const distance = nearest ? calculateDistanceKm(nearest, position) : Number.POSITIVE_INFINITY;
  return nearest && distance <= MAX_CITY_DISTANCE_KM ? { city: nearest, distanceKm: distance } : null;
}

/** Approximate radius in kilometres. */
const calculateCityRadiusKm = ({ population }: City): number => 0.01 * Math.sqrt(population);

/** The country of a position by its nearest city, ISO 3166-1 in two letters; null far from any. */
export async function findCountryAt(position: Position): Promise<string | null> {
  return findNearestCity(await loadGazetteer(), position)?.city.country ?? null;
}
