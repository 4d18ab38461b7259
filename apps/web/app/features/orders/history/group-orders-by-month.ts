import { getLocale } from '../../../lib/i18n/language.ts';
import type { BuyerOrder } from '../buyer-orders.api.ts';

export interface OrderGroup {
  key: string;
  /** Null for the orders still to be collected. */
  month: string | null;
  orders: BuyerOrder[];
}

/** What is to be collected first, the soonest on top; then month by month, the newest on top. */
export function groupOrdersByMonth(orders: readonly BuyerOrder[], language: string, now: Date): OrderGroup[] {
  const openOrders = orders
    .filter((order) => order.state === 'paid')
    .toSorted((a, b) => a.pickup_start.localeCompare(b.pickup_start));
  const closedOrders = orders
    .filter((order) => order.state !== 'paid')
    .toSorted((a, b) => b.pickup_start.localeCompare(a.pickup_start));
  const months = Map.groupBy(closedOrders, (order) => getMonthKey(order));
  return [
    ...(openOrders.length ? [{ key: 'open', month: null, orders: openOrders }] : []),
    ...[...months].map(([key, list]) => ({
      key,
      month: formatMonthName(list[0]!, language, now),
      orders: list,
    })),
  ];
}

const getMonthKey = ({ pickup_start, sale_place }: BuyerOrder): string =>
  new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    timeZone: sale_place.time_zone,
  }).format(new Date(pickup_start));

/** 'Novembro'; with the year when it is another one. */
function formatMonthName({ pickup_start, sale_place }: BuyerOrder, language: string, now: Date): string {
  const date = new Date(pickup_start);
  const timeZone = sale_place.time_zone;
  const getYear = (instant: Date) =>
    new Intl.DateTimeFormat('en-CA', { year: 'numeric', timeZone }).format(instant);
  const name = new Intl.DateTimeFormat(getLocale(language), {
    month: 'long',
    year: getYear(date) === getYear(now) ? undefined : 'numeric',
    timeZone,
  }).format(date);
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
