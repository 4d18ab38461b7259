import { setImmediate } from 'node:timers/promises';
import { DAY_MS, type DateRange, isInRange, localDate } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import { readBatches } from '../../platform/db/batches.ts';
import { listPublicHolidays } from '../sale-places/index.ts';
import { FORECAST_DAYS, findReasons, forecastDays, HISTORY_DAYS, measureAccuracy } from './forecast.rules.ts';
import {
  type ComputedForecast,
  deleteOldForecasts,
  type ForecastProduct,
  listPastDays,
  listProductsToForecast,
  saveForecasts,
} from './forecasts.queries.ts';

const PRODUCTS_AT_ONCE = 100;
/** One that is not renewed is of a product that is off sale. */
const KEPT_DAYS = 3;

/** Works out the forecasts of all products on sale. */
export async function computeForecasts(context: Context): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  const batches = readBatches(
    (last: ForecastProduct | null, limit) => listProductsToForecast(db, last?.id ?? 0, limit),
    PRODUCTS_AT_ONCE,
  );
  for await (const products of batches) {
    const productIds = products.map(({ id }) => id);
    const forecasts = await forecastProducts(context, products, now);
    await db.transaction().execute((trx) => saveForecasts(trx, { productIds, forecasts, now }));
  }
  await deleteOldForecasts(db, new Date(now.getTime() - KEPT_DAYS * DAY_MS));
}

async function forecastProducts(
  { db }: Context,
  products: readonly ForecastProduct[],
  now: Date,
): Promise<ComputedForecast[]> {
  // Time zones lie at most 14 hours from UTC, so that dates of all of them are within a day of it.
  const utcToday = localDate(now, 'UTC');
  const from = utcToday.subtract({ days: HISTORY_DAYS }).toString();
  const to = utcToday.add({ days: 1 }).toString();
  // Of the history and of all dates that are forecast.
  const holidaysUntil = utcToday.add({ days: FORECAST_DAYS + 2 }).toString();
  const productIds = products.map(({ id }) => id);
  const pastDays = await listPastDays(db, { productIds, from, to, now });
  const holidaysByPlace = new Map<number, DateRange[]>();
  const forecasts: ComputedForecast[] = [];
  for (const product of products) {
    const days = pastDays.get(product.id);
    if (!days) continue;
    const placeId = product.sale_place_id;
    const holidays =
      holidaysByPlace.get(placeId) ?? (await listPublicHolidays(product, from, 'en', holidaysUntil));
    holidaysByPlace.set(placeId, holidays);
    const isHoliday = (date: string) => holidays.some((holiday) => isInRange(date, holiday));
    const history = days.map((day) => ({ ...day, isHoliday: isHoliday(day.date) }));
    const forecast = forecastWeek(product, history, isHoliday, now);
    if (forecast) forecasts.push(forecast);
    // The computation of a product takes a few milliseconds.
    await setImmediate();
  }
  return forecasts;
}

function forecastWeek(
  { id: productId, time_zone: timeZone }: ForecastProduct,
  history: Parameters<typeof measureAccuracy>[0],
  isHoliday: (date: string) => boolean,
  now: Date,
): ComputedForecast | null {
  const firstDate = localDate(now, timeZone);
  const today = firstDate.toString();
  // One more, for those who look at it before the next night's.
  const dates = Array.from({ length: FORECAST_DAYS + 1 }, (_, days) => firstDate.add({ days }).toString());
  const daysAhead = dates.map((date) => ({ date, isHoliday: isHoliday(date) }));
  const forecast = forecastDays(history, today, daysAhead);
  if (!forecast) return null;
  return {
    productId,
    days: dates.map((date, index) => ({
      date,
      leftOver: forecast.leftOver[index]!,
      bought: forecast.bought[index]!,
      reasons: findReasons(history, date, today),
    })),
    accuracy: measureAccuracy(history, today),
  };
}
