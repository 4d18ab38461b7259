import { randomInt } from 'node:crypto';
import type { Context } from '../../../platform/context.ts';
import { acceptSecretKey } from '../../../platform/db/secret-key.queries.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { deleteLinksOfOrders } from '../friend/friend-links.queries.ts';
import { lockAllOpenOrders, updatePins } from './pins.queries.ts';

/** Stored columns of a PIN: encrypted, to show it to the buyer, and hashed with the sale place, to compare it. */
export interface ProtectedPin {
  pin: string;
  pin_hash: Buffer;
}

export const protectPin = (secrets: Secrets, salePlaceId: number, pin: string): ProtectedPin => ({
  pin: secrets.encrypt('pin', pin),
  pin_hash: hashPin(secrets, salePlaceId, pin),
});

export const hashPin = (secrets: Secrets, salePlaceId: number, pin: string): Buffer =>
  secrets.hash('pin', `${salePlaceId}:${pin}`);

/** Null when the encryption key was lost. */
export const readPin = (secrets: Secrets, pin: string): string | null => secrets.decrypt('pin', pin);

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
    // Keys of links are hashed with the key that was lost: these orders are their buyers' again.
    await deleteLinksOfOrders(
      trx,
      orders.map(({ id }) => id),
    );
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
