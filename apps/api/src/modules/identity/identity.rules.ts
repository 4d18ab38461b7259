import type { businessCountries } from '@wopack/contract';
import { checkVAT, countries } from 'jsvat-next';
import commonPasswords from './account/common-passwords.json' with { type: 'json' };

const TEN_MINUTES_MS = 600_000;

const COMMON_PASSWORDS = new Set<string>(commonPasswords);

/**
 * Returns the message key of the first broken rule; null for an acceptable password. Source:
 * docs/specification.md, Accounts.
 */
export function findPasswordError(password: string): string | null {
  if (password.length < 6) return 'identity.passwordShort';
  if (!/\d/.test(password)) return 'identity.passwordDigit';
  return COMMON_PASSWORDS.has(password.toLowerCase()) ? 'identity.passwordCommon' : null;
}

/** Whether a token was issued so recently that it counts as reauthentication. */
export const isRecentSignIn = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() < TEN_MINUTES_MS;

/**
 * Accounting records are retained for the ten following calendar years. Source: Código do IVA (Portugal), artigo 52.º.
 */
const RETENTION_YEARS = 10;

/** When the records legally retained of a user erased now may be deleted. */
export const getRetentionEnd = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear() + RETENTION_YEARS + 1, 0, 1));

/** Records written before this instant are past their retention. */
export const getRetentionCutoff = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear() - RETENTION_YEARS, 0, 1));

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
