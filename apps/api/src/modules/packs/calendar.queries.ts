import type { Calendar, DateRange, DayWindow, Schedule } from '@wopack/rules';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';

/** A pack with what its slots are planned by. */
export interface WithWeek {
  id: number;
  sale_place_id: number;
  schedule: Schedule | null;
  daily_quantity: number | null;
  time_zone: string;
}

/** The calendars of packs from a date on, by pack; of drafts none. */
export async function calendarsOf(
  db: DbOrTrx,
  packs: readonly Pick<WithWeek, 'id' | 'sale_place_id' | 'schedule'>[],
  from: string,
): Promise<Map<number, Calendar>> {
  const ids = packs.map(({ id }) => id);
  const [dates, holidays] = await Promise.all([
    datesOf(db, ids, from),
    holidaysOf(db, [...new Set(packs.map((pack) => pack.sale_place_id))], from),
  ]);
  return new Map(
    packs.flatMap(({ id, sale_place_id: place, schedule }): [number, Calendar][] =>
      schedule
        ? [[id, { schedule, dates: dates.get(id) ?? new Map(), holidays: holidays.get(place) ?? [] }]]
        : [],
    ),
  );
}

async function datesOf(db: DbOrTrx, productIds: number[], from: string) {
  const rows = productIds.length
    ? await db
        .selectFrom('product_dates')
        .select(['product_id', 'date', 'time_start', 'time_end'])
        .where('product_id', 'in', productIds)
        .where('date', '>=', from)
        .execute()
    : [];
  const byPack = new Map<number, Map<string, DayWindow | 'closed'>>();
  for (const { product_id, date, time_start, time_end } of rows) {
    const said = byPack.get(product_id) ?? new Map<string, DayWindow | 'closed'>();
    said.set(date, time_start && time_end ? { time_start, time_end } : 'closed');
    byPack.set(product_id, said);
  }
  return byPack;
}

async function holidaysOf(db: DbOrTrx, placeIds: number[], from: string) {
  const rows = placeIds.length
    ? await db
        .selectFrom('holidays')
        .select(['sale_place_id', 'date_from', 'date_to'])
        .where('sale_place_id', 'in', placeIds)
        .where('date_to', '>=', from)
        .execute()
    : [];
  return Map.groupBy(rows, (row): number => row.sale_place_id) as ReadonlyMap<number, DateRange[]>;
}

interface SaidOfDate {
  product_id: number;
  date: string;
  time_start: string | null;
  time_end: string | null;
}

export const sayOfDate = (trx: Trx, { product_id, date, time_start, time_end }: SaidOfDate) =>
  trx
    .insertInto('product_dates')
    .values({ product_id, date, time_start, time_end })
    .onConflict((conflict) => conflict.columns(['product_id', 'date']).doUpdateSet({ time_start, time_end }))
    .execute();

export const forgetDate = (trx: Trx, productId: number, date: string) =>
  trx.deleteFrom('product_dates').where('product_id', '=', productId).where('date', '=', date).execute();
