import { HOUR_MS } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import { forgetUnpaidHolds, type PaymentProvider } from '../payments/index.ts';
import { expireHold, expireHoldsOfCancelledSlot, scheduleExpiries } from './expire-holds.ts';
import { passHoldsToLine } from './pass-holds-on.ts';
import { handleProviderNotices, syncHolds, syncMissedIntents } from './sync-provider.ts';

/** They are kept a day at most, with the hour between two runs. */
const UNPAID_HOLDS_KEPT_MS = 23 * HOUR_MS;

export async function checkoutJobs(context: Context, provider: PaymentProvider): Promise<void> {
  const { jobs, db, clock } = context;
  await jobs.work('checkout.expire-hold', ({ paymentId }) => expireHold(context, provider, paymentId));
  await jobs.work('checkout.expire-slot-holds', ({ slotId }) =>
    expireHoldsOfCancelledSlot(context, provider, slotId),
  );
  await jobs.work('checkout.pass-holds-on', ({ slotId }) => passHoldsToLine(context, provider, slotId));
  await jobs.workBatches('checkout.handle-provider-notice', (batch) =>
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
  await jobs.schedule('23 * * * *', 'checkout.forget-unpaid-holds', () =>
    forgetUnpaidHolds(db, new Date(clock.now().getTime() - UNPAID_HOLDS_KEPT_MS)),
  );
  // Also at startup, to catch up on missed runs.
  await db.transaction().execute(async (trx) => {
    await jobs.enqueue(trx, 'checkout.schedule-expiries', {});
    await jobs.enqueue(trx, 'checkout.sync-holds', {});
    await jobs.enqueue(trx, 'checkout.sync-missed-intents', {});
  });
}
