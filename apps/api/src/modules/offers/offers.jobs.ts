import type { Context } from '../../platform/context.ts';
import { deleteOldNotifications } from './favourites/favourites.queries.ts';
import { notifyFollowers } from './favourites/notify-followers.ts';
import { hasMapCells, recalculateMapCells } from './map/map.queries.ts';

const DAY_MS = 86_400_000;

export async function offerJobs(context: Context): Promise<void> {
  const { jobs, db, clock } = context;
  await jobs.schedule('* * * * *', 'offers.notify-followers', () => notifyFollowers(context));
  await jobs.schedule('27 3 * * *', 'offers.delete-expired-data', async () => {
    await deleteOldNotifications(db, new Date(clock.now().getTime() - DAY_MS));
  });
  await jobs.schedule('*/2 * * * *', 'offers.update-map-cells', () => updateMapCells(context));
  // A new database gets its clusters at once, not with the next scheduled run.
  if (await hasMapCells(db)) return;
  await db.transaction().execute((trx) => jobs.enqueue(trx, 'offers.update-map-cells', {}));
}

/** Recalculates the clusters of the map. They may be minutes old; pins are read live. */
export const updateMapCells = ({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> =>
  db.transaction().execute((trx) => recalculateMapCells(trx, clock.now()));
