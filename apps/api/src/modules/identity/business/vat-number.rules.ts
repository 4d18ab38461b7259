import type { businessCountries } from '@wopack/contract';
import { checkVAT, countries } from 'jsvat-next';

type Country = (typeof businessCountries)[number];

/** Countries whose VAT prefix differs from the country code. */
const VAT_PREFIXES: Partial<Record<Country, string>> = { GR: 'EL', CH: 'CHE' };

/**
 * Normalises a VAT number typed with spaces, dots, and with or without country prefix to the stored form,
 * e.g. PT501442600. Null when format or check digits are not those of the country.
 */
export function parseVatNumber(country: Country, input: string): string | null {
  const rules = countries.filter(({ codes }) => codes[0] === country);
  const compact = input.toUpperCase().replace(/[^0-9A-Z+*]/g, '');
  const number = [compact, `${VAT_PREFIXES[country] ?? country}${compact}`].find(
    (candidate) => checkVAT(candidate, rules).isValid,
  );
  return number ?? null;
}
