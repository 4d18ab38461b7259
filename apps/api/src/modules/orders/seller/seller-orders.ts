import type { endpoints } from '@wopack/contract';
import { localDate } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { AppError, createValidationError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { buildSellerOrderView } from '../order-view.ts';
import {
  countOpenReports,
  countToHandOut,
  listSalePlacesOf,
  listSellerOrders,
  listSellerReports,
  type ZonedDay,
} from './seller-orders.queries.ts';

/** A page of a seller's orders: those of a day, those ahead, or those behind, as the venues' own clocks have it. */
export async function listSellerOrdersPage(
  { db, clock }: Context,
  { actor, query, language }: Call<typeof endpoints.listSellerOrders>,
) {
  const now = clock.now();
  const salePlaces = await requireSalePlaces(db, actor.id, query.sale_place_id);
  const { date, when = 'today', state, limit = 100 } = query;
  const days = listZonedDays(salePlaces, date, now);
  const rows = await listSellerOrders(db, {
    sellerId: actor.id,
    salePlaceId: query.sale_place_id ?? null,
    // Another day than today has no orders from before that are still open.
    when: date ? 'day' : when,
    days,
    states: state ? state.split(',') : null,
    after: query.cursor === undefined ? null : parseCursor(query.cursor),
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const lastRow = page.at(-1);
  return {
    data: page.map((row) => buildSellerOrderView(row, language, now)),
    next_cursor: rows.length > limit && lastRow ? `${lastRow.pickup_start.getTime()}_${lastRow.id}` : null,
  };
}

/** What buyers reported, the newest first; first of all, when asked for, what is not answered yet. */
export async function listSellerReportsPage(
  { db, clock }: Context,
  { actor, query, language }: Call<typeof endpoints.listSellerReports>,
) {
  await requireSalePlaces(db, actor.id, query.sale_place_id);
  const now = clock.now();
  const limit = query.limit ?? 20;
  const rows = await listSellerReports(db, {
    sellerId: actor.id,
    salePlaceId: query.sale_place_id ?? null,
    onlyUnanswered: query.open === 'yes',
    before: query.cursor === undefined ? null : Number(query.cursor),
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  return {
    data: page.map((row) => buildSellerOrderView(row, language, now)),
    next_cursor: rows.length > limit ? String(page.at(-1)!.id) : null,
  };
}

/** What the menu counts beside 'Orders'. */
export async function getSellerTaskCounts(
  { db, clock }: Context,
  { actor }: Call<typeof endpoints.getSellerTaskCounts>,
) {
  const now = clock.now();
  const days = listZonedDays(await listSalePlacesOf(db, actor.id, null), undefined, now);
  const [to_hand_out, reports] = await Promise.all([
    countToHandOut(db, actor.id, days),
    countOpenReports(db, actor.id),
  ]);
  return { data: { to_hand_out, reports } };
}

async function requireSalePlaces(db: Context['db'], sellerId: number, salePlaceId: number | undefined) {
  const salePlaces = await listSalePlacesOf(db, sellerId, salePlaceId ?? null);
  if (salePlaceId !== undefined && salePlaces.length === 0) throw new AppError('notFound');
  return salePlaces;
}

/** The day on each clock that the venues go by. */
const listZonedDays = (
  salePlaces: readonly { time_zone: string }[],
  date: string | undefined,
  now: Date,
): ZonedDay[] =>
  [...new Set(salePlaces.map((salePlace) => salePlace.time_zone))].map((timeZone) =>
    zonedDay(timeZone, date, now),
  );

function zonedDay(timeZone: string, date: string | undefined, now: Date): ZonedDay {
  const day = date ? Temporal.PlainDate.from(date) : localDate(now, timeZone);
  const instant = (date: Temporal.PlainDate) => new Date(date.toZonedDateTime(timeZone).epochMilliseconds);
  return { timeZone, start: instant(day), end: instant(day.add({ days: 1 })) };
}

function parseCursor(text: string) {
  const [at, id] = text.split('_').map(Number);
  const start = new Date(at!);
  if (Number.isNaN(start.getTime())) throw createValidationError('cursor', 'offers.cursor');
  return { start, id: id! };
}
