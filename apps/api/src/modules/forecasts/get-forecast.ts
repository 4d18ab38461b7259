import type { endpoints } from '@wopack/contract';
import { earningCents, isInRange, localDate, pickupHoursOn } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Call } from '../../platform/http/route.ts';
import { loadPickupCalendars } from '../products/index.ts';
import { findMySalePlace, listPublicHolidays } from '../sale-places/index.ts';
import { FORECAST_DAYS, proposeQuantity } from './forecast.rules.ts';
import { listForecastRuns, listForecasts } from './forecasts.queries.ts';

/** The week ahead of a sale place: what will be left over of each product, and what would be bought. */
export async function getForecast(
  { db, clock }: Context,
  { actor, query, language }: Call<typeof endpoints.getForecast>,
) {
  const salePlace = await findMySalePlace(db, actor.member, query.sale_place_id);
  if (!salePlace) throw new AppError('notFound');
  const firstDate = localDate(clock.now(), salePlace.time_zone);
  const today = firstDate.toString();
  const dates = Array.from({ length: FORECAST_DAYS }, (_, days) => firstDate.add({ days }).toString());
  const products = await listForecastRuns(db, actor.member, salePlace.id);
  const ids = products.map(({ id }) => id);
  const [calendars, forecasts, publicHolidays] = await Promise.all([
    loadPickupCalendars(db, products, today),
    ids.length > 0 ? listForecasts(db, ids, today) : [],
    listPublicHolidays(salePlace, today, language),
  ]);
  const byProductAndDate = new Map(forecasts.map((row) => [`${row.product_id} ${row.date}`, row]));
  const buildDay = (id: number, date: string) => {
    const calendar = calendars.get(id);
    const isClosed = !calendar || pickupHoursOn(date, calendar).window === null;
    const row = isClosed ? undefined : byProductAndDate.get(`${id} ${date}`);
    if (!row) return { date, closed: isClosed, forecast: null };
    const leftOver = { expected: row.left_over, low: row.left_over_low, high: row.left_over_high };
    const bought = { expected: row.bought, low: row.bought_low, high: row.bought_high };
    return {
      date,
      closed: false,
      forecast: {
        left_over: leftOver,
        bought,
        proposal: proposeQuantity(leftOver, bought),
        like_days: row.like_days,
        sold_out_early_days: row.sold_out_early_days,
        waited: row.waited,
      },
    };
  };
  return {
    data: {
      today,
      time_zone: salePlace.time_zone,
      dates: dates.map((date) => ({
        date,
        public_holiday: publicHolidays.find((holiday) => isInRange(date, holiday))?.name ?? null,
      })),
      packs: products.map((product) => ({
        id: product.id,
        name: product.name,
        photo: product.photos[0] ?? null,
        earning_cents: earningCents(product.price_cents),
        computed_at: product.computed_at?.toISOString() ?? null,
        accuracy:
          product.mean_error === null
            ? null
            : {
                days: product.measured_days!,
                mean_error: product.mean_error,
                average_error: product.average_error!,
                days_in_range: product.days_in_range!,
              },
        days: dates.map((date) => buildDay(product.id, date)),
      })),
    },
  };
}
