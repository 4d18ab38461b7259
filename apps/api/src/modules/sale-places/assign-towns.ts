import type { Context } from '../../platform/context.ts';
import { findTownAt } from '../geo/index.ts';
import { listSalePlacesWithoutTown, saveTown } from './towns.queries.ts';

const BATCH_SIZE = 100;

/** Works out the towns of sale places that are new or have moved. */
export async function assignTowns({ db }: Pick<Context, 'db'>): Promise<void> {
  for (let after = 0; ; ) {
    const places = await listSalePlacesWithoutTown(db, { after, limit: BATCH_SIZE });
    for (const place of places) {
      const town = await findTownAt(place);
      await db.transaction().execute((trx) => saveTown(trx, place, town));
    }
    if (places.length < BATCH_SIZE) return;
    after = places.at(-1)!.id;
  }
}
