import type { BusinessCountry, SellerKind } from '@wopack/contract';
import { DAY_MS, isPlaceholderNumber, parseNif, parseTaxNumber } from '@wopack/domain';
import { checkVAT, countries } from 'jsvat-next';
import { findUnwritableError } from '../../platform/plain-letters.ts';
import commonPasswords from './account/common-passwords.json' with { type: 'json' };

const TEN_MINUTES_MS = 600_000;

const COMMON_PASSWORDS = new Set<string>(commonPasswords);

/**
 * Returns the message key of the first broken rule; null for an acceptable password. Source:
 * docs/specification.md, Accounts.
 */
export function findPasswordError(password: string): string | null {
  if (password === '') return 'field.required';
  if (password.length < 6) return 'identity.passwordShort';
  if (!/\d/.test(password)) return 'identity.passwordDigit';
  return COMMON_PASSWORDS.has(password.toLowerCase()) ? 'identity.passwordCommon' : null;
}

/** Whether a token was issued so recently that it counts as reauthentication. */
export const isRecentSignIn = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() < TEN_MINUTES_MS;

/** However much they are used. Source: docs/specification.md, Accounts. */
const MAX_SESSION_MS = 180 * DAY_MS;

/** Sessions that started earlier have ended. */
export const getSessionStartLimit = (now: Date): Date => new Date(now.getTime() - MAX_SESSION_MS);

/** When a session ends that is not used before. */
export const getSessionEnd = (session: { expires_at: Date; created_at: Date }): Date =>
  new Date(Math.min(session.expires_at.getTime(), session.created_at.getTime() + MAX_SESSION_MS));

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

/** Countries whose VAT prefix differs from the country code. */
const VAT_PREFIXES: Partial<Record<BusinessCountry, string>> = { GR: 'EL', CH: 'CHE' };

/** Usual spellings, without prefix, that lack what the full number has. */
const VAT_COMPLETIONS: Partial<Record<BusinessCountry, (digits: string) => string>> = {
  // Numbers of before 2005 have nine digits. Source: https://finance.belgium.be/en/enterprises/vat
  BE: (digits) => digits.replace(/^(\d{9})$/, '0$1'),
  // The register number, with or without the letters that say that it is registered for VAT.
  NO: (digits) => digits.replace(/^(\d{9})$/, '$1MVA'),
  // The organisation number; 01 stands for the first unit registered.
  SE: (digits) => digits.replace(/^(\d{10})$/, '$101'),
};

/**
 * Normalises a VAT number typed with spaces, dots, and with or without country prefix to the stored form,
 * e.g. PT501442600. Null when format or check digits are not those of the country, and for a placeholder.
 */
export function parseVatNumber(country: BusinessCountry, input: string): string | null {
  if (country === 'PT') {
    const nif = parseNif(input.replace(/[^0-9A-Za-z]/g, ''));
    return nif && `PT${nif}`;
  }
  const rules = countries.filter(({ codes }) => codes[0] === country);
  const prefix = VAT_PREFIXES[country] ?? country;
  const compact = input.toUpperCase().replace(/[^0-9A-Z+*]/g, '');
  const bare = compact.replace(new RegExp(`^(?:${prefix}|${country})(?=.*\\d)`), '');
  if (isPlaceholderNumber(bare)) return null;
  const complete = VAT_COMPLETIONS[country]?.(bare) ?? bare;
  const number = [compact, `${prefix}${compact}`, `${prefix}${complete}`, complete].find(
    (candidate) => checkVAT(candidate, rules).isValid,
  );
  return number ?? null;
}

export interface TaxBody {
  country: BusinessCountry;
  vat_number: string;
  kind: SellerKind;
  first_name?: string;
  last_name?: string;
  birth_date?: string;
  register_number?: string;
  tax_number?: string;
  tax_country?: BusinessCountry;
  post_code?: string;
  city?: string;
}

const MIN_SELLER_AGE = 18;
const MAX_SELLER_AGE = 120;

function isBirthDate(text: string, now: Date): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  try {
    const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
      .toZonedDateTimeISO('UTC')
      .toPlainDate();
    const { years } = Temporal.PlainDate.from(text).until(today, { largestUnit: 'years' });
    return years >= MIN_SELLER_AGE && years <= MAX_SELLER_AGE;
  } catch {
    return false;
  }
}

