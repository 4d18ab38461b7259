import type { OrderState } from '@wopack/contract';
import {
  addDays,
  countAnswers,
  getPromisedShare,
  type PersonAnswer,
  ratingDeadline,
  type ValueCounts,
} from '@wopack/domain';

interface CollectedOrder {
  state: OrderState;
  collected_at: Date | null;
  price_cents: number;
  old_price_cents: number | null;
  quantity: number;
}

/** What one pack of an order was said to be worth, in cents; null for no more than it cost, of which nobody is asked. */
export const getUnitValue = ({
  price_cents: price,
  old_price_cents: value,
  quantity,
}: Pick<CollectedOrder, 'price_cents' | 'old_price_cents' | 'quantity'>): number | null =>
  value !== null && value > price ? value / quantity : null;

/** Whether somebody collected it who can say what was in it. An order that was refunded afterwards cannot be answered. */
export const canAnswerValue = (order: CollectedOrder, now: Date): boolean =>
  order.state === 'collected' &&
  order.collected_at !== null &&
  now <= ratingDeadline(order.collected_at) &&
  getUnitValue(order) !== null;

/** Each person counts once, with their last answer, however often they bought. */
export function countPeople(answers: readonly PersonAnswer[]): ValueCounts {
  const lastByPerson = new Map<number, PersonAnswer>();
  for (const answer of answers) {
    const last = lastByPerson.get(answer.userId);
    if (!last || answer.answeredAt >= last.answeredAt) lastByPerson.set(answer.userId, answer);
  }
  const counts = { more: 0, about: 0, less: 0 };
  for (const { answer } of lastByPerson.values()) if (answer) counts[answer]++;
  return counts;
}

/** A week with fewer people is passed over, and its figures are not shown: they could be told apart. */
export const MIN_PEOPLE_A_WEEK = 5;
const LOW_SHARE = 0.7;
const LOW_WEEKS = 3;
/** Older weeks say nothing of today. */
export const WEEKS_LOOKED_AT = 8;

const HALF_EURO = 50;

/** A tenth lower, rounded to half a euro and lower in any case; null when it would not be above the price. */
export function lowerValue(valueCents: number, priceCents: number): number | null {
  const rounded = Math.round((valueCents * 0.9) / HALF_EURO) * HALF_EURO;
  const lower = rounded < valueCents ? rounded : (Math.ceil(valueCents / HALF_EURO) - 1) * HALF_EURO;
  return lower > priceCents ? lower : null;
}

export interface WeekAnswer extends PersonAnswer {
  /** Monday of the week of the pickup. */
  week: string;
  /** What the pack was said to be worth. */
  promisedCents: number;
}

/**
 * The last three weeks that count, when too few got what was promised in each of them; null otherwise. Weeks that are not
 * over do not count, nor those that are older than eight weeks, nor answers about a promise that the seller has lowered by a
 * tenth since.
 */
export function findLowWeeks(
  answers: readonly WeekAnswer[],
  { valueCents, thisWeek }: { valueCents: number; thisWeek: string },
): { answers: number; less: number } | null {
  const isUnchanged = ({ promisedCents }: WeekAnswer) => (lowerValue(promisedCents, 0) ?? 0) < valueCents;
  const firstWeek = addDays(thisWeek, -7 * WEEKS_LOOKED_AT);
  const byWeek = Map.groupBy(
    answers.filter((answer) => answer.week >= firstWeek && answer.week < thisWeek && isUnchanged(answer)),
    ({ week }) => week,
  );
  const counted = [...byWeek]
    .map(([week, rows]) => ({ week, counts: countPeople(rows) }))
    .filter(({ counts }) => countAnswers(counts) >= MIN_PEOPLE_A_WEEK)
    .toSorted((a, b) => b.week.localeCompare(a.week))
    .slice(0, LOW_WEEKS)
    .map(({ counts }) => counts);
  if (counted.length < LOW_WEEKS || counted.some((counts) => getPromisedShare(counts) >= LOW_SHARE))
    return null;
  return {
    answers: counted.reduce((sum, counts) => sum + countAnswers(counts), 0),
    less: counted.reduce((sum, { less }) => sum + less, 0),
  };
}

/** How many of ten got what was promised in three low weeks, rounded down: fewer than seven. */
export const getLowOfTen = ({ answers, less }: { answers: number; less: number }): number =>
  Math.floor(((answers - less) * 10) / answers);
