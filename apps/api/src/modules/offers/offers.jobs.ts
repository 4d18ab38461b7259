import type { Context } from '../../platform/context.ts';
import { countMap } from './count-map.ts';
import { isCounted } from './map-cells.queries.ts';

export async function offerJobs(context: Context): Promise<void> {
  await context.jobs.schedule('*/2 * * * *', 'offers.count-map', () => countMap(context));
  // A database just filled has its numbers at once, not in two minutes.
  if (await isCounted(context.db)) return;
  await context.db.transaction().execute((trx) => context.jobs.enqueue(trx, 'offers.count-map', {}));
}
