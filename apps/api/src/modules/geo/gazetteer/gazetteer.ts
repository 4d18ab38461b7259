import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { Language } from '@wopack/domain';
import { normalizeWords } from '../../../platform/search-words.ts';
import { type Position, toCartesian } from './distance.rules.ts';

export interface City extends Position {
  names: Record<Language, string>;
  /** ISO 3166-1, two letters. */
  country: string;
  /** The country's region, by GeoNames: letters in some countries, a number in most. */
  region: string;
  population: number;
}

/** All cities, and what finds them by name and by position. */
export interface Gazetteer {
  cities: readonly City[];
  /** Each word of a name, in order; `cityOfWord` says whose it is. */
  words: readonly string[];
  cityIndexOfWord: Uint32Array;
  /** Three coordinates a city, in kilometres from the middle of the globe. */
  cartesianCoordinates: Float64Array;
  /** The seats of regions, by country and region. */
  regionCapitals: ReadonlyMap<string, City>;
}

const GAZETTEER_FILE = join(import.meta.dirname, '../../../../db/gazetteer/cities.tsv.br');

let gazetteerPromise: Promise<Gazetteer> | undefined;

/** Read when somebody first asks where something is; always the same, so all share it. */
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
    // The capital before the seat of the region around it: cities come by size.
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
