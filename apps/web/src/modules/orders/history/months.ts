import { locale } from '../../../lib/language.ts';
import type { MyOrder } from '../my-orders.api.ts';

export interface Group {
  key: string;
  /** Null for the orders still to be collected. */
  month: string | null;
  orders: MyOrder[];
}

/** What is to be collected first, the soonest on top; then month by month, the newest on top. */
export function byMonth(orders: readonly MyOrder[], language: string, now: Date): Group[] {
  const open = orders
    .filter((order) => order.state === 'paid')
    .toSorted((a, b) => a.pickup_start.localeCompare(b.pickup_start));
  const closed = orders
    .filter((order) => order.state !== 'paid')
    .toSorted((a, b) => b.pickup_start.localeCompare(a.pickup_start));
  const months = Map.groupBy(closed, (order) => monthKey(order));
  return [
    ...(open.length ? [{ key: 'open', month: null, orders: open }] : []),
    ...[...months].map(([key, list]) => ({ key, month: monthName(list[0]!, language, now), orders: list })),
  ];
}

const monthKey = ({ pickup_start, sale_place }: MyOrder): string =>
  new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    timeZone: sale_place.time_zone,
  }).format(new Date(pickup_start));

/** 'Novembro'; with the year when it is another one. */
function monthName({ pickup_start, sale_place }: MyOrder, language: string, now: Date): string {
  const date = new Date(pickup_start);
  const timeZone = sale_place.time_zone;
  const yearOf = (instant: Date) =>
    new Intl.DateTimeFormat('en-CA', { year: 'numeric', timeZone }).format(instant);
  const name = new Intl.DateTimeFormat(locale(language), {
    month: 'long',
    year: yearOf(date) === yearOf(now) ? undefined : 'numeric',
    timeZone,
  }).format(date);
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
