import { type endpoints, hasMemberRight } from '@wopack/contract';
import { localDate, pickupDateText } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { AppError, createValidationError } from '../../../platform/http/app-error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { listMySalePlacesWithRemoved, meanRating, narrowScope } from '../../sale-places/index.ts';
import { closeConflictsOfOrder, countOpenConflicts } from '../counter/counter.queries.ts';
import { buildSellerOrderView } from '../order-view.ts';
import { parseOrderSearch, REPORT_ANSWER_MS, reportAnswerDeadline } from '../orders.rules.ts';
import { listWindowsOn, sumSalesBetween, sumSlotsOn } from '../statistics/sales.queries.ts';
import {
  countOpenReports,
  countToHandOutByPlace,
  findSellerOrder,
  listOrdersInConflict,
  listSellerOrders,
  listSellerReports,
  type ZonedDay,
} from './seller-orders.queries.ts';

/** A page of a seller's orders: of a day, upcoming or past, by the local time of each sale place. */
export async function listSellerOrdersPage(
  { db, clock }: Context,
  { actor, query, language }: Call<typeof endpoints.listSellerOrders>,
) {
  const now = clock.now();
  const { scope, salePlaces } = await narrowScope(db, actor.member, query);
  const { date, when = 'today', state, search = '', limit = 100 } = query;
  const isOfToday = date === undefined && when === 'today';
  if (!isOfToday && !hasMemberRight(actor.member.role, 'orders.view')) throw new AppError('notAllowed');
  const days = listZonedDays(salePlaces, date, now);
  const rows = await listSellerOrders(db, {
    scope,
    salePlaceId: query.sale_place_id ?? null,
    // An explicit date excludes open orders of earlier days, which 'today' includes.
    when: date ? 'day' : when,
    days,
    states: state ? state.split(',') : null,
    search: parseOrderSearch(search),
    after: query.cursor === undefined ? null : parseCursor(query.cursor),
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const lastRow = page.at(-1);
  return {
    data: page.map((row) => buildSellerOrderView(row, { actor, language }, now)),
    next_cursor: rows.length > limit && lastRow ? `${lastRow.pickup_start.getTime()}_${lastRow.id}` : null,
  };
}

/** Reported orders, newest first; with `open=yes` only those that the seller can still answer, or is asked about. */
export async function listSellerReportsPage(
  { db, clock }: Context,
  { actor, query, language }: Call<typeof endpoints.listSellerReports>,
) {
  const { scope } = await narrowScope(db, actor.member, query);
  const now = clock.now();
  const limit = query.limit ?? 20;
  const rows = await listSellerReports(db, {
    scope,
    salePlaceId: query.sale_place_id ?? null,
    reportedSince: query.open === 'yes' ? new Date(now.getTime() - REPORT_ANSWER_MS) : null,
    before: query.cursor === undefined ? null : Number(query.cursor),
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  return {
    data: page.map((row) => buildSellerOrderView(row, { actor, language }, now)),
    next_cursor: rows.length > limit ? String(page.at(-1)!.id) : null,
  };
}

const MAX_CONFLICTS = 100;

export async function listHandOutConflicts(
  { db, clock }: Context,
  { actor, query, language }: Call<typeof endpoints.listHandOutConflicts>,
) {
  const { scope } = await narrowScope(db, actor.member, query);
  const rows = await listOrdersInConflict(db, {
    scope,
    salePlaceId: query.sale_place_id ?? null,
    limit: MAX_CONFLICTS,
  });
  return { data: rows.map((row) => buildSellerOrderView(row, { actor, language }, clock.now())) };
}

export async function closeHandOutConflicts(
  { db, clock }: Context,
  { actor, params, language }: Call<typeof endpoints.closeHandOutConflicts>,
) {
  if (!(await findSellerOrder(db, actor.member, params.id))) throw new AppError('notFound');
  await closeConflictsOfOrder(db, params.id, clock.now());
  const order = (await findSellerOrder(db, actor.member, params.id))!;
  return { data: buildSellerOrderView(order, { actor, language }, clock.now()) };
}

/** Counts shown in the menu beside 'Orders'. */
export async function getSellerTaskCounts(
  { db, clock }: Context,
  { actor }: Call<typeof endpoints.getSellerTaskCounts>,
) {
  const now = clock.now();
  const salePlaces = await listMySalePlacesWithRemoved(db, actor.member);
  const days = listZonedDays(salePlaces, undefined, now);
  const answersProblems = hasMemberRight(actor.member.role, 'problems.answer');
  const [counts, { oldest, ...reports }, conflicts] = await Promise.all([
    countToHandOutByPlace(db, { scope: actor.member, salePlaceId: null, days }),
    answersProblems
      ? countOpenReports(db, actor.member, new Date(now.getTime() - REPORT_ANSWER_MS))
      : { reports: 0, reports_overdue: 0, report_questions: 0, oldest: null },
    answersProblems ? countOpenConflicts(db, actor.member) : 0,
  ]);
  const reports_until = oldest && reportAnswerDeadline(oldest).toISOString();
  const places = salePlaces
    .filter(({ removed_at }) => removed_at === null)
    .map(({ id, name }) => ({ id, name, to_hand_out: counts.get(id) ?? 0 }));
  return {
    data: {
      to_hand_out: sumCounts(counts),
      places,
      ...reports,
      reports_until,
      hand_out_conflicts: conflicts,
    },
  };
}

const sumCounts = (counts: ReadonlyMap<number, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

/** The same calendar day in each time zone of the sale places. */
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

/** Totals of the current day in the time zone of the (first) sale place. */
export async function getSellerToday(
  { db, clock }: Context,
  { actor, query, language }: Call<typeof endpoints.getSellerToday>,
) {
  const now = clock.now();
  const salePlaceId = query.sale_place_id ?? null;
  const { scope, salePlaces } = await narrowScope(db, actor.member, query);
  const timeZone = salePlaces[0]?.time_zone ?? 'UTC';
  const today = localDate(now, timeZone);
  const instant = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(timeZone).epochMilliseconds);
  const sumSales = (from: Temporal.PlainDate, to: Temporal.PlainDate) =>
    sumSalesBetween(db, { scope, salePlaceId, from: instant(from), to: instant(to) });
  const weekAgo = today.subtract({ days: 7 });
  const month = today.with({ day: 1 });

  const forDate = { scope, salePlaceId, now };
  const [toHandOutByPlace, day, slots, windows, lastWeek, lastWeekSlots, thisMonth] = await Promise.all([
    countToHandOutByPlace(db, {
      scope,
      salePlaceId,
      days: listZonedDays(salePlaces, undefined, now),
    }),
    sumSales(today, today.add({ days: 1 })),
    sumSlotsOn(db, { ...forDate, date: today.toString() }),
    listWindowsOn(db, { ...forDate, date: today.toString() }),
    sumSales(weekAgo, weekAgo.add({ days: 1 })),
    sumSlotsOn(db, { ...forDate, date: weekAgo.toString() }),
    sumSales(month, month.add({ months: 1 })),
  ]);
  const stars = salePlaces.reduce((sum, salePlace) => sum + salePlace.rating_sum, 0);
  const ratings = salePlaces.reduce((sum, salePlace) => sum + salePlace.rating_count, 0);
  const seesMoney = hasMemberRight(actor.member.role, 'figures.view');
  const ifShown = (cents: number) => (seesMoney ? cents : 0);
  const start = windows[0]?.starts_at;
  const end = windows.map(({ ends_at }) => ends_at).toSorted((a, b) => Number(b) - Number(a))[0];
  return {
    data: {
      to_hand_out: sumCounts(toHandOutByPlace),
      sold: day.packs,
      quantity: slots.quantity,
      sold_last_week: lastWeek.packs,
      quantity_last_week: lastWeekSlots.quantity,
      price_cents: ifShown(day.price_cents),
      commission_cents: ifShown(day.commission_cents),
      refunded_cents: ifShown(day.refunded_cents),
      discount_cents: ifShown(day.discount_cents),
      earning_cents: ifShown(day.earning_cents),
      month_earning_cents: ifShown(thisMonth.earning_cents),
      month_packs: thisMonth.packs,
      rating: meanRating(stars, ratings),
      rating_count: ratings,
      pickup_start: start?.toISOString() ?? null,
      pickup_end: end?.toISOString() ?? null,
      windows: windows.map(({ starts_at, ends_at }) => ({
        pickup_start: starts_at.toISOString(),
        pickup_end: ends_at.toISOString(),
      })),
      time_zone: timeZone,
      pickup: start && end ? pickupDateText(start, end, timeZone, language) : null,
    },
  };
}
