import type { Context } from '../../platform/context.ts';
import { creditMonths } from './credits/credit-months.ts';
import { approveOverdueShares } from './shares/shares.queries.ts';

export async function affiliateJobs(context: Context): Promise<void> {
  const { jobs, db, clock } = context;
  await jobs.schedule('*/5 * * * *', 'affiliates.approve', async () => {
    await approveOverdueShares(db, clock.now());
  });
  // Hourly, for the first of a month begins at another hour in each zone; and at a start, for what was missed.
  await jobs.schedule('1 * * * *', 'affiliates.credit', () => creditMonths(context));
  await db.transaction().execute((trx) => jobs.enqueue(trx, 'affiliates.credit', {}));
}
