import { HOUR_MS, MINUTE_MS } from './time/dates-and-windows.ts';

/** So many of the last orders of a sale place are counted. */
export const COUNTED_ORDERS = 100;

/** With fewer, nothing is shown, and the sale place ranks as if it had kept all. */
export const MIN_COUNTED_ORDERS = 10;

/** An order that the seller kept, or when they cancelled it. */
export interface CountedOrder {
  /** From the cancellation to the beginning of the window, negative once it had begun; null: kept. */
  minutesAhead: number | null;
}

const MINUTES_A_DAY = (24 * HOUR_MS) / MINUTE_MS;
const MINUTES_TO_CANCEL = (2 * HOUR_MS) / MINUTE_MS;

/** A cancellation less than a day ahead is late. */
export const isLateForBuyer = (minutesAhead: number): boolean => minutesAhead < MINUTES_A_DAY;

/** As how many orders a cancellation counts: the later, the more. */
export function getCancellationWeight(minutesAhead: number): 1 | 2 | 3 | 4 {
  if (!isLateForBuyer(minutesAhead)) return 1;
  if (minutesAhead >= MINUTES_TO_CANCEL) return 2;
  return minutesAhead > 0 ? 3 : 4;
}

export interface Reliability {
  /** Orders, at most a hundred. */
  counted: number;
  /** Orders that count, less the weights of those that were cancelled; not below 0. */
  kept: number;
  /** Orders that the seller cancelled. */
  cancelled: number;
}

/** `orders`: the newest first. Who bought them does not matter. */
export function countReliability(orders: readonly CountedOrder[]): Reliability {
  const last = orders.slice(0, COUNTED_ORDERS);
  const cancelled = last.flatMap(({ minutesAhead }) => minutesAhead ?? []);
  const lost = cancelled.reduce<number>((sum, minutesAhead) => sum + getCancellationWeight(minutesAhead), 0);
  return { counted: last.length, kept: Math.max(0, last.length - lost), cancelled: cancelled.length };
}
