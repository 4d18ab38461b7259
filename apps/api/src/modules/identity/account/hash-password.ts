import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const deriveKey = promisify(argon2);

// OWASP's recommendation for argon2id: 19 MiB, two passes, one lane.
const ARGON2_PARAMETERS = { memory: 19456, passes: 2, parallelism: 1, tagLength: 32 };

/** argon2id as a PHC string, which carries its own parameters so that they can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await deriveKey('argon2id', { ...ARGON2_PARAMETERS, message: password, nonce });
  const toBase64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${ARGON2_PARAMETERS.memory},t=${ARGON2_PARAMETERS.passes},p=${ARGON2_PARAMETERS.parallelism}$${toBase64(nonce)}$${toBase64(tag)}`;
}

/**
 * Compares in constant time. Without a hash it does the same work and returns false, so that timing does
 * not reveal whether the account exists.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash ?? '');
  if (!match) {
    await hashPassword(password);
    return false;
  }
  const [, memory, passes, parallelism, nonce, tag] = match;
  const expectedTag = Buffer.from(tag!, 'base64');
  const actualTag = await deriveKey('argon2id', {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expectedTag.length,
    message: password,
    nonce: Buffer.from(nonce!, 'base64'),
  });
  return timingSafeEqual(actualTag, expectedTag);
}
