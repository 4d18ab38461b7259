import type { Context } from '../../platform/context.ts';
import { creditMonths } from './credit-months.ts';
import { approveOverdue } from './shares.queries.ts';

export async function affiliateJobs(context: Context): Promise<void> {
  const { jobs, db, clock } = context;
  await jobs.every('*/5 * * * *', 'affiliates.approve', async () => {
    await approveOverdue(db, clock.now());
  });
  // Hourly, for the first of a month begins at another hour in each zone; and at a start, for what was missed.
  await jobs.every('1 * * * *', 'affiliates.credit', () => creditMonths(context));
  await db.transaction().execute((trx) => jobs.enqueue(trx, 'affiliates.credit', {}));
}
