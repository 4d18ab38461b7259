import type { OrderState } from '@wopack/contract';

/** States of orders that count as sold: neither cancelled nor fully refunded. */
export const SOLD_STATES: readonly OrderState[] = ['paid', 'collected', 'not_collected'];

/** Calendar days at the sale place, both included. */
export interface DateRangeOfSales {
  from: string;
  to: string;
}

const MAX_DAYS = 366;

/** Defaults to the current week and the three before it. */
export function resolveSalesRange(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today: Temporal.PlainDate,
): DateRangeOfSales {
  const lastDate = to === undefined ? today : Temporal.PlainDate.from(to);
  const firstDate =
    from === undefined ? mondayOf(lastDate).subtract({ weeks: 3 }) : Temporal.PlainDate.from(from);
  return { from: firstDate.toString(), to: lastDate.toString() };
}

export function rangeError({ from, to }: DateRangeOfSales): 'backwards' | 'tooLong' | null {
  const days = Temporal.PlainDate.from(from).until(to).total('days') + 1;
  if (days < 1) return 'backwards';
  return days > MAX_DAYS ? 'tooLong' : null;
}

const mondayOf = (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek - 1 });

/** The same weekdays earlier, shifted by as few whole weeks as avoid an overlap. */
export function comparisonRange({ from, to }: DateRangeOfSales): DateRangeOfSales {
  const [firstDate, lastDate] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)];
  const weeks = Math.ceil((firstDate.until(lastDate).total('days') + 1) / 7);
  return { from: firstDate.subtract({ weeks }).toString(), to: lastDate.subtract({ weeks }).toString() };
}

export const dayBefore = (day: string): string =>
  Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();

export interface SalesTotals {
  offered: number;
  sold: number;
  collected: number;
  price_cents: number;
  refunded_cents: number;
  commission_cents: number;
  earning_cents: number;
}

export function addTotals(days: readonly SalesTotals[]): SalesTotals {
  const total = (key: keyof SalesTotals) => days.reduce((sum, day) => sum + day[key], 0);
  return {
    offered: total('offered'),
    sold: total('sold'),
    collected: total('collected'),
    price_cents: total('price_cents'),
    refunded_cents: total('refunded_cents'),
    commission_cents: total('commission_cents'),
    earning_cents: total('earning_cents'),
  };
}

/** Splits a range into parts of at most 31 days. */
export function* splitRange({ from, to }: DateRangeOfSales): Generator<DateRangeOfSales> {
  const lastDate = Temporal.PlainDate.from(to);
  for (
    let firstDate = Temporal.PlainDate.from(from);
    Temporal.PlainDate.compare(firstDate, lastDate) <= 0;
  ) {
    const end = firstDate.add({ days: 30 });
    const until = Temporal.PlainDate.compare(end, lastDate) < 0 ? end : lastDate;
    yield { from: firstDate.toString(), to: until.toString() };
    firstDate = until.add({ days: 1 });
  }
}
