import { randomInt } from 'node:crypto';
import type { Secrets } from '../../platform/secrets.ts';

/** A PIN as it is kept: encrypted, to be shown to its buyer, and hashed with its sale place, to be compared. */
export const protectPin = (secrets: Secrets, salePlaceId: number, pin: string) => ({
  pin: secrets.encrypt('pin', pin),
  pin_hash: hashPin(secrets, salePlaceId, pin),
});

export const hashPin = (secrets: Secrets, salePlaceId: number, pin: string): Buffer =>
  secrets.hash('pin', `${salePlaceId}:${pin}`);

/** Orders that a former version wrote have the PIN itself until they are encrypted. Null when the key of its time is lost. */
export const readPin = (secrets: Secrets, pin: string): string | null =>
  isPlainPin(pin) ? pin : secrets.decrypt('pin', pin);

const isPlainPin = (pin: string): boolean => /^\d{4}$/.test(pin);

/** The hash by which an order's PIN is compared, whether it is encrypted already or not. */
export const pinHashOf = (
  secrets: Secrets,
  order: { sale_place_id: number; pin: string; pin_hash: Buffer | null },
): Buffer => order.pin_hash ?? hashPin(secrets, order.sale_place_id, order.pin);

/** Four digits that none of these open orders of the sale place has. */
export function newPin(secrets: Secrets, salePlaceId: number, takenHashes: readonly Buffer[]): string {
  if (takenHashes.length >= 9000)
    throw new Error('the sale place has too many open orders for four-digit PINs');
  const taken = new Set(takenHashes.map((hash) => hash.toString('hex')));
  for (;;) {
    const pin = String(randomInt(10_000)).padStart(4, '0');
    if (!taken.has(hashPin(secrets, salePlaceId, pin).toString('hex'))) return pin;
  }
}
