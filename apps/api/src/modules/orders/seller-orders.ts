import type { endpoints } from '@wopack/contract';
import { localDate } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import { AppError, invalid } from '../../platform/http/error.ts';
import type { Call } from '../../platform/http/route.ts';
import { sellersView } from './order-view.ts';
import {
  countOpenReports,
  countToHandOut,
  type Day,
  listSellersOrders,
  listSellersReports,
  placesOf,
} from './seller-orders.queries.ts';

/** A page of a seller's orders: those of a day, those ahead, or those behind, as the venues' own clocks have it. */
export async function sellerOrders(
  { db, clock }: Context,
  { actor, query, language }: Call<typeof endpoints.sellerOrders>,
) {
  const now = clock.now();
  const places = await placesFor(db, actor.id, query.sale_place_id);
  const { date, when = 'today', state, limit = 100 } = query;
  const days = daysAt(places, date, now);
  const rows = await listSellersOrders(db, {
    sellerId: actor.id,
    placeId: query.sale_place_id ?? null,
    // Another day than today has no orders from before that are still open.
    when: date ? 'day' : when,
    days,
    states: state ? state.split(',') : null,
    after: query.cursor === undefined ? null : cursorOf(query.cursor),
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map((row) => sellersView(row, language, now)),
    next_cursor: rows.length > limit && last ? `${last.pickup_start.getTime()}_${last.id}` : null,
  };
}

/** What buyers reported, the newest first; first of all, when asked for, what is not answered yet. */
export async function sellerReports(
  { db, clock }: Context,
  { actor, query, language }: Call<typeof endpoints.sellerReports>,
) {
  await placesFor(db, actor.id, query.sale_place_id);
  const now = clock.now();
  const limit = query.limit ?? 20;
  const rows = await listSellersReports(db, {
    sellerId: actor.id,
    placeId: query.sale_place_id ?? null,
    open: query.open === 'yes',
    before: query.cursor === undefined ? null : Number(query.cursor),
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  return {
    data: page.map((row) => sellersView(row, language, now)),
    next_cursor: rows.length > limit ? String(page.at(-1)!.id) : null,
  };
}

/** What the menu counts beside 'Orders'. */
export async function sellerWaiting({ db, clock }: Context, { actor }: Call<typeof endpoints.sellerWaiting>) {
  const now = clock.now();
  const days = daysAt(await placesOf(db, actor.id, null), undefined, now);
  const [to_hand_out, reports] = await Promise.all([
    countToHandOut(db, actor.id, days),
    countOpenReports(db, actor.id),
  ]);
  return { data: { to_hand_out, reports } };
}

async function placesFor(db: Context['db'], sellerId: number, placeId: number | undefined) {
  const places = await placesOf(db, sellerId, placeId ?? null);
  if (placeId !== undefined && places.length === 0) throw new AppError('notFound');
  return places;
}

/** The day on each clock that the venues go by. */
const daysAt = (places: readonly { time_zone: string }[], date: string | undefined, now: Date): Day[] =>
  [...new Set(places.map((place) => place.time_zone))].map((zone) => dayIn(zone, date, now));

function dayIn(zone: string, date: string | undefined, now: Date): Day {
  const day = date ? Temporal.PlainDate.from(date) : localDate(now, zone);
  const instant = (of: Temporal.PlainDate) => new Date(of.toZonedDateTime(zone).epochMilliseconds);
  return { zone, start: instant(day), end: instant(day.add({ days: 1 })) };
}

function cursorOf(text: string) {
  const [at, id] = text.split('_').map(Number);
  const start = new Date(at!);
  if (Number.isNaN(start.getTime())) throw invalid('cursor', 'offers.cursor');
  return { start, id: id! };
}
