import type { endpoints } from '@wopack/contract';
import { hoursOn, localDate, type Schedule } from '@wopack/rules';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { findMySalePlace } from '../../sale-places/index.ts';
import { calendarsOf } from '../calendar.queries.ts';
import { productTypes } from '../product-types.ts';
import { holidaysFrom } from './holidays.queries.ts';
import { slotView } from './slot-view.ts';
import { slotsBetween, weekPacksOf } from './week.queries.ts';

const DAYS = 7;

/** Seven days of a venue. Of days past nothing is planned any more: none is before today. */
export async function showWeek({ db, clock }: Context, { actor, query }: Call<typeof endpoints.sellerWeek>) {
  const place = await findMySalePlace(db, actor.id, query.sale_place_id);
  if (!place) throw new AppError('notFound');
  const today = localDate(clock.now(), place.time_zone).toString();
  const from = query.from && query.from > today ? query.from : today;
  const first = Temporal.PlainDate.from(from);
  const dates = Array.from({ length: DAYS }, (_, ahead) => first.add({ days: ahead }).toString());
  const packs = await weekPacksOf(db, place.id);
  const [calendars, slots, holidays, types] = await Promise.all([
    calendarsOf(db, packs, from),
    slotsBetween(
      db,
      packs.map(({ id }) => id),
      from,
      dates.at(-1)!,
    ),
    holidaysFrom(db, place.id, from),
    productTypes(db),
  ]);
  const slotOf = new Map(slots.map((slot) => [`${slot.product_id} ${slot.date}`, slotView(slot)]));
  return {
    data: {
      today,
      time_zone: place.time_zone,
      dates: dates.map((date) => ({
        date,
        holiday: holidays.find((one) => one.date_from <= date && date <= one.date_to)?.name ?? null,
      })),
      packs: packs.map(({ id, name, state, photos, category_ids, daily_quantity, schedule }) => ({
        ...{ id, name, state, quantity: daily_quantity!, schedule: schedule as Schedule },
        photo: photos[0] ?? null,
        type: types.find((type) => type.id === category_ids[0])?.slug ?? null,
        days: dates.map((date) => {
          const { window, by } = hoursOn(date, calendars.get(id)!);
          const { time_start = null, time_end = null } = window ?? {};
          return { date, time_start, time_end, by, slot: slotOf.get(`${id} ${date}`) ?? null };
        }),
      })),
    },
  };
}
