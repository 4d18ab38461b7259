import { HOUR_MS } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import { runConcurrently, runSequentially } from '../../platform/jobs.ts';
import {
  listPaymentsByRefs,
  listUnpaidByRefs,
  type Payment,
  type PaymentProvider,
  SETTLED_STATES,
  takeHoldsToSync,
} from '../payments/index.ts';
import { findSyncCursor, saveSyncCursor } from './checkout.queries.ts';
import { settleByIntent } from './complete-payment.ts';
import { expireHold } from './expire-holds.ts';
import { settlePayment } from './settle-payment.ts';

/** Longer than a hold, so that intents open at the last sync are checked again. */
const OVERLAP_MS = HOUR_MS;
/** The first sync looks back as far. */
const FIRST_SYNC_MS = 48 * HOUR_MS;

/** Is less than the minute between two runs. */
const SYNC_AGAIN_AFTER_MS = 50_000;
const BATCH_SIZE = 500;
/** What is left waits for the next minute, and is first then. */
const MAX_BATCHES = 20;
/** As many calls of the provider run at a time. */
const CONCURRENCY = 4;
/** With as few holds, a list is not less work than looking each up. */
const LISTED_FROM = 10;
/** The provider lists as many at a time. */
const LIST_PAGE_SIZE = 100;
/** Allows for clocks that differ, and for the time between a hold and its payment at the provider. */
const CLOCK_MARGIN_MS = 60_000;

type HoldToSync = Awaited<ReturnType<typeof takeHoldsToSync>>[number];
type HoldWithIntent = HoldToSync & { provider_ref: string };

/** Handles a provider's notices. Their content is not trusted: the current state is requested from the provider. */
export async function handleProviderNotices(
  context: Context,
  provider: PaymentProvider,
  refs: readonly string[],
): Promise<void> {
  const payments = await listPaymentsByRefs(context.db, refs);
  const paymentByRef = new Map(payments.map((payment) => [payment.provider_ref, payment]));
  await runConcurrently(
    refs.map((ref) => () => handleNotice(context, provider, ref, paymentByRef.get(ref))),
    CONCURRENCY,
  );
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

/** Expires or settles holds whose job or notice was lost. Runs every minute, and takes each hold once in one. */
export async function syncHolds(context: Context, provider: PaymentProvider): Promise<void> {
  const now = context.clock.now();
  const batch = { now, syncedBefore: new Date(now.getTime() - SYNC_AGAIN_AFTER_MS), limit: BATCH_SIZE };
  const errors: unknown[] = [];
  for (let round = 0; round < MAX_BATCHES; round++) {
    const holds = await takeHoldsToSync(context.db, batch);
    await syncBatch(context, provider, holds, now).catch((error: unknown) => errors.push(error));
    if (holds.length < BATCH_SIZE) break;
  }
  if (errors.length > 0) throw new AggregateError(errors, `holds were not synced: ${errors[0]}`);
}

async function syncBatch(
  context: Context,
  provider: PaymentProvider,
  holds: readonly HoldToSync[],
  now: Date,
): Promise<void> {
  const expired = holds.filter(({ expires_at }) => expires_at <= now);
  const open = holds.filter(
    (hold): hold is HoldWithIntent =>
      hold.expires_at > now && hold.provider === provider.name && hold.provider_ref !== null,
  );
  const expire = expired.map(
    ({ id }) =>
      () =>
        expireHold(context, provider, id),
  );
  await runSequentially([
    () => runConcurrently(expire, CONCURRENCY),
    async () => {
      const changed = await listChangedHolds(provider, open);
      const settle = changed.map(
        (hold) => () => settleIfPaid(context, provider, { ...hold, state: 'pending' }),
      );
      await runConcurrently(settle, CONCURRENCY);
    },
  ]);
}

/**
 * The holds that the provider may have news of: all of a few. Of many, it lists the payments of their time, and only
 * those are looked up that are not open any more, or not in the list, as are offers whose payment began later.
 */
async function listChangedHolds(
  provider: PaymentProvider,
  holds: readonly HoldWithIntent[],
): Promise<readonly HoldWithIntent[]> {
  if (holds.length <= LISTED_FROM) return holds;
  const ids = holds.map(({ id }) => id);
  // As many payments began between the first and the last hold; with more pages than holds, looking up is less work.
  const pages = (Math.max(...ids) - Math.min(...ids)) / LIST_PAGE_SIZE;
  if (pages > holds.length) return holds;
  const createdAt = holds.map(({ created_at }) => created_at.getTime());
  const listed = await provider.list({
    from: new Date(Math.min(...createdAt) - CLOCK_MARGIN_MS),
    to: new Date(Math.max(...createdAt) + CLOCK_MARGIN_MS),
  });
  const openRefs = new Set(listed.filter(({ status }) => status === 'open').map(({ id }) => id));
  return holds.filter(({ provider_ref: ref }) => !openRefs.has(ref));
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
    if (intent.status === 'succeeded') await settlePayment(context, id, intent);
  };
  await runConcurrently(
    unpaid.map((payment) => () => cancelIntent(payment)),
    CONCURRENCY,
  );
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
