import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';

export const listHolidaysFrom = (db: DbOrTrx, salePlaceId: number, from: string) =>
  db
    .selectFrom('holidays')
    .select(['id', 'name', 'date_from', 'date_to'])
    .where('sale_place_id', '=', salePlaceId)
    .where('date_to', '>=', from)
    .orderBy('date_from')
    .orderBy('date_to')
    .execute();

export const insertHoliday = (
  trx: Trx,
  holiday: { sale_place_id: number; name: string; date_from: string; date_to: string },
) =>
  trx
    .insertInto('holidays')
    .values(holiday)
    .onConflict((conflict) =>
      conflict.columns(['sale_place_id', 'date_from', 'date_to']).doUpdateSet({ name: holiday.name }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();

export const findHoliday = (db: DbOrTrx, id: number) =>
  db.selectFrom('holidays').select('sale_place_id').where('id', '=', id).executeTakeFirst();

export const deleteHoliday = (trx: Trx, id: number) =>
  trx.deleteFrom('holidays').where('id', '=', id).execute();
