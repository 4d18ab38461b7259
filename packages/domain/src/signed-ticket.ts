/** What a buyer's QR code says about an order, so that a counter without a connection can check it. */
export interface SignedTicket {
  orderId: number;
  salePlaceId: number;
  slotId: number;
  productId: number;
  quantity: number;
  /** 'Marta S.' */
  buyer: string;
  /** Milliseconds, in whole minutes. */
  pickupStart: number;
  pickupEnd: number;
  /** Raised when the PIN changes: tickets of lower versions are void. */
  version: number;
  /** Names the key that signed it. */
  keyId: number;
}

/** Public part of a key, as devices get it. */
export interface TicketKey {
  id: number;
  /** Ed25519, 32 bytes, base64url. */
  public_key: string;
}

const MINUTE_MS = 60_000;

/** 'WOPACK:10482:4827' is all that a counter with a connection needs; the rest is for one without. */
const TICKET_PATTERN = /^WOPACK:([1-9]\d{0,9}):(\d{4})(?::([\w-]+)\.([\w-]{86}))?$/;

/** Order and PIN of a ticket's QR code; null when it is another code. */
export function parseTicketCode(text: string): { orderId: number; pin: string } | null {
  const [, orderId, pin] = TICKET_PATTERN.exec(text) ?? [];
  return orderId && pin ? { orderId: Number(orderId), pin } : null;
}

/** The part of a ticket that is signed. */
export function encodeTicket(ticket: SignedTicket): string {
  const { orderId, salePlaceId, slotId, productId, quantity, buyer, version, keyId } = ticket;
  const times = [ticket.pickupStart / MINUTE_MS, ticket.pickupEnd / MINUTE_MS];
  const fields = [keyId, version, orderId, salePlaceId, slotId, productId, quantity, ...times, buyer];
  const bytes = new TextEncoder().encode(JSON.stringify(fields));
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** The text of the QR code. */
export const buildTicketCode = (orderId: number, pin: string, payload: string, signature: string): string =>
  `WOPACK:${orderId}:${pin}:${payload}.${signature}`;

/** What a code says, whoever wrote it; null without a signed part. */
export function parseSignedTicket(text: string): SignedTicket | null {
  const [, orderId, , payload] = TICKET_PATTERN.exec(text) ?? [];
  if (!payload) return null;
  try {
    const fields: unknown = JSON.parse(new TextDecoder().decode(fromBase64Url(payload)));
    if (!Array.isArray(fields) || fields.length !== 10) return null;
    const buyer: unknown = fields[9];
    const numbers = fields.slice(0, 9) as number[];
    if (typeof buyer !== 'string' || !numbers.every((field) => Number.isSafeInteger(field))) return null;
    const [keyId, version, signedOrderId, salePlaceId, slotId, productId, quantity, start, end] = numbers as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    // The part that is not signed names the order too.
    if (signedOrderId !== Number(orderId)) return null;
    return {
      orderId: signedOrderId,
      salePlaceId,
      slotId,
      productId,
      quantity,
      buyer,
      pickupStart: start * MINUTE_MS,
      pickupEnd: end * MINUTE_MS,
      version,
      keyId,
    };
  } catch {
    return null;
  }
}

/** Whether one of the keys signed the ticket. False also where the platform has no Ed25519. */
export async function verifyTicket(text: string, keys: readonly TicketKey[]): Promise<boolean> {
  const keyId = parseSignedTicket(text)?.keyId;
  const key = keys.find(({ id }) => id === keyId);
  const [, , , payload, signature] = TICKET_PATTERN.exec(text) ?? [];
  if (!key || !payload || !signature) return false;
  try {
    const publicKey = await crypto.subtle.importKey('raw', fromBase64Url(key.public_key), 'Ed25519', false, [
      'verify',
    ]);
    const bytes = new TextEncoder().encode(payload);
    return await crypto.subtle.verify('Ed25519', publicKey, fromBase64Url(signature), bytes);
  } catch {
    return false;
  }
}

/** By what browsers have had for long: tablets at counters are old. */
const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.codePointAt(0)!);
