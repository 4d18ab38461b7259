import type { Context } from '../../platform/context.ts';
import type { PaymentProvider } from '../payments/index.ts';
import { expireHold, expireHoldsOfCancelledSlot, scheduleExpiries } from './expire-holds.ts';
import { handleProviderNotices, syncHolds, syncMissedIntents } from './sync-provider.ts';

export async function checkoutJobs(context: Context, provider: PaymentProvider): Promise<void> {
  const { jobs, db } = context;
  await jobs.work<{ paymentId: number }>('checkout.expire-hold', ({ paymentId }) =>
    expireHold(context, provider, paymentId),
  );
  await jobs.work<{ slotId: number }>('checkout.expire-slot-holds', ({ slotId }) =>
    expireHoldsOfCancelledSlot(context, provider, slotId),
  );
  await jobs.workBatches<{ ref: string }>('checkout.handle-provider-notice', (batch) =>
    handleProviderNotices(
      context,
      provider,
      batch.map(({ ref }) => ref),
    ),
  );
  await jobs.schedule('* * * * *', 'checkout.schedule-expiries', () => scheduleExpiries(context));
  await jobs.schedule('* * * * *', 'checkout.sync-holds', () => syncHolds(context, provider));
  await jobs.schedule('*/10 * * * *', 'checkout.sync-missed-intents', () =>
    syncMissedIntents(context, provider),
  );
  // Also at startup, to catch up on missed runs.
  await db.transaction().execute(async (trx) => {
    await jobs.enqueue(trx, 'checkout.schedule-expiries', {});
    await jobs.enqueue(trx, 'checkout.sync-holds', {});
    await jobs.enqueue(trx, 'checkout.sync-missed-intents', {});
  });
}
