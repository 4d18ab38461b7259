import { randomInt } from 'node:crypto';
import type { Context } from '../../../platform/context.ts';
import { acceptSecretKey } from '../../../platform/db/secret-key.queries.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { lockAllOpenOrders, updatePins } from './pins.queries.ts';

/** Stored columns of a PIN: encrypted, to show it to the buyer, and hashed with the sale place, to compare it. */
export const protectPin = (secrets: Secrets, salePlaceId: number, pin: string) => ({
  pin: secrets.encrypt('pin', pin),
  pin_hash: hashPin(secrets, salePlaceId, pin),
});

export const hashPin = (secrets: Secrets, salePlaceId: number, pin: string): Buffer =>
  secrets.hash('pin', `${salePlaceId}:${pin}`);

/** Orders of a former version store a plain PIN until it is encrypted. Null when the encryption key was lost. */
export const readPin = (secrets: Secrets, pin: string): string | null =>
  isPlainPin(pin) ? pin : secrets.decrypt('pin', pin);

const isPlainPin = (pin: string): boolean => /^\d{4}$/.test(pin);

/** The hash by which an order's PIN is compared, whether it is encrypted already or not. */
export const pinHashOf = (
  secrets: Secrets,
  order: { sale_place_id: number; pin: string; pin_hash: Buffer | null },
): Buffer => order.pin_hash ?? hashPin(secrets, order.sale_place_id, order.pin);

/** Four random digits, distinct from the PINs of these open orders of the sale place. */
export function generatePin(secrets: Secrets, salePlaceId: number, takenHashes: readonly Buffer[]): string {
  if (takenHashes.length >= 9000)
    throw new Error('the sale place has too many open orders for four-digit PINs');
  const taken = new Set(takenHashes.map((hash) => hash.toString('hex')));
  for (;;) {
    const pin = String(randomInt(10_000)).padStart(4, '0');
    if (!taken.has(hashPin(secrets, salePlaceId, pin).toString('hex'))) return pin;
  }
}

/**
 * After SECRET_KEY was lost: accepts the current key, assigns every open order a new PIN and notifies its buyer.
 * Returns the number of orders.
 */
export const renewPins = ({ db, jobs, secrets }: Context): Promise<number> =>
  db.transaction().execute(async (trx) => {
    await acceptSecretKey(trx, secrets);
    const orders = await lockAllOpenOrders(trx);
    const taken = new Map<number, Buffer[]>();
    await updatePins(
      trx,
      orders.map(({ id, sale_place_id: placeId }) => {
        const hashes = taken.getOrInsertComputed(placeId, () => []);
        const pin = generatePin(secrets, placeId, hashes);
        hashes.push(hashPin(secrets, placeId, pin));
        return { id, ...protectPin(secrets, placeId, pin) };
      }),
    );
    await jobs.enqueueAll(
      trx,
      'notifications.send-mail',
      orders.map(({ id }) => ({ data: { template: 'order', orderId: id } })),
    );
    return orders.length;
  });
