import type { Sales } from './sales.api.ts';

export type Sums = Sales['totals'];

/** A day or a week (from Monday on) of the range. */
export interface Period {
  /** Calendar dates at the venue, both included. */
  from: string;
  to: string;
  sums: Sums;
  /** The same weekdays a week earlier. */
  before: Sums;
  /** Its last day is not over yet. */
  unfinished: boolean;
}

const DAY = 86_400_000;
const LONGEST_BY_DAY = 14;

const noon = (date: string) => Date.parse(`${date}T12:00:00Z`);
export const addDays = (date: string, days: number): string =>
  new Date(noon(date) + days * DAY).toISOString().slice(0, 10);
export const mondayOf = (date: string): string =>
  addDays(date, -((new Date(noon(date)).getUTCDay() + 6) % 7));
/** How many days, both ends included. */
export const daysIn = (from: string, to: string): number => Math.round((noon(to) - noon(from)) / DAY) + 1;

export const isByDay = ({ from, to }: { from: string; to: string }) => daysIn(from, to) <= LONGEST_BY_DAY;

/** The range by day, when it is two weeks at most, else by week. */
export function periodsOf(sales: Pick<Sales, 'from' | 'to' | 'days' | 'before'>, today: string): Period[] {
  const known = new Map([...sales.before.days, ...sales.days].map((day) => [day.date, day]));
  const sumsOf = (from: string, to: string) => {
    const sums = { ...none };
    for (let date = from; date <= to; date = addDays(date, 1)) {
      const day = known.get(date);
      for (const key of keys) sums[key] += day?.[key] ?? 0;
    }
    return sums;
  };
  const byDay = isByDay(sales);
  const periods: Period[] = [];
  for (let from = sales.from; from <= sales.to; ) {
    const sunday = addDays(mondayOf(from), 6);
    const to = byDay ? from : sunday < sales.to ? sunday : sales.to;
    periods.push({
      ...{ from, to, sums: sumsOf(from, to), before: sumsOf(addDays(from, -7), addDays(to, -7)) },
      unfinished: byDay ? to === today : from <= today && today <= sunday,
    });
    from = addDays(to, 1);
  }
  return periods;
}

const none: Sums = {
  ...{ offered: 0, sold: 0, collected: 0 },
  ...{ price_cents: 0, refunded_cents: 0, commission_cents: 0, earning_cents: 0 },
};
const keys = Object.keys(none) as (keyof Sums)[];

/** Of what was offered, how much was sold, from 0 to 1; null when nothing was offered. */
export const sellThrough = ({ offered, sold }: Pick<Sums, 'offered' | 'sold'>): number | null =>
  offered > 0 ? Math.min(1, sold / offered) : null;
