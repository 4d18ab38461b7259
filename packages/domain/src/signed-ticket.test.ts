import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import {
  buildTicketCode,
  encodeTicket,
  parseSignedTicket,
  parseTicketCode,
  type SignedTicket,
  type TicketKey,
  verifyTicket,
} from './signed-ticket.ts';

const MINUTE_MS = 60_000;
const id = fc.integer({ min: 1, max: 2_147_483_647 });
const time = fc.integer({ min: 0, max: 100_000_000 }).map((minutes) => minutes * MINUTE_MS);
const anyTicket: fc.Arbitrary<SignedTicket> = fc.record({
  orderId: id,
  salePlaceId: id,
  slotId: id,
  productId: id,
  quantity: fc.integer({ min: 1, max: 99 }),
  buyer: fc.string({ unit: 'grapheme', maxLength: 30 }),
  pickupStart: time,
  pickupEnd: time,
  version: id,
  keyId: fc.constant(7),
});
const anyPin = fc.integer({ min: 0, max: 9999 }).map((pin) => String(pin).padStart(4, '0'));

/** Types of Node know only the union. */
const generatePair = async () =>
  (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as Record<
    'privateKey' | 'publicKey',
    CryptoKey
  >;

let privateKey: CryptoKey;
let keys: TicketKey[];
beforeAll(async () => {
  const pair = await generatePair();
  privateKey = pair.privateKey;
  const { x } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  keys = [{ id: 7, public_key: x! }];
});

async function sign(ticket: SignedTicket, pin: string): Promise<string> {
  const payload = encodeTicket(ticket);
  const signature = await crypto.subtle.sign('Ed25519', privateKey, new TextEncoder().encode(payload));
  return buildTicketCode(ticket.orderId, pin, payload, Buffer.from(signature).toString('base64url'));
}

test('says what was signed, in any script, and order and PIN to a scanner that knows no more', async () => {
  await fc.assert(
    fc.asyncProperty(anyTicket, anyPin, async (ticket, pin) => {
      const code = await sign(ticket, pin);
      expect(parseSignedTicket(code)).toEqual(ticket);
      expect(parseTicketCode(code)).toEqual({ orderId: ticket.orderId, pin });
      expect(await verifyTicket(code, keys)).toBe(true);
    }),
  );
});

test('a ticket of other content, with the signature of the first, is not verified', async () => {
  await fc.assert(
    fc.asyncProperty(anyTicket, anyTicket, anyPin, async (ticket, other, pin) => {
      fc.pre(encodeTicket(ticket) !== encodeTicket(other));
      const signature = (await sign(ticket, pin)).split('.').at(-1)!;
      expect(
        await verifyTicket(buildTicketCode(other.orderId, pin, encodeTicket(other), signature), keys),
      ).toBe(false);
    }),
  );
});

test('a key of the same number that did not sign, and no key at all, verify nothing', async () => {
  const pair = await generatePair();
  const { x } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  const [ticket] = fc.sample(anyTicket, 1);
  const code = await sign(ticket!, '4827');
  expect(await verifyTicket(code, [{ id: 7, public_key: x! }])).toBe(false);
  expect(await verifyTicket(code, [{ id: 7, public_key: 'AAAA' }])).toBe(false);
  expect(await verifyTicket(code, [])).toBe(false);
});

test('any other text is no ticket, and throws nothing', async () => {
  const signature = 'A'.repeat(86);
  const anyPayload = fc.oneof(
    fc.string(),
    fc.json().map((json) => Buffer.from(json).toString('base64url')),
    fc
      .array(fc.oneof(fc.integer(), fc.string(), fc.constant(null)), { maxLength: 12 })
      .map((fields) => Buffer.from(JSON.stringify(fields)).toString('base64url')),
  );
  await fc.assert(
    fc.asyncProperty(anyPayload, async (payload) => {
      expect(await verifyTicket(`WOPACK:1:4827:${payload}.${signature}`, keys)).toBe(false);
      expect(await verifyTicket(payload, keys)).toBe(false);
    }),
  );
  expect(parseSignedTicket('WOPACK:10482:4827')).toBeNull();
  expect(parseTicketCode('WOPACK:10482:4827')).toEqual({ orderId: 10482, pin: '4827' });
});