const isBlank = (text: string | undefined) => !text?.trim();
const getMissingError = (text: string | undefined) => isBlank(text) && 'field.required';
const getTextError = (text: string | undefined) => getMissingError(text) || findUnwritableError(text);

/** The tax number is that of the country of the address unless another issued it. */
const getTaxCountry = ({ country, tax_country }: Partial<TaxBody>) => tax_country ?? country;

/** Portugal has one number of nine digits for VAT, register (NIPC) and taxes. */
const hasOneNumber = (body: Partial<TaxBody>): boolean =>
  body.country === 'PT' && getTaxCountry(body) === 'PT';

/** The message about a number that is none, by the name that it has in Portugal for the kind of seller. */
export function findVatNumberError({ country, vat_number: input, kind }: Partial<TaxBody>): string | null {
  if (country === undefined || input === undefined || parseVatNumber(country, input)) return null;
  if (country !== 'PT') return 'identity.vatNumber';
  return kind === 'company' ? 'identity.nipc' : 'identity.nif';
}

const isOfOtherKind = (kind: TaxBody['kind'], vatNumber: string): boolean =>
  kind === 'person' ? /^PT5/.test(vatNumber) : /^PT(?:[123]|45)/.test(vatNumber);

/**
 * The message about a Portuguese number of the other kind. Source: Decreto-Lei n.º 14/2013, artigo 5.º, and Decreto-Lei
 * n.º 129/98, artigo 13.º: natural persons begin with 1, 2, 3 or 45, companies with 5.
 */
export function findKindError(body: Partial<TaxBody>): string | false {
  if (!body.kind || !body.vat_number || !hasOneNumber(body)) return false;
  const vatNumber = parseVatNumber('PT', body.vat_number);
  if (!vatNumber || !isOfOtherKind(body.kind, vatNumber)) return false;
  return body.kind === 'person' ? 'identity.nipcOfCompany' : 'identity.nifOfPerson';
}

/** Data for tax authorities comes as a whole: of a person another part than of a company. */
export function getTaxErrors(body: Partial<TaxBody>, now: Date) {
  const { kind, tax_number: taxNumber, birth_date: birthDate } = body;
  if (kind === undefined) return {};
  const isFollowing = hasOneNumber(body);
  const taxCountry = getTaxCountry(body);
  const isTaxNumberWrong = !isBlank(taxNumber) && taxCountry && !parseTaxNumber(taxCountry, taxNumber!);
  return {
    tax_number: (!isFollowing && getMissingError(taxNumber)) || (isTaxNumberWrong && 'identity.taxNumber'),
    post_code: getTextError(body.post_code),
    city: getTextError(body.city),
    ...(kind === 'person'
      ? {
          first_name: getTextError(body.first_name),
          last_name: getTextError(body.last_name),
          birth_date:
            getMissingError(birthDate) || (!isBirthDate(birthDate!.trim(), now) && 'identity.birthDate'),
        }
      : {
          register_number: isBlank(body.register_number)
            ? !isFollowing && 'field.required'
            : !/\d/.test(body.register_number!) && 'identity.registerNumber',
        }),
  };
}

/** Expects a body without errors. Drops what does not belong to the kind. */
export function parseTaxIdentity(body: TaxBody) {
  const isPerson = body.kind === 'person';
  const taxCountry = getTaxCountry(body)!;
  const nationalNumber = hasOneNumber(body) ? parseVatNumber('PT', body.vat_number)!.slice(2) : '';
  return {
    kind: body.kind,
    first_name: isPerson ? body.first_name!.trim() : null,
    last_name: isPerson ? body.last_name!.trim() : null,
    birth_date: isPerson ? body.birth_date!.trim() : null,
    register_number: isPerson ? null : body.register_number?.trim() || nationalNumber,
    tax_number: isBlank(body.tax_number) ? nationalNumber : parseTaxNumber(taxCountry, body.tax_number!)!,
    tax_country: taxCountry,
    post_code: body.post_code!.trim(),
    city: body.city!.trim(),
  };
}
