import type { Context } from '../../platform/context.ts';
import { acceptSecretKey } from '../../platform/db/secret-key.queries.ts';
import { lockOpenOrders, updatePins } from './pins.queries.ts';
import { hashPin, newPin, protectPin } from './pins.ts';

/**
 * After SECRET_KEY was lost: takes the one there is now, gives every open order a new PIN and tells its buyer. Answers
 * how many.
 */
export const renewPins = ({ db, jobs, secrets }: Context): Promise<number> =>
  db.transaction().execute(async (trx) => {
    await acceptSecretKey(trx, secrets);
    const orders = await lockOpenOrders(trx);
    const taken = new Map<number, Buffer[]>();
    await updatePins(
      trx,
      orders.map(({ id, sale_place_id: placeId }) => {
        const hashes = taken.getOrInsertComputed(placeId, () => []);
        const pin = newPin(secrets, placeId, hashes);
        hashes.push(hashPin(secrets, placeId, pin));
        return { id, ...protectPin(secrets, placeId, pin) };
      }),
    );
    await jobs.enqueueAll(
      trx,
      'notifications.send-mail',
      orders.map(({ id }) => ({ template: 'order', orderId: id })),
    );
    return orders.length;
  });
