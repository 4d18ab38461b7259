import { timingSafeEqual } from 'node:crypto';
import type { endpoints } from '@wopack/contract';
import type { Static } from 'typebox';
import type { Secrets } from '../../platform/secrets.ts';

/** Mails with an unsubscribe link. */
export type OptionalMailType = Static<(typeof endpoints)['unsubscribe']['params']>['what'];

/** A GET shows a page that asks for confirmation; a POST unsubscribes. */
export const buildUnsubscribeUrl = (publicUrl: string, type: string, key: string): string =>
  `${publicUrl}/unsubscribe/${type}/${key}`;

const ID_BYTES = 4;
const MAC_BYTES = 12;

/**
 * Identifies a user in unsubscribe links and grants nothing else: id and keyed hash in the form of a UUID.
 * Not stored.
 */
export function createUnsubscribeKey(secrets: Secrets, userId: number): string {
  const id = Buffer.alloc(ID_BYTES);
  id.writeUInt32BE(userId);
  const mac = secrets.hash('unsubscribe', String(userId)).subarray(0, MAC_BYTES);
  return Buffer.concat([id, mac])
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Null when the key was not made by `createUnsubscribeKey`. */
export function parseUnsubscribeKey(secrets: Secrets, key: string): number | null {
  const bytes = Buffer.from(key.replaceAll('-', ''), 'hex');
  if (bytes.length !== ID_BYTES + MAC_BYTES) return null;
  const userId = bytes.readUInt32BE();
  const expected = Buffer.from(createUnsubscribeKey(secrets, userId).replaceAll('-', ''), 'hex');
  return timingSafeEqual(bytes, expected) ? userId : null;
}
