import type { Context } from '../../platform/context.ts';
import { findSyncCursor, listUnpaidAmong, saveSyncCursor } from './payments.queries.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { runSequentially } from './run-sequentially.ts';
import { type OnPaymentSettled, settlePayment } from './settle-payment.ts';

const HOUR_MS = 3_600_000;
/** Longer than a hold: whatever was open at the last look is looked at again. */
const OVERLAP_MS = HOUR_MS;
/** How far back the very first look goes. */
const FIRST_SYNC_MS = 48 * HOUR_MS;

/**
 * Goes through the provider's own list of what was opened since the last look. Finds money that came for a hold which
 * had ended while nobody could ask, and whose notice was lost; closes what nobody waits for, lest it be paid later.
 */
export async function syncMissedIntents(
  context: Context,
  provider: PaymentProvider,
  onPaid: OnPaymentSettled,
): Promise<void> {
  const { db, clock } = context;
  const to = clock.now();
  const lastSyncedAt = await findSyncCursor(db, provider.name);
  const from = new Date(lastSyncedAt ? lastSyncedAt.getTime() - OVERLAP_MS : to.getTime() - FIRST_SYNC_MS);
  const intents = await provider.list({ from, to });
  const unpaid = await listUnpaidAmong(
    db,
    intents.filter(({ status }) => status !== 'canceled').map(({ id }) => id),
  );
  const cancelIntent = async ({ id, provider_ref: ref }: (typeof unpaid)[number]) => {
    const intent = await provider.cancel(ref);
    if (intent.status === 'succeeded') await settlePayment(context, onPaid, id, intent.cardLast4);
  };
  await runSequentially(unpaid.map((payment) => () => cancelIntent(payment)));
  await saveSyncCursor(db, provider.name, to);
}
