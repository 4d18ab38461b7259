import type { DateRange, DayWindow, PickupCalendar, Schedule } from '@wopack/domain';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';

/** A product with the inputs of slot planning. */
export interface ProductWithSchedule {
  id: number;
  sale_place_id: number;
  schedule: Schedule | null;
  daily_quantity: number | null;
  time_zone: string;
}

/** Calendars from a date on, by product id; drafts have none. */
export async function loadPickupCalendars(
  db: DbOrTrx,
  products: readonly Pick<ProductWithSchedule, 'id' | 'sale_place_id' | 'schedule'>[],
  from: string,
): Promise<Map<number, PickupCalendar>> {
  const ids = products.map(({ id }) => id);
  const [dates, holidays] = await Promise.all([
    loadDateOverrides(db, ids, from),
    loadHolidays(db, [...new Set(products.map((product) => product.sale_place_id))], from),
  ]);
  return new Map(
    products.flatMap(({ id, sale_place_id: salePlaceId, schedule }): [number, PickupCalendar][] =>
      schedule
        ? [[id, { schedule, dates: dates.get(id) ?? new Map(), holidays: holidays.get(salePlaceId) ?? [] }]]
        : [],
    ),
  );
}

async function loadDateOverrides(db: DbOrTrx, productIds: number[], from: string) {
  const rows = productIds.length
    ? await db
        .selectFrom('date_overrides')
        .select(['product_id', 'date', 'time_start', 'time_end'])
        .where('product_id', 'in', productIds)
        .where('date', '>=', from)
        .execute()
    : [];
  const overridesByProduct = new Map<number, Map<string, DayWindow | 'closed'>>();
  for (const { product_id, date, time_start, time_end } of rows) {
    const overrides = overridesByProduct.get(product_id) ?? new Map<string, DayWindow | 'closed'>();
    overrides.set(date, time_start && time_end ? { time_start, time_end } : 'closed');
    overridesByProduct.set(product_id, overrides);
  }
  return overridesByProduct;
}

async function loadHolidays(db: DbOrTrx, salePlaceIds: number[], from: string) {
  const rows = salePlaceIds.length
    ? await db
        .selectFrom('holidays')
        .select(['sale_place_id', 'date_from', 'date_to'])
        .where('sale_place_id', 'in', salePlaceIds)
        .where('date_to', '>=', from)
        .execute()
    : [];
  return Map.groupBy(rows, (row): number => row.sale_place_id) as ReadonlyMap<number, DateRange[]>;
}

interface DateOverride {
  product_id: number;
  date: string;
  time_start: string | null;
  time_end: string | null;
}

export const upsertDateOverride = (trx: Trx, { product_id, date, time_start, time_end }: DateOverride) =>
  trx
    .insertInto('date_overrides')
    .values({ product_id, date, time_start, time_end })
    .onConflict((conflict) => conflict.columns(['product_id', 'date']).doUpdateSet({ time_start, time_end }))
    .execute();

export const deleteDateOverride = (trx: Trx, productId: number, date: string) =>
  trx.deleteFrom('date_overrides').where('product_id', '=', productId).where('date', '=', date).execute();
