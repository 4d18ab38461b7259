import { DAY_MS, HOUR_MS } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import { runSequentially } from '../../platform/jobs.ts';
import { raiseAlert } from '../../platform/observability/alert.ts';
import { deleteUnpaid, removeUnpaidInvoices } from './payments.queries.ts';
import { payoutAccountJobs } from './payout-accounts/payout-accounts.jobs.ts';
import { findPayoutAccount } from './payout-accounts/payout-accounts.queries.ts';
import type { PaymentProvider } from './providers/payment-provider.ts';
import { formatMismatch } from './reconcile.rules.ts';
import { recordComparison } from './reconcile.ts';
import { type OrderHooks, recordListedReturns, syncReturns } from './refunds/record-returns.ts';
import { listDueRefunds, listOldOpenDisputes } from './refunds/refunds.queries.ts';
import { sendRefund } from './refunds/refunds.ts';
import { forgetErasedCustomers } from './saved-cards/saved-cards.ts';
import { transferJobs } from './transfers/transfers.jobs.ts';
import { trustJobs } from './trust/trust.ts';

/** Slots without orders are deleted some days later. */
const UNPAID_DAYS = 30;

/** Refunds and disputes created since then are listed; what is older is asked for one by one. */
const RECENT_MS = 2 * HOUR_MS;
/** Longer than a bank takes to return a refund. */
const LISTED_MS = 40 * DAY_MS;

export async function paymentJobs(
  context: Context,
  provider: PaymentProvider,
  hooks: OrderHooks,
): Promise<void> {
  const { jobs, db, clock } = context;
  const send = (refundId: number) => sendRefund(context, provider, hooks, refundId);
  const syncRecentReturns = async (periodMs: number) => {
    const to = clock.now();
    const from = new Date(to.getTime() - periodMs);
    // Those of the present second, too.
    const period = { from, to: new Date(to.getTime() + 1000) };
    await recordListedReturns(context, hooks, {
      requestedAt: clock.now(),
      ...(await provider.listReturns(period)),
    });
  };

  if (provider.transfers)
    await transferJobs(context, provider.transfers, {
      // One at another provider, from before, is not this one's.
      async findPayoutAccount(db, userId) {
        const account = await findPayoutAccount(db, userId);
        return account?.provider === provider.name ? account : undefined;
      },
      hooks,
    });
  await payoutAccountJobs(context, provider);
  await trustJobs(context);
  await jobs.work('payments.send-refund', ({ refundId }) => send(refundId));
  const fetchDispute = async (ref: string) => ({
    requestedAt: clock.now(),
    refunds: [],
    disputes: [await provider.dispute(ref)],
  });
  await jobs.work('payments.sync-returns', ({ ref }) => syncReturns(context, provider, hooks, ref));
  await jobs.work('payments.record-dispute', async ({ ref }) =>
    recordListedReturns(context, hooks, await fetchDispute(ref)),
  );
  // Every minute and at startup: refunds whose next attempt is due, also those whose job was lost.
  await jobs.schedule('* * * * *', 'payments.retry-refunds', async () => {
    const refunds = await listDueRefunds(db, clock.now());
    await runSequentially(
      refunds.map(
        ({ id }) =>
          () =>
            send(id),
      ),
    );
  });
  // What notices did not tell of.
  await jobs.schedule('*/10 * * * *', 'payments.sync-recent-returns', () => syncRecentReturns(RECENT_MS));
  await jobs.schedule('27 3 * * *', 'payments.sync-all-returns', async () => {
    await syncRecentReturns(LISTED_MS);
    const openedBefore = new Date(clock.now().getTime() - LISTED_MS);
    const disputes = await listOldOpenDisputes(db, provider.name, openedBefore);
    await runSequentially(
      disputes.map(
        ({ provider_ref: ref }) =>
          async () =>
            recordListedReturns(context, hooks, await fetchDispute(ref)),
      ),
    );
  });
  await db.transaction().execute(async (trx) => {
    await jobs.enqueue(trx, 'payments.retry-refunds', {});
    await jobs.enqueue(trx, 'payments.sync-all-returns', {});
  });
  await jobs.schedule('7 2 * * *', 'payments.delete-unpaid', async () => {
    const before = new Date(clock.now().getTime() - UNPAID_DAYS * DAY_MS);
    await deleteUnpaid(db, before);
    await removeUnpaidInvoices(db, before);
  });
  await jobs.schedule('*/10 * * * *', 'payments.forget-customers', () =>
    forgetErasedCustomers(context, provider),
  );
  await jobs.schedule('57 3 * * *', 'payments.reconcile-provider', async () => {
    const differences = (await recordComparison(context, provider)).map(formatMismatch);
    if (differences.length) await raiseAlert(context, 'provider', differences);
  });
}
