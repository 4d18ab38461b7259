import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { readOrCreateFile } from './files/private-files.ts';

type Purpose =
  | 'pin'
  | 'login-code'
  | 'login-code-value'
  | 'login-code-source'
  | 'unsubscribe'
  | 'calendar'
  | 'key-check'
  | 'card'
  | 'phone'
  | 'network'
  | 'draw-seed'
  | 'totp'
  | 'recovery-code'
  | 'decision'
  | 'device-code'
  | 'device-code-part'
  | 'ticket-key'
  | 'friend-link'
  | 'code-address'
  | 'invoicing-token'
  | 'stock-question';

/** Encrypts and hashes values stored in rows and backups, with a key stored in neither. */
export interface Secrets {
  /** AES-256-GCM with a random nonce: each call returns another text. */
  encrypt(purpose: Purpose, text: string): string;
  /** Null when it was not encrypted with this key. */
  decrypt(purpose: Purpose, encrypted: string): string | null;
  /** HMAC-SHA-256, because four digits under a plain hash could be found by trying all. */
  hash(purpose: Purpose, text: string): Buffer;
}

const PREFIX = 'v1.';
const IV_BYTES = 12;
const TAG_BYTES = 16;

export function createSecrets(key: string): Secrets {
  const keys = new Map<string, Buffer>();
  /** Derives a key per purpose, so that none reveals another. */
  const keyFor = (use: string) =>
    keys.getOrInsertComputed(use, () => Buffer.from(hkdfSync('sha256', key, '', `wopack ${use}`, 32)));
  return {
    encrypt(purpose, text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keyFor(`encrypt ${purpose}`), iv);
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return PREFIX + Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
    },
    decrypt(purpose, encrypted) {
      if (!encrypted.startsWith(PREFIX)) return null;
      const bytes = Buffer.from(encrypted.slice(PREFIX.length), 'base64url');
      const tagEnd = IV_BYTES + TAG_BYTES;
      try {
        const decipher = createDecipheriv(
          'aes-256-gcm',
          keyFor(`encrypt ${purpose}`),
          bytes.subarray(0, IV_BYTES),
          { authTagLength: TAG_BYTES },
        );
        decipher.setAuthTag(bytes.subarray(IV_BYTES, tagEnd));
        return decipher.update(bytes.subarray(tagEnd), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return null;
      }
    },
    hash: (purpose, text) =>
      createHmac('sha256', keyFor(`hash ${purpose}`))
        .update(text)
        .digest(),
  };
}

/** SECRET_KEY, or the key file created on the first start. */
export const loadSecrets = async ({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>) =>
  createSecrets(
    secretKey ??
      (await readOrCreateFile(secretKeyFile(dataDir), async () => randomBytes(32).toString('base64url'))),
  );

export const secretKeyFile = (dataDir: string): string => join(dataDir, 'secret-key');
