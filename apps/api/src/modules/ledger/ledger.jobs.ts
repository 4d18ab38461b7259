import { raiseAlarm } from '../../platform/alarm.ts';
import type { BookSource } from '../../platform/books.ts';
import type { Context } from '../../platform/context.ts';
import { keptSince } from '../identity/index.ts';
import { checkBooks, differenceLine } from './check-books.ts';
import { makePayouts } from './payouts/make-payouts.ts';
import { monthDue } from './payouts/payout-days.rules.ts';
import { deleteUnlockedDetails, forgetAccounts } from './payouts/payout-details.queries.ts';
import { issueStatements } from './statements/issue-statements.ts';

/** `closeMonths`: what has to be booked of months that are over before they can be stated. */
export async function ledgerJobs(
  context: Context,
  sources: readonly BookSource[],
  closeMonths: () => Promise<void>,
): Promise<void> {
  const { jobs, db, clock, config } = context;
  await jobs.every('47 3 * * *', 'ledger.check', async () => {
    const differences = await checkBooks(context, sources);
    if (differences.length) await raiseAlarm(context, 'books', differences.map(differenceLine));
  });
  await jobs.every('27 3 * * *', 'ledger.clean', async () => {
    const now = clock.now();
    await deleteUnlockedDetails(db, now);
    await forgetAccounts(db, keptSince(now));
  });
  // Hourly and at a start: a month begins at another hour in each zone, and days of downtime are caught up with.
  await jobs.every('11 * * * *', 'ledger.settle', async () => {
    await closeMonths();
    await issueStatements(context);
    const month = monthDue(clock.now(), config.operatorZone);
    if (!month || !config.operator.iban) return;
    try {
      await makePayouts(context, month);
    } catch (error) {
      await raiseAlarm(context, 'payouts', [String(error)]);
      throw error;
    }
  });
  await db.transaction().execute((trx) => jobs.enqueue(trx, 'ledger.settle', {}));
}
