import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { buildTicketCode, encodeTicket, type SignedTicket } from '@wopack/domain';
import type { Secrets } from '../../../platform/secrets.ts';

/** Before the 32 bytes of an Ed25519 key in PKCS#8. Source: RFC 8410, 7. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

const keysBySecrets = new WeakMap<Secrets, Map<number, KeyObject>>();

/** The private key of a generation: the same on every server with the secret key, and stored nowhere. */
const getTicketKey = (secrets: Secrets, id: number): KeyObject =>
  keysBySecrets
    .getOrInsertComputed(secrets, () => new Map())
    .getOrInsertComputed(id, () =>
      createPrivateKey({
        key: Buffer.concat([PKCS8_PREFIX, secrets.hash('ticket-key', String(id))]),
        format: 'der',
        type: 'pkcs8',
      }),
    );

/** 32 bytes, base64url. */
export const exportPublicKey = (secrets: Secrets, id: number): string =>
  createPublicKey(getTicketKey(secrets, id)).export({ format: 'jwk' }).x!;

export function signTicket(secrets: Secrets, ticket: SignedTicket, pin: string): string {
  const payload = encodeTicket(ticket);
  const signature = sign(null, Buffer.from(payload), getTicketKey(secrets, ticket.keyId));
  return buildTicketCode(ticket.orderId, pin, payload, signature.toString('base64url'));
}
