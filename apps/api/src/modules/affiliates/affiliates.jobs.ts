import type { Context } from '../../platform/context.ts';
import { creditMonths } from './credits/credit-months.ts';
import { approveOverdueShares } from './shares/shares.queries.ts';

export async function affiliateJobs(context: Context): Promise<void> {
  const { jobs, db, clock } = context;
  await jobs.schedule('*/5 * * * *', 'affiliates.approve-shares', async () => {
    await approveOverdueShares(db, clock.now());
  });
  // Hourly, because a month begins at a different hour in each time zone, and at startup to catch up on
  // missed runs.
  await jobs.schedule('1 * * * *', 'affiliates.credit-months', () => creditMonths(context));
  await db.transaction().execute((trx) => jobs.enqueue(trx, 'affiliates.credit-months', {}));
}
