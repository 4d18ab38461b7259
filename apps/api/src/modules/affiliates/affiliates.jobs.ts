import { DAY_MS } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import { workInBatches } from '../../platform/db/batches.ts';
import { addUpOldVisits, approveOverdueShares } from './affiliates.queries.ts';

/** As long visits are counted by day; after that by month. */
const VISIT_RETENTION_MS = 761 * DAY_MS;

export async function affiliateJobs({ jobs, db, clock }: Context): Promise<void> {
  await jobs.schedule('*/5 * * * *', 'affiliates.approve-shares', async () => {
    await approveOverdueShares(db, clock.now());
  });
  await jobs.schedule('27 3 * * *', 'affiliates.add-up-visits', async () => {
    const before = new Date(clock.now().getTime() - VISIT_RETENTION_MS);
    await workInBatches((limit) => addUpOldVisits(db, before, limit));
  });
}
