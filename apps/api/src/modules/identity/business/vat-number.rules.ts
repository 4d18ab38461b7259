import type { businessCountries } from '@wopack/contract';
import { checkVAT, countries } from 'jsvat-next';

type Country = (typeof businessCountries)[number];

/** Where the number does not begin with the letters of the country. */
const VAT_PREFIXES: Partial<Record<Country, string>> = { GR: 'EL', CH: 'CHE' };

/**
 * A VAT number as people write it, with spaces, dots and with or without the letters of its country, as it is kept:
 * PT501442600. Null when it is none of this country: format and check digits.
 */
export function parseVatNumber(country: Country, input: string): string | null {
  const rules = countries.filter(({ codes }) => codes[0] === country);
  const compact = input.toUpperCase().replace(/[^0-9A-Z+*]/g, '');
  const number = [compact, `${VAT_PREFIXES[country] ?? country}${compact}`].find(
    (candidate) => checkVAT(candidate, rules).isValid,
  );
  return number ?? null;
}
