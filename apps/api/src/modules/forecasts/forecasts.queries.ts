import { sql } from 'kysely';
import { type BusinessScope, isInScope } from '../../platform/db/business-scope.ts';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import { selectUnsoldUnits, TIME_ON_SALE, wasOffered } from '../products/index.ts';
import type { Forecast, MeasuredForecasts, PastDay, Reasons } from './forecast.rules.ts';

/** A product that is offered on some weekday. */
export interface ForecastProduct {
  id: number;
  sale_place_id: number;
  latitude: number;
  longitude: number;
  time_zone: string;
}

/** The next products on sale by id, at a sale place that is not removed. */
export const listProductsToForecast = (
  db: DbOrTrx,
  after: number,
  limit: number,
): Promise<ForecastProduct[]> =>
  db
    .selectFrom('products')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .select(['products.id', 'products.sale_place_id'])
    .select(['sale_places.latitude', 'sale_places.longitude', 'sale_places.time_zone'])
    .where('products.id', '>', after)
    .where('products.state', '=', 'active')
    .orderBy('products.id')
    .limit(limit)
    .execute();

/** The shop gave back what it did not hand out, or an operator did because of that. */
const isOfMissingUnits = sql`(is_late_cancellation OR coalesce(ground IN ('not_handed_out', 'closed'), false))`;

/**
 * Units of slot `slot` that were sold and not there: they were refunded instead of handed out. Of what was handed
 * out in part it is the rest; a refund after the hand-out says nothing of how many there were.
 */
const selectMissingUnits = sql`(
  SELECT coalesce(sum(CASE
      WHEN orders.handed_out_quantity IS NOT NULL
        THEN orders.quantity - orders.cancelled_quantity - orders.handed_out_quantity
      WHEN orders.state = 'refunded' AND refunds.is_last_of_missing THEN orders.quantity - orders.cancelled_quantity
      ELSE refunds.missing_units
    END), 0)::int AS units
  FROM orders CROSS JOIN LATERAL (
    SELECT coalesce(sum(units) FILTER (WHERE ${isOfMissingUnits}), 0) AS missing_units,
      coalesce((array_agg(${isOfMissingUnits} ORDER BY restorations DESC, total_cents DESC))[1], false) AS is_last_of_missing
    FROM order_refunds WHERE order_refunds.order_id = orders.id
  ) refunds
  WHERE orders.slot_id = slot.id AND (orders.state = 'refunded' OR orders.returned_quantity > 0))`;

/**
 * The days on which products were on sale, oldest first: slots that are over, and what is kept of those that nobody used.
 * Closed and cancelled ones, and those whose product was off sale, are none.
 */
export async function listPastDays(
  db: DbOrTrx,
  { productIds, from, to, now }: { productIds: readonly number[]; from: string; to: string; now: Date },
): Promise<Map<number, Omit<PastDay, 'isHoliday'>[]>> {
  const { rows } = await sql<{
    product_id: number;
    date: string;
    offered: number;
    sold: number;
    is_sold_out: boolean;
    sold_out_at: number | null;
    waited: number;
    is_own_number: boolean;
  }>`
    SELECT slot.product_id, slot.date::text AS date, slot.quantity - missing.units AS offered,
      slot.quantity - slot.units_left AS sold,
      slot.units_left = 0 AS is_sold_out,
      CASE WHEN slot.units_left > 0 THEN NULL
        -- Everybody who wanted one has entered.
        WHEN slot.allocation = 'draw' THEN 1
        ELSE (1 - extract(epoch FROM slot.ends_at - coalesce(slot.last_taken_at, slot.taken_at)) / extract(epoch FROM ${TIME_ON_SALE}))::float8
      END AS sold_out_at,
      (SELECT count(*)::int FROM allocation_entries entry WHERE entry.slot_id = slot.id AND entry.state = 'ended') AS waited,
      -- Whoever changed it afterwards has said how many there were.
      coalesce(question.is_published_by_itself AND question.answer = slot.quantity - missing.units, false) AS is_own_number
    FROM pickup_slots slot LEFT JOIN stock_questions question ON question.slot_id = slot.id
      CROSS JOIN LATERAL ${selectMissingUnits} missing
    WHERE slot.product_id = ANY (${productIds}::int[]) AND slot.date BETWEEN ${from}::date AND ${to}::date
      AND slot.ends_at < ${now} AND ${wasOffered('slot')} AND NOT slot.cancelled AND slot.quantity > 0
    UNION ALL
    SELECT product_id, date::text, offered, 0, false, NULL, 0, false
    FROM ${selectUnsoldUnits({ from, to })} unsold WHERE product_id = ANY (${productIds}::int[])
    ORDER BY 1, 2`.execute(db);
  return Map.groupBy(
    rows.map((row) => ({
      productId: row.product_id,
      date: row.date,
      offered: row.offered,
      sold: row.sold,
      isSoldOut: row.is_sold_out,
      soldOutAt: row.sold_out_at,
      waited: row.waited,
      isOwnNumber: row.is_own_number,
    })),
    ({ productId }) => productId,
  );
}

