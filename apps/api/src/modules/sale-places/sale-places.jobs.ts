import type { Context } from '../../platform/context.ts';
import { eraseOldClaimPhotos } from './place-claims.ts';

export const salePlaceJobs = (context: Context): Promise<void> =>
  context.jobs.schedule('53 3 * * *', 'sale-places.erase-claim-photos', () => eraseOldClaimPhotos(context));
