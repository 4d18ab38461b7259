import type { Context } from '../../../platform/context.ts';
import { recalculateMapCells } from './map-cells.queries.ts';

/** Counts what is on sale on the map. Some minutes old is new enough for a number on a cluster; pins are read live. */
export const updateMapCells = ({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> =>
  db.transaction().execute((trx) => recalculateMapCells(trx, clock.now()));
