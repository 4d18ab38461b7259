import { domainToASCII } from 'node:url';

/** RFC 5321 without quoted local parts: what every mail server takes. Local parts have 64 characters, labels 63. */
const EMAIL =
  /^(?=[^@]{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const MAX_LENGTH = 254;

/**
 * The one form in which addresses are stored and compared, in JavaScript and SQL: small letters of ASCII. Never by
 * `toLowerCase` or `citext`, which take other letters for them (U+212A, the Kelvin sign, for k). Called for texts that
 * are not validated yet: one that is too long stays as it is, and is no address.
 */
export function normalizeEmail(text: string): string {
  const address = text.trim();
  if (address.length > MAX_LENGTH) return address;
  return toAsciiDomain(address).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Whether a normalised text is an address. */
export const isEmail = (text: string): boolean => text.length <= MAX_LENGTH && EMAIL.test(text);

/** An address from elsewhere in its form; null for what is none. */
export function parseEmail(text: string): string | null {
  const email = normalizeEmail(text);
  return isEmail(email) ? email : null;
}

const isAscii = (text: string): boolean => !/[^\0-\x7F]/.test(text);

/** Labels in other letters in the form of the domain name system. */
function toAsciiDomain(address: string): string {
  const start = address.indexOf('@') + 1;
  const domain = address.slice(start);
  if (start === 0 || domain.includes('@') || isAscii(domain)) return address;
  const labels = domainToASCII(domain).split('.');
  // A label that becomes one of ASCII letters only looked like another.
  const isOther = domain
    .split('.')
    .every((label, index) => isAscii(label) || labels[index]?.startsWith('xn--'));
  return isOther ? address.slice(0, start) + labels.join('.') : address;
}
