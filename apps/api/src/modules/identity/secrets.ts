import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Secrets } from '../../platform/secrets.ts';

/** Random text for bearer and payment tokens: 256 bits, safe in headers and URLs. */
export const generateToken = (): string => randomBytes(32).toString('base64url');

export const generateLoginCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** Referral code of a partner's link, without characters that look alike. */
export function generateReferralCode(): string {
  const letters = '23456789abcdefghjkmnpqrstuvwxyz';
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
}

/**
 * Keyed, because all six-digit codes can be tried against an unkeyed hash. Spaces and dashes between the digits do not
 * count: mail programs and users group them.
 */
export const hashLoginCode = (secrets: Secrets, code: string): Buffer =>
  secrets.hash('login-code', code.replace(/[\s\p{Pd}]/gu, ''));

/** Unkeyed is enough for tokens: 256 random bits cannot be found by trying. */
export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
