import type { Context } from '../../platform/context.ts';
import { hasMapCells } from './map/map-cells.queries.ts';
import { updateMapCells } from './map/update-map-cells.ts';

export async function offerJobs(context: Context): Promise<void> {
  await context.jobs.schedule('*/2 * * * *', 'offers.update-map-cells', () => updateMapCells(context));
  // A database just filled has its numbers at once, not in two minutes.
  if (await hasMapCells(context.db)) return;
  await context.db.transaction().execute((trx) => context.jobs.enqueue(trx, 'offers.update-map-cells', {}));
}
