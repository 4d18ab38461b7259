import {
  countAnswers,
  getCancellationWeight,
  MIN_COUNTED_ORDERS,
  MIN_VALUE_ANSWERS,
  VALUE_DAYS,
  type ValueCounts,
} from '@wopack/domain';

/** Nothing with fewer than ten answers. */
export const buildValueFigure = (counts: ValueCounts) =>
  countAnswers(counts) < MIN_VALUE_ANSWERS ? {} : { value_answers: { ...counts, days: VALUE_DAYS } };

interface ReliabilityRow {
  counted_orders: number;
  kept_orders: number;
  cancelled_orders: number;
  last_cancelled_at: Date | null;
  last_cancelled_minutes_ahead: number | null;
}

/** By what a cancellation counts as. */
const TIMES = { 1: 'early', 2: 'day', 3: 'hours', 4: 'window' } as const;

/** Nothing with fewer than ten orders. */
export const buildReliability = ({
  counted_orders: orders,
  kept_orders: kept,
  cancelled_orders: cancelled,
  last_cancelled_at: lastAt,
  last_cancelled_minutes_ahead: minutesAhead,
}: ReliabilityRow) =>
  orders < MIN_COUNTED_ORDERS
    ? {}
    : {
        reliability: {
          orders,
          kept,
          cancelled,
          last_cancelled_at: lastAt?.toISOString() ?? null,
          last_cancelled: minutesAhead === null ? null : TIMES[getCancellationWeight(minutesAhead)],
        },
      };
