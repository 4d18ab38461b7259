import type { Context } from '../../platform/context.ts';
import { runSequentially } from '../../platform/jobs.ts';
import { raiseAlert } from '../../platform/observability/alert.ts';
import { formatError } from '../../platform/observability/describe-error.ts';
import { getRetentionCutoff } from '../identity/index.ts';
import type { ReconciliationSource } from './accounts.ts';
import { compareLedger, formatDifference } from './check-ledger.ts';
import { closeLedgerMonths } from './close-months.ts';
import { sendCommissionInvoice, sendDueInvoices } from './commission-invoices/send-commission-invoice.ts';
import { createInvoicingService } from './commission-invoices/services/create-invoicing-service.ts';
import { isCompleteCheckDue, saveReconciliation } from './ledger.queries.ts';
import { getDuePayoutMonth } from './payouts/payout-days.rules.ts';
import { createPayoutRun } from './payouts/payout-runs.ts';
import {
  deleteFormerAccounts,
  deletePayoutDetailsPastRetention,
  eraseBankAccountsBefore,
} from './personal-data.queries.ts';
import { issueStatements } from './statements/issue-statements.ts';

/** `closeMonths` posts what belongs to ended months and must precede their statements. */
export async function ledgerJobs(
  context: Context,
  sources: readonly ReconciliationSource[],
  closeMonths: () => Promise<void>,
): Promise<void> {
  const { jobs, db, clock, config } = context;
  await jobs.schedule('47 3 * * *', 'ledger.check-balances', async () => {
    const compare = (isComplete: boolean) => compareLedger(context, sources, { isComplete });
    let result = await compare(await isCompleteCheckDue(db));
    // All is added up again when a month is closed, and when something is wrong.
    const isAllAsExpected = result.differences.length === 0 && !(await closeLedgerMonths(context));
    if (!isAllAsExpected) result = await compare(true);
    const differences = result.differences.map(formatDifference);
    await saveReconciliation(db, {
      kind: 'ledger',
      checked_at: clock.now(),
      differences,
      sums: result.sums,
    });
    if (differences.length) await raiseAlert(context, 'ledger', differences);
  });
  await jobs.schedule('27 3 * * *', 'ledger.delete-expired-data', async () => {
    const now = clock.now();
    await runSequentially([
      () => deletePayoutDetailsPastRetention(db, now),
      () => deleteFormerAccounts(db),
      () => eraseBankAccountsBefore(db, getRetentionCutoff(now)),
    ]);
  });
  const invoicing = createInvoicingService(context);
  await jobs.work('ledger.send-commission-invoice', async ({ invoiceId }) => {
    if (invoicing) await sendCommissionInvoice(context, invoicing, invoiceId);
  });
  await jobs.schedule('*/5 * * * *', 'ledger.send-commission-invoices', async () => {
    if (invoicing) await sendDueInvoices(context, invoicing);
  });
  // Hourly and at startup: a month begins at a different hour in each time zone, and missed runs are caught
  // up.
  const payOut = async () => {
    const month = getDuePayoutMonth(clock.now(), config.operatorTimeZone);
    if (!month || !config.operator.iban) return;
    try {
      await db.transaction().execute((trx) => createPayoutRun(context, trx, month));
    } catch (error) {
      await raiseAlert(context, 'payouts', [formatError(error)]);
      throw error;
    }
  };
  await jobs.schedule('11 * * * *', 'ledger.settle-months', async () => {
    // A partner or account that fails is left out of what follows, and is made up for the next hour.
    await runSequentially([closeMonths, () => issueStatements(context), payOut]);
  });
  await db.transaction().execute((trx) => jobs.enqueue(trx, 'ledger.settle-months', {}));
}
