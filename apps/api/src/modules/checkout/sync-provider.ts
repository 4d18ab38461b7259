import type { Context } from '../../platform/context.ts';
import { runSequentially } from '../../platform/jobs.ts';
import {
  listPaymentsByRefs,
  listPendingPayments,
  listUnpaidByRefs,
  type Payment,
  type PaymentProvider,
} from '../payments/index.ts';
import { findSyncCursor, saveSyncCursor } from './checkout.queries.ts';
import { settleByIntent } from './complete-payment.ts';
import { expireHold } from './expire-holds.ts';
import { SETTLED_STATES, settlePayment } from './settle-payment.ts';

const HOUR_MS = 3_600_000;
/** Longer than a hold, so that intents open at the last sync are checked again. */
const OVERLAP_MS = HOUR_MS;
/** Period of the first sync. */
const FIRST_SYNC_MS = 48 * HOUR_MS;

/** Handles a provider's notices. Their content is not trusted: the current state is requested from the provider. */
export async function handleProviderNotices(
  context: Context,
  provider: PaymentProvider,
  refs: readonly string[],
): Promise<void> {
  const payments = await listPaymentsByRefs(context.db, refs);
  const paymentByRef = new Map(payments.map((payment) => [payment.provider_ref, payment]));
  await runSequentially(refs.map((ref) => () => handleNotice(context, provider, ref, paymentByRef.get(ref))));
}

async function handleNotice(
  context: Context,
  provider: PaymentProvider,
  ref: string,
  payment: Payment | undefined,
): Promise<void> {
  if (!payment) {
    // The intent of a refused card was replaced by another.
    if ((await provider.retrieve(ref)).status === 'canceled') return;
    throw new Error('payment not found; the transaction that creates it may not be committed yet');
  }
  // Usually the buyer's browser has completed the payment before.
  if (SETTLED_STATES.includes(payment.state)) return;
  await settleIfPaid(context, provider, payment);
}

/** Expires or settles holds whose job or notice was lost. */
export async function syncHolds(context: Context, provider: PaymentProvider): Promise<void> {
  const now = context.clock.now();
  const holds = await listPendingPayments(context.db);
  await runSequentially(
    holds.map(
      (hold) => () =>
        hold.expires_at <= now
          ? expireHold(context, provider, hold.id)
          : settleIfPaid(context, provider, { ...hold, state: 'pending' }),
    ),
  );
}

/**
 * Compares the provider's intents since the last sync with ended holds: settles those that were paid although the
 * notice was lost, and cancels the others, so that they cannot be paid later.
 */
export async function syncMissedIntents(context: Context, provider: PaymentProvider): Promise<void> {
  const { db, clock } = context;
  const to = clock.now();
  const lastSyncedAt = await findSyncCursor(db, provider.name);
  const from = new Date(lastSyncedAt ? lastSyncedAt.getTime() - OVERLAP_MS : to.getTime() - FIRST_SYNC_MS);
  const intents = await provider.list({ from, to });
  const unpaid = await listUnpaidByRefs(
    db,
    intents.filter(({ status }) => status !== 'canceled').map(({ id }) => id),
  );
  const cancelIntent = async ({ id, provider_ref: ref }: (typeof unpaid)[number]) => {
    const intent = await provider.cancel(ref);
    if (intent.status === 'succeeded') await settlePayment(context, id, intent.cardLast4);
  };
  await runSequentially(unpaid.map((payment) => () => cancelIntent(payment)));
  await saveSyncCursor(db, provider.name, to);
}

async function settleIfPaid(
  context: Context,
  provider: PaymentProvider,
  payment: Pick<Payment, 'id' | 'provider_ref' | 'state'>,
): Promise<void> {
  const { provider_ref: ref } = payment;
  if (ref) await settleByIntent(context, provider, payment, await provider.retrieve(ref));
}
