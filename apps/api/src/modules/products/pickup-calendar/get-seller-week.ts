import type { endpoints } from '@wopack/contract';
import { localDate, pickupHoursOn, type Schedule } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { findMySalePlace } from '../../sale-places/index.ts';
import { getCachedProductTypes } from '../catalogue.queries.ts';
import { buildSlotView } from '../slots/slot-view.ts';
import {
  listHolidaysFrom,
  listScheduledProducts,
  listSlotsBetween,
  loadPickupCalendars,
} from './pickup-calendar.queries.ts';

const WEEK_DAYS = 7;

/** Seven days of a sale place from `from`, or from today if that is earlier. */
export async function getSellerWeek(
  { db, clock }: Context,
  { actor, query }: Call<typeof endpoints.getSellerWeek>,
) {
  const salePlace = await findMySalePlace(db, actor.id, query.sale_place_id);
  if (!salePlace) throw new AppError('notFound');
  const today = localDate(clock.now(), salePlace.time_zone).toString();
  const from = query.from && query.from > today ? query.from : today;
  const firstDate = Temporal.PlainDate.from(from);
  const dates = Array.from({ length: WEEK_DAYS }, (_, dayIndex) =>
    firstDate.add({ days: dayIndex }).toString(),
  );
  const products = await listScheduledProducts(db, salePlace.id);
  const [calendars, slots, holidays, types] = await Promise.all([
    loadPickupCalendars(db, products, from),
    listSlotsBetween(
      db,
      products.map(({ id }) => id),
      from,
      dates.at(-1)!,
    ),
    listHolidaysFrom(db, salePlace.id, from),
    getCachedProductTypes(db),
  ]);
  const slotByProductAndDate = new Map(
    slots.map((slot) => [`${slot.product_id} ${slot.date}`, buildSlotView(slot)]),
  );
  return {
    data: {
      today,
      time_zone: salePlace.time_zone,
      dates: dates.map((date) => ({
        date,
        holiday:
          holidays.find((holiday) => holiday.date_from <= date && date <= holiday.date_to)?.name ?? null,
      })),
      packs: products.map(({ id, name, state, photos, type_ids, daily_quantity, schedule }) => ({
        ...{ id, name, state, quantity: daily_quantity!, schedule: schedule as Schedule },
        photo: photos[0] ?? null,
        type: types.find((type) => type.id === type_ids[0])?.slug ?? null,
        days: dates.map((date) => {
          const { window, by } = pickupHoursOn(date, calendars.get(id)!);
          const { time_start = null, time_end = null } = window ?? {};
          return { date, time_start, time_end, by, slot: slotByProductAndDate.get(`${id} ${date}`) ?? null };
        }),
      })),
    },
  };
}
