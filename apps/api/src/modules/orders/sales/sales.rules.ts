import type { OrderState } from '@wopack/contract';

/** Orders that stay sold. Cancelled ones and those wholly refunded are not. */
export const soldStates: readonly OrderState[] = ['paid', 'collected', 'not_collected'];

/** Calendar days at the venue, both included. */
export interface Range {
  from: string;
  to: string;
}

const MOST_DAYS = 366;

/** What is asked for, else this week and the three before it. */
export function salesRange(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today: Temporal.PlainDate,
): Range {
  const last = to === undefined ? today : Temporal.PlainDate.from(to);
  const first = from === undefined ? mondayOf(last).subtract({ weeks: 3 }) : Temporal.PlainDate.from(from);
  return { from: first.toString(), to: last.toString() };
}

export function rangeError({ from, to }: Range): 'backwards' | 'tooLong' | null {
  const days = Temporal.PlainDate.from(from).until(to).total('days') + 1;
  if (days < 1) return 'backwards';
  return days > MOST_DAYS ? 'tooLong' : null;
}

const mondayOf = (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek - 1 });

/** The same weekdays before: as many whole weeks earlier as it takes not to overlap. */
export function rangeBefore({ from, to }: Range): Range {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)];
  const weeks = Math.ceil((first.until(last).total('days') + 1) / 7);
  return { from: first.subtract({ weeks }).toString(), to: last.subtract({ weeks }).toString() };
}

export const dayBefore = (day: string): string =>
  Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();

export interface Sums {
  offered: number;
  sold: number;
  collected: number;
  price_cents: number;
  refunded_cents: number;
  commission_cents: number;
  earning_cents: number;
}

export function added(days: readonly Sums[]): Sums {
  const total = (key: keyof Sums) => days.reduce((sum, day) => sum + day[key], 0);
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

/** A long range in parts of a month at most, for reading it piece by piece. */
export function* parts({ from, to }: Range): Generator<Range> {
  const last = Temporal.PlainDate.from(to);
  for (let first = Temporal.PlainDate.from(from); Temporal.PlainDate.compare(first, last) <= 0; ) {
    const end = first.add({ days: 30 });
    const until = Temporal.PlainDate.compare(end, last) < 0 ? end : last;
    yield { from: first.toString(), to: until.toString() };
    first = until.add({ days: 1 });
  }
}
