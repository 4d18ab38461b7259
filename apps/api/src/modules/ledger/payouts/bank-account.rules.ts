import { isSEPACountry, isValidIBAN } from 'ibantools';
import { findUnwritableError, toPlainLetters } from '../../../platform/plain-letters.ts';

/**
 * Joined SEPA after the list of `ibantools`. Source: European Payments Council, EPC409-09, list of SEPA countries of
 * 2025.
 */
const NEW_SEPA_COUNTRIES = ['AL', 'MD', 'ME', 'MK', 'RS'];

/** Letters and digits, without what copying from a web page, PDF or message adds between them. */
export const normaliseIban = (input: string): string =>
  input.replace(/[\s\p{Cc}\p{Cf}\p{Pd}.]/gu, '').toUpperCase();

/** The message key of the reason why no transfer can be sent there; null for an account that can be paid. */
export function findIbanError(input: string): string | null {
  const iban = normaliseIban(input);
  if (!isValidIBAN(iban)) return 'ledger.iban';
  const country = iban.slice(0, 2);
  // Transfers are SEPA only.
  if (!isSEPACountry(country) && !NEW_SEPA_COUNTRIES.includes(country)) return 'ledger.ibanNotSepa';
  return isQrIban(iban) ? 'ledger.qrIban' : null;
}

/**
 * An account number for payments with a QR reference only: the number of the bank is between 30000 and 31999. Source:
 * SIX, Swiss Implementation Guidelines for the QR-bill, section 4.
 */
const isQrIban = (iban: string): boolean => /^(CH|LI)\d\d3[01]\d{3}/.test(iban);

/** The message of the reason why nobody is named; false for a name. Banks are sent letters, not signs. */
export function findHolderError(holder: string | undefined): string | ReturnType<typeof findUnwritableError> {
  if (holder === undefined || /\p{L}/u.test(holder)) return findUnwritableError(holder);
  return holder.trim() === '' ? 'field.required' : 'ledger.holder';
}

/** Signs with a usual replacement; others become spaces. Source: European Payments Council, EPC217-08, section 6.2. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  '&': '+',
  _: '-',
  '~': '-',
  '"': "'",
  '`': "'",
  ';': ',',
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
};

/** What banks accept for a party or address that has no text of its own in their character set. */
const NO_TEXT = 'NOTPROVIDED';

/**
 * Transliterates to the SEPA character set: Latin letters, digits and some signs. A slash neither begins nor ends the
 * text, nor follows another; older systems take a hyphen or colon at the beginning for a command. Source: European
 * Payments Council, EPC217-08.
 */
export const formatBankText = (text: string, maxLength: number): string =>
  toPlainLetters(text)
    .replace(/[&_~"`;[\]{}]/g, (sign) => REPLACEMENTS[sign]!)
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replace(/\/{2,}/g, '/')
    .replace(/\s+/g, ' ')
    .replace(/^[/:\- ]+/, '')
    .slice(0, maxLength)
    .replace(/[/ ]+$/, '') || NO_TEXT.slice(0, maxLength);
