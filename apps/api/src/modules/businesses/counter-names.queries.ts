import { type Insertable, sql } from 'kysely';
import { deleteInBatches } from '../../platform/db/batches.ts';
import { type BusinessScope, isInScope } from '../../platform/db/business-scope.ts';
import type { Database, Db, DbOrTrx, Trx } from '../../platform/db/database.ts';

/** Those on the list, by name. */
export const listCounterNameRows = (db: DbOrTrx, scope: BusinessScope) =>
  db
    .selectFrom('counter_names')
    .select(['id', 'sale_place_id', 'name'])
    .where(isInScope(scope, 'business_id', 'sale_place_id'))
    .where('removed_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();

/** Also one that was taken off the list. */
export const hasCounterName = async (db: DbOrTrx, scope: BusinessScope, id: number): Promise<boolean> =>
  (await db
    .selectFrom('counter_names')
    .select('id')
    .where('id', '=', id)
    .where(isInScope(scope, 'business_id', 'sale_place_id'))
    .executeTakeFirst()) !== undefined;

export const insertCounterName = (db: DbOrTrx, name: Insertable<Database['counter_names']>) =>
  db
    .insertInto('counter_names')
    .values(name)
    .returning(['id', 'sale_place_id', 'name'])
    .executeTakeFirstOrThrow();

/** Returns false when it was taken off before, or is of another business. */
export const setCounterNameRemoved = async (
  db: DbOrTrx,
  scope: BusinessScope,
  { id, now }: { id: number; now: Date },
): Promise<boolean> =>
  (
    await db
      .updateTable('counter_names')
      .set({ removed_at: now })
      .where('id', '=', id)
      .where(isInScope(scope, 'business_id', 'sale_place_id'))
      .where('removed_at', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n;

export const removeCounterNamesOfSalePlace = (trx: Trx, salePlaceId: number, now: Date) =>
  trx
    .updateTable('counter_names')
    .set({ removed_at: now })
    .where('sale_place_id', '=', salePlaceId)
    .where('removed_at', 'is', null)
    .execute();

export const deleteRemovedCounterNames = (db: Db, removedBefore: Date) =>
  deleteInBatches(db, 'counter_names', { by: 'removed_at', isDue: sql`removed_at <= ${removedBefore}` });
