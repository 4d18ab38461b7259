import type { Context } from '../../platform/context.ts';
import { approveOverdueShares } from './shares/shares.queries.ts';

export const affiliateJobs = ({ jobs, db, clock }: Context): Promise<void> =>
  jobs.schedule('*/5 * * * *', 'affiliates.approve-shares', async () => {
    await approveOverdueShares(db, clock.now());
  });
