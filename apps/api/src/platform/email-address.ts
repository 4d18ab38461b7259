import { domainToASCII } from 'node:url';

/** RFC 5321 without quoted local parts: what every mail server takes. */
const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const MAX_LENGTH = 254;

/**
 * The one form in which addresses are stored and compared, in JavaScript and SQL: small letters of ASCII. Never by
 * `toLowerCase` or `citext`, which take other letters for them (U+212A, the Kelvin sign, for k).
 */
export const normalizeEmail = (text: string): string =>
  toAsciiDomain(text.trim()).replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Of a normalised text. */
export const isEmail = (text: string): boolean => text.length <= MAX_LENGTH && EMAIL.test(text);

/** An address from elsewhere in its form; null for what is none. */
export function parseEmail(text: string): string | null {
  const email = normalizeEmail(text);
  return isEmail(email) ? email : null;
}

/** Labels in other letters in the form of the domain name system. */
function toAsciiDomain(address: string): string {
  const [, local, domain] = /^([^@]*@)([^@]*[^\0-\x7F][^@]*)$/u.exec(address) ?? [];
  if (local === undefined || domain === undefined) return address;
  const labels = domainToASCII(domain).split('.');
  // A label that becomes one of ASCII letters only looked like another.
  const isOther = domain
    .split('.')
    .every((label, index) => /^[\0-\x7F]*$/.test(label) || labels[index]?.startsWith('xn--'));
  return isOther ? local + labels.join('.') : address;
}
