import { handOutEndsAt } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import { deleteInBatches } from '../../platform/jobs.ts';
import { announceOrders } from './create-order.ts';
import { sendSellerNotification } from './order-events.ts';
import { deleteOldMarks, markNotCollected } from './orders.queries.ts';
import { lockPlainPins, updatePins } from './pin/pins.queries.ts';
import { protectPin } from './pin/pins.ts';
import { sendReminder } from './reminders.ts';

const HAND_OUT_GRACE_MS = handOutEndsAt(new Date(0)).getTime();
const PIN_BATCH_SIZE = 500;
/** The console shows when a buyer was reminded. */
const MARK_RETENTION_MS = 60 * 86_400_000;

export async function orderJobs(context: Context): Promise<void> {
  const { jobs, db, clock } = context;
  await jobs.workBatches(
    'orders.announce-order',
    (batch) =>
      announceOrders(
        context,
        batch.map(({ orderId }) => orderId),
      ),
    // The orders of a batch share its statements.
    { batchSize: 50 },
  );
  await jobs.work('orders.notify-seller', (job) => sendSellerNotification(context, job));
  await jobs.work('orders.send-reminder', ({ orderId }) => sendReminder(context, orderId));
  await jobs.schedule('* * * * *', 'orders.mark-not-collected', async () => {
    await markNotCollected(db, new Date(clock.now().getTime() - HAND_OUT_GRACE_MS));
  });
  await jobs.schedule('27 3 * * *', 'orders.delete-expired-data', async () => {
    const before = new Date(clock.now().getTime() - MARK_RETENTION_MS);
    for (const table of ['order_reminders', 'sold_out_notifications'] as const)
      await deleteInBatches((limit) => deleteOldMarks(db, table, before, limit));
  });
  // At startup, and hourly for orders that a process of a former version writes during a rolling update.
  await jobs.schedule('41 * * * *', 'orders.encrypt-pins', () => encryptPins(context));
  await db.transaction().execute((trx) => jobs.enqueue(trx, 'orders.encrypt-pins', {}));
}

/** Encrypts PINs stored as plain text by a former version or by the demo data. */
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
