import type { endpoints } from '@wopack/contract';
import { earningCents, isInRange, localDate, pickupHoursOn, slotWindowOn } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Call } from '../../platform/http/route.ts';
import { loadPickupCalendars } from '../products/index.ts';
import { findMySalePlace, listPublicHolidays } from '../sale-places/index.ts';
import { FORECAST_DAYS } from './forecast.rules.ts';
import { buildAccuracyView, buildBoughtAccuracyView, buildForecastView } from './forecast-view.ts';
import { listForecastRuns, listForecasts } from './forecasts.queries.ts';
import { listSettings } from './stock-questions/stock-questions.queries.ts';

/** The week ahead of a sale place: what will be left over of each product, and what would be bought. */
export async function getForecast(
  { db, clock }: Context,
  { actor, query, language }: Call<typeof endpoints.getForecast>,
) {
  const salePlace = await findMySalePlace(db, actor.member, query.sale_place_id);
  if (!salePlace) throw new AppError('notFound');
  const now = clock.now();
  const firstDate = localDate(now, salePlace.time_zone);
  const today = firstDate.toString();
  const dates = Array.from({ length: FORECAST_DAYS }, (_, days) => firstDate.add({ days }).toString());
  const products = await listForecastRuns(db, actor.member, salePlace.id);
  const ids = products.map(({ id }) => id);
  const [calendars, forecasts, publicHolidays, settings] = await Promise.all([
    loadPickupCalendars(db, products, today),
    ids.length > 0 ? listForecasts(db, ids, today) : [],
    listPublicHolidays(salePlace, today, language),
    listSettings(db, ids),
  ]);
  const byProductAndDate = new Map(forecasts.map((row) => [`${row.product_id} ${row.date}`, row]));
  const buildQuestionSettings = (id: number) => {
    const chosen = settings.find(({ product_id }) => product_id === id);
    return { asks_at: chosen?.asks_at ?? null, publishes_itself: chosen?.publishes_itself ?? false };
  };
  const buildDay = (id: number, date: string) => {
    const calendar = calendars.get(id);
    const window = calendar && pickupHoursOn(date, calendar).window;
    if (!window) return { date, closed: true, forecast: null };
    const isOver = slotWindowOn(date, window, salePlace.time_zone).ends_at <= now;
    const row = isOver ? undefined : byProductAndDate.get(`${id} ${date}`);
    if (!row) return { date, closed: false, forecast: null };
    return { date, closed: false, forecast: buildForecastView(row) };
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
        accuracy: buildAccuracyView(product),
        bought_accuracy: buildBoughtAccuracyView(product),
        own_numbers: product.own_numbers ?? 0,
        question: buildQuestionSettings(product.id),
        days: dates.map((date) => buildDay(product.id, date)),
      })),
    },
  };
}
