import type { Context } from '../../platform/context.ts';
import { workInBatches } from '../../platform/db/batches.ts';
import { deleteAddressesOfEndedCodes } from './codes/codes.queries.ts';
import { endPastCredit, notifyOfEnds } from './give/end-credit.ts';

export async function creditJobs(context: Context): Promise<void> {
  const { jobs, db, clock } = context;
  await jobs.schedule('17 2 * * *', 'credit.end', () => endPastCredit(context));
  // In the day of Portugal, because it may ring.
  await jobs.schedule('20 10 * * *', 'credit.notify-of-ends', () => notifyOfEnds(context));
  await jobs.schedule('37 3 * * *', 'credit.delete-expired-data', () =>
    workInBatches((limit) => deleteAddressesOfEndedCodes(db, clock.now(), limit)),
  );
}
