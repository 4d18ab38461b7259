import type { Context } from '../../platform/context.ts';
import { lockPlainPins, updatePins } from './pins.queries.ts';
import { protectPin } from './pins.ts';

const BATCH = 500;

/** Encrypts PINs that a former version, or the demo, wrote as they are typed. */
export async function encryptPins({ db, secrets }: Pick<Context, 'db' | 'secrets'>): Promise<void> {
  for (let count = BATCH; count === BATCH; ) {
    count = await db.transaction().execute(async (trx) => {
      const orders = await lockPlainPins(trx, BATCH);
      await updatePins(
        trx,
        orders.map(({ id, sale_place_id, pin }) => ({ id, ...protectPin(secrets, sale_place_id, pin) })),
      );
      return orders.length;
    });
  }
}
