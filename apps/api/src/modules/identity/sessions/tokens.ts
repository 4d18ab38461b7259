import { createHash, randomBytes } from 'node:crypto';

/** Random text for bearer and payment tokens: 256 bits, safe in headers and URLs. */
export const generateToken = (): string => randomBytes(32).toString('base64url');

/** Unkeyed is enough for tokens: 256 random bits cannot be found by trying. */
export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
