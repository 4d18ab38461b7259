import { proposeQuantity } from './forecast.rules.ts';

interface ForecastColumns {
  left_over: number | null;
  left_over_low: number | null;
  left_over_high: number | null;
  bought: number | null;
  bought_low: number | null;
  bought_high: number | null;
  like_days: number | null;
  sold_out_early_days: number | null;
  waited: number | null;
}

/** The numbers of a date with their reasons; null without a forecast, of which all columns are null. */
export function buildForecastView(row: ForecastColumns | undefined) {
  if (!row || row.left_over === null) return null;
  const leftOver = { expected: row.left_over, low: row.left_over_low!, high: row.left_over_high! };
  const bought = { expected: row.bought!, low: row.bought_low!, high: row.bought_high! };
  return {
    left_over: leftOver,
    bought,
    proposal: proposeQuantity(leftOver, bought),
    like_days: row.like_days!,
    sold_out_early_days: row.sold_out_early_days!,
    waited: row.waited!,
  };
}

interface AccuracyColumns {
  measured_days: number | null;
  days_in_range: number | null;
  mean_error: number | null;
  average_error: number | null;
}

/** Accuracy over the last eight weeks; null where no day of them could be forecast. */
export const buildAccuracyView = (row: AccuracyColumns) =>
  row.mean_error === null
    ? null
    : {
        days: row.measured_days!,
        mean_error: row.mean_error,
        average_error: row.average_error!,
        days_in_range: row.days_in_range!,
      };

interface BoughtAccuracyColumns {
  bought_days: number | null;
  bought_days_in_range: number | null;
  bought_error: number | null;
  bought_average_error: number | null;
}

/** The same of what would be bought. */
export const buildBoughtAccuracyView = (row: BoughtAccuracyColumns) =>
  buildAccuracyView({
    measured_days: row.bought_days,
    days_in_range: row.bought_days_in_range,
    mean_error: row.bought_error,
    average_error: row.bought_average_error,
  });
