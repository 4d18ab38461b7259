import type { businessCountries } from '@wopack/contract';
import { checkVAT, countries } from 'jsvat-next';

type Country = (typeof businessCountries)[number];

/** Where the number does not begin with the letters of the country. */
const prefixes: Partial<Record<Country, string>> = { GR: 'EL', CH: 'CHE' };

/**
 * A VAT number as people write it, with spaces, dots and with or without the letters of its country, as it is kept:
 * PT501442600. Null when it is none of this country: format and check digits.
 */
export function vatNumber(country: Country, written: string): string | null {
  const rules = countries.filter(({ codes }) => codes[0] === country);
  const compact = written.toUpperCase().replace(/[^0-9A-Z+*]/g, '');
  const number = [compact, `${prefixes[country] ?? country}${compact}`].find(
    (candidate) => checkVAT(candidate, rules).isValid,
  );
  return number ?? null;
}