export interface ComputedForecast {
  productId: number;
  days: readonly { date: string; leftOver: Forecast; bought: Forecast; reasons: Reasons }[];
  accuracy: MeasuredForecasts;
}

/** Replaces the forecasts of products. */
export async function saveForecasts(
  trx: Trx,
  {
    productIds,
    forecasts,
    now,
  }: { productIds: readonly number[]; forecasts: readonly ComputedForecast[]; now: Date },
): Promise<void> {
  await trx.deleteFrom('forecasts').where('product_id', 'in', productIds).execute();
  await trx.deleteFrom('forecast_runs').where('product_id', 'in', productIds).execute();
  if (forecasts.length === 0) return;
  await trx
    .insertInto('forecast_runs')
    .values(
      forecasts.map(({ productId, accuracy: { leftOver, bought, ownNumbers } }) => ({
        product_id: productId,
        computed_at: now,
        measured_days: leftOver?.days ?? 0,
        mean_error: leftOver?.error.toFixed(2) ?? null,
        average_error: leftOver?.averageError.toFixed(2) ?? null,
        days_in_range: leftOver?.inRange ?? 0,
        own_numbers: ownNumbers,
        bought_days: bought?.days ?? 0,
        bought_error: bought?.error.toFixed(2) ?? null,
        bought_average_error: bought?.averageError.toFixed(2) ?? null,
        bought_days_in_range: bought?.inRange ?? 0,
      })),
    )
    .execute();
  await trx
    .insertInto('forecasts')
    .values(
      forecasts.flatMap(({ productId, days }) =>
        days.map(({ date, leftOver, bought, reasons }) => ({
          product_id: productId,
          date,
          left_over: leftOver.expected,
          left_over_low: leftOver.low,
          left_over_high: leftOver.high,
          bought: bought.expected,
          bought_low: bought.low,
          bought_high: bought.high,
          like_days: reasons.days,
          sold_out_early_days: reasons.soldOutEarly,
          waited: reasons.waited,
        })),
      ),
    )
    .execute();
}

/** Forecasts of products that are not on sale any more. */
export const deleteOldForecasts = async (db: DbOrTrx, before: Date): Promise<void> => {
  await sql`
    WITH old AS (DELETE FROM forecast_runs WHERE computed_at < ${before} RETURNING product_id)
    DELETE FROM forecasts USING old WHERE forecasts.product_id = old.product_id`.execute(db);
};

/** Products on sale of a sale place in the member's scope, by name, each with when it was forecast and how well. */
export const listForecastRuns = (db: DbOrTrx, scope: BusinessScope, salePlaceId: number) =>
  db
    .selectFrom('products')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .leftJoin('forecast_runs as run', 'run.product_id', 'products.id')
    .select(['products.id', 'products.name', 'products.photos', 'products.price_cents'])
    .select(['products.sale_place_id', 'products.schedule'])
    .select(['run.computed_at', 'run.measured_days', 'run.days_in_range'])
    .select([sql<number | null>`run.mean_error::float8`.as('mean_error')])
    .select([sql<number | null>`run.average_error::float8`.as('average_error')])
    .select(['run.own_numbers', 'run.bought_days', 'run.bought_days_in_range'])
    .select([sql<number | null>`run.bought_error::float8`.as('bought_error')])
    .select([sql<number | null>`run.bought_average_error::float8`.as('bought_average_error')])
    .where('sale_places.id', '=', salePlaceId)
    .where(isInScope(scope, 'sale_places.seller_id', 'sale_places.id'))
    .where('products.state', '=', 'active')
    .orderBy('products.name')
    .orderBy('products.id')
    .execute();

export const listForecasts = (db: DbOrTrx, productIds: readonly number[], from: string) =>
  db
    .selectFrom('forecasts')
    .select(['product_id', 'date', 'left_over', 'left_over_low', 'left_over_high'])
    .select(['bought', 'bought_low', 'bought_high', 'like_days', 'sold_out_early_days', 'waited'])
    .where('product_id', 'in', productIds)
    .where('date', '>=', from)
    .execute();

export const findLastRun = async (db: DbOrTrx): Promise<Date | null> => {
  const last = await db
    .selectFrom('forecast_runs')
    .select((row) => row.fn.max('computed_at').as('computed_at'))
    .executeTakeFirst();
  return last?.computed_at ?? null;
};
