import type { Context } from '../../platform/context.ts';
import { readBatches } from '../../platform/db/batches.ts';
import { runForEachRow } from '../../platform/jobs.ts';
import { findTownAt } from '../geo/index.ts';
import { listSalePlacesWithoutTown, saveTown, type UnassignedSalePlace } from './towns.queries.ts';

const BATCH_SIZE = 100;

/** Works out the towns of sale places that are new or have moved. */
export async function assignTowns({ db }: Pick<Context, 'db'>): Promise<void> {
  const batches = readBatches(
    (last: UnassignedSalePlace | null, limit) =>
      listSalePlacesWithoutTown(db, { after: last?.id ?? 0, limit }),
    BATCH_SIZE,
  );
  await runForEachRow(batches, async (place) => {
    const town = await findTownAt(place);
    await db.transaction().execute((trx) => saveTown(trx, place, town));
  });
}
