/**
 * Numbers that invoices and forms use for "none": their check digits are right. 999999990 is the final consumer of
 * Portuguese invoices.
 */
const PLACEHOLDERS = /^(\d)\1+$|^123456789$|^99999999\d$/;

export const isPlaceholderNumber = (number: string): boolean => PLACEHOLDERS.test(number);

/** Without the spaces, dots, slashes and hyphens that people write, in capitals. */
const compact = (input: string): string => input.toUpperCase().replace(/[\s./-]/g, '');

/** First digits that are given out. Source: Decreto-Lei n.º 14/2013, artigo 5.º; Decreto-Lei n.º 129/98, artigo 13.º. */
const NIF_FORM = /^(?:[1235-9]\d|45)\d{7}$/;

/**
 * A Portuguese tax number (NIF, of a company NIPC), typed with or without spaces, dots and 'PT', as its nine digits. Null
 * when form or check digit (modulo 11) are wrong, and for a placeholder.
 */
export function parseNif(input: string): string | null {
  const digits = compact(input).replace(/^PT(?=\d)/, '');
  if (!NIF_FORM.test(digits) || isPlaceholderNumber(digits)) return null;
  const sum = [...digits.slice(0, 8)].reduce((total, digit, index) => total + Number(digit) * (9 - index), 0);
  const checkDigit = (11 - (sum % 11)) % 11;
  return (checkDigit === 10 ? 0 : checkDigit) === Number(digits[8]) ? digits : null;
}

/**
 * A tax number in its stored form. In Portugal that of the NIF; those of other countries differ by kind of taxpayer, so
 * that only letters, digits and length are checked.
 */
export function parseTaxNumber(country: string, input: string): string | null {
  if (country === 'PT') return parseNif(input);
  const number = compact(input);
  return /^(?=.*\d)[0-9A-Z]{5,20}$/.test(number) && !isPlaceholderNumber(number) ? number : null;
}

/** Nine digits in groups of three, as they are read out; other numbers as they are. */
export const formatTaxNumber = (number: string): string =>
  number.replace(/^(\d{3})(\d{3})(\d{3})$/, '$1\u00a0$2\u00a0$3');

/**
 * The tax number of a buyer, for an invoice of a business in `country`. One of another of the `countries` begins with the
 * two letters of that country, which are kept.
 */
export function parseBuyerTaxNumber(
  country: string,
  input: string,
  countries: readonly string[],
): string | null {
  const number = compact(input);
  const prefix = number.slice(0, 2);
  const isForeign = prefix !== country && (countries.includes(prefix) || prefix === 'EL');
  if (!isForeign) return parseTaxNumber(country, number);
  const rest = parseTaxNumber(prefix, number.slice(2));
  return rest && prefix + rest;
}
