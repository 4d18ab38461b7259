import { handOutEndsAt } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import { markNotCollected } from './orders.queries.ts';
import { lockPlainPins, updatePins } from './pins.queries.ts';
import { protectPin } from './pins.ts';
import { sendSellerNotification } from './seller/seller-notification.ts';

const HAND_OUT_GRACE_MS = handOutEndsAt(new Date(0)).getTime();
const PIN_BATCH_SIZE = 500;

export async function orderJobs(context: Context): Promise<void> {
  const { jobs, db, clock } = context;
  await jobs.work<Parameters<typeof sendSellerNotification>[1]>('orders.notify-seller', (job) =>
    sendSellerNotification(context, job),
  );
  await jobs.schedule('* * * * *', 'orders.mark-not-collected', async () => {
    await markNotCollected(db, new Date(clock.now().getTime() - HAND_OUT_GRACE_MS));
  });
  // At a start, and hourly for what a process of a former version still writes while WoPack is updated.
  await jobs.schedule('41 * * * *', 'orders.encrypt-pins', () => encryptPins(context));
  await db.transaction().execute((trx) => jobs.enqueue(trx, 'orders.encrypt-pins', {}));
}

/** Encrypts PINs that a former version, or the demo, wrote as they are typed. */
async function encryptPins({ db, secrets }: Pick<Context, 'db' | 'secrets'>): Promise<void> {
  for (let count = PIN_BATCH_SIZE; count === PIN_BATCH_SIZE; ) {
    count = await db.transaction().execute(async (trx) => {
      const orders = await lockPlainPins(trx, PIN_BATCH_SIZE);
      await updatePins(
        trx,
        orders.map(({ id, sale_place_id, pin }) => ({ id, ...protectPin(secrets, sale_place_id, pin) })),
      );
      return orders.length;
    });
  }
}
