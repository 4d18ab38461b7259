import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Secrets } from '../../platform/secrets.ts';

/** An unguessable text for bearer and payment tokens: 256 bits, safe in headers and URLs. */
export const generateToken = (): string => randomBytes(32).toString('base64url');

/** Six digits for a login code. */
export const generateLoginCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** What a partner's link carries: short, without letters that look alike. */
export function generateRefCode(): string {
  const letters = '23456789abcdefghjkmnpqrstuvwxyz';
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
}

/** Login codes are stored by this alone. Mail programs and people group the digits with spaces and dashes. */
export const hashLoginCode = (secrets: Secrets, code: string): Buffer =>
  secrets.hash('login-code', code.replace(/[\s\p{Pd}]/gu, ''));

/** Tokens are stored by this alone: unlike a code, none of them can be found by trying all. */
export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
