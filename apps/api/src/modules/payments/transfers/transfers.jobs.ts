import { DAY_MS } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { runSequentially } from '../../../platform/jobs.ts';
import type { TransferProvider } from '../providers/transfer-provider.ts';
import { planTransfersOf, type TransferDependencies } from './plan-transfers.ts';
import { recordProviderPayout } from './record-transfers.ts';
import { sendTransfer, syncTransfer } from './send-transfers.ts';
import { listDueTransfers, listPayeesToTransfer, listTransferAccounts } from './transfers.queries.ts';

/** Payouts that began since then are asked for every hour; older ones every night, until no bank sends one back. */
const RECENT_MS = 2 * DAY_MS;
/** In one job, which so ends within its time. */
const SENT_AT_ONCE = 500;
const LISTED_MS = 40 * DAY_MS;

export async function transferJobs(
  context: Context,
  transfers: TransferProvider,
  dependencies: TransferDependencies,
): Promise<void> {
  const { jobs, db, clock } = context;
  await jobs.work('payments.sync-transfer', ({ ref }) =>
    syncTransfer(context, transfers, dependencies.hooks, ref),
  );
  await jobs.work('payments.record-provider-payout', async ({ account, ref }) =>
    recordProviderPayout(context, account, await transfers.retrievePayout(account, ref)),
  );
  await jobs.schedule('*/10 * * * *', 'payments.transfer-earnings', async () => {
    const payees = await listPayeesToTransfer(db);
    const sendDue = async () => {
      const due = await listDueTransfers(db, clock.now(), SENT_AT_ONCE);
      // The rest need not wait for the next time; each attempt sets its next one, so that this ends.
      if (due.length === SENT_AT_ONCE)
        await db.transaction().execute((trx) => jobs.enqueue(trx, 'payments.transfer-earnings', {}));
      await runSequentially(
        due.map(
          ({ id }) =>
            () =>
              sendTransfer(context, transfers, dependencies.hooks, id),
        ),
      );
    };
    // One that fails must not delay the others.
    await runSequentially([
      ...payees.map((payee) => () => planTransfersOf(context, dependencies, payee)),
      sendDue,
    ]);
  });
  // What notices did not tell of.
  const syncPayouts = async (periodMs: number) => {
    const to = clock.now();
    const from = new Date(to.getTime() - periodMs);
    await runSequentially(
      (await listTransferAccounts(db)).map(
        ({ account_ref: account }) =>
          () =>
            syncProviderPayouts(context, transfers, account, { from, to: new Date(to.getTime() + 1000) }),
      ),
    );
  };
  await jobs.schedule('37 * * * *', 'payments.sync-provider-payouts', () => syncPayouts(RECENT_MS));
  await jobs.schedule('37 2 * * *', 'payments.sync-all-provider-payouts', () => syncPayouts(LISTED_MS));
}

/** Records the payouts of an account that began in a period. */
export async function syncProviderPayouts(
  context: Context,
  transfers: TransferProvider,
  account: string,
  period: { from: Date; to: Date },
): Promise<void> {
  for (const payout of await transfers.listPayouts(account, period))
    await recordProviderPayout(context, account, payout);
}
