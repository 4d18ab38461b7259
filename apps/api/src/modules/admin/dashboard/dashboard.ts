import { hasRight, type OperatorRight } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import { type Cell, createCsvStream } from '../../../platform/files/csv.ts';
import { getNextPayoutDay } from '../../ledger/index.ts';
import type { OperatorCall } from '../operator-route.ts';
import { getWaitingSince } from '../orders/problems.ts';
import {
  type Figures,
  listReconciliations,
  searches,
  sumPeriods,
  taskCounters,
} from './dashboard.queries.ts';

type TaskKind = keyof typeof taskCounters;

/** Each task with the right to open its list. */
const taskRights: Record<TaskKind, OperatorRight> = {
  problems: 'problems.view',
  content_reports: 'content_reports.view',
  look_alikes: 'catalogue.view',
  place_claims: 'catalogue.view',
  unverified_sellers: 'sellers.view',
  objections: 'content_reports.view',
  disputes: 'disputes.view',
  failed_jobs: 'system.view',
  undelivered_mail: 'system.view',
  stuck_refunds: 'disputes.view',
  stuck_transfers: 'ledger.view',
  failed_payouts: 'ledger.view',
  late_invoices: 'ledger.view',
  tax_data: 'tax.view',
  launch_checks: 'launch.view',
};

const MONTH_DAYS = 30;

/** Counts today and each of 30 days, and the periods that they are compared with. */
async function loadFigures({ db }: Pick<Context, 'db'>, here: Temporal.ZonedDateTime) {
  const toDate = (at: Temporal.ZonedDateTime) => new Date(at.epochMilliseconds);
  const startOfDay = (daysAgo: number) => toDate(here.subtract({ days: daysAgo }).startOfDay());
  /** Until the same time of day, today's last millisecond included. */
  const sameTime = (daysAgo: number) => new Date(toDate(here.subtract({ days: daysAgo })).getTime() + 1);
  const figures = await sumPeriods(db, [
    ...Array.from({ length: MONTH_DAYS }, (_, i) => {
      const daysAgo = MONTH_DAYS - 1 - i;
      return {
        from: startOfDay(daysAgo),
        to: daysAgo === 0 ? sameTime(0) : startOfDay(daysAgo - 1),
      };
    }),
    { from: startOfDay(7), to: sameTime(7) },
    {
      from: startOfDay(2 * MONTH_DAYS - 1),
      to: sameTime(MONTH_DAYS),
    },
  ]);
  const days = figures.slice(0, MONTH_DAYS);
  const [today, todayBefore, monthBefore] = figures.slice(MONTH_DAYS - 1) as [Figures, Figures, Figures];
  return { days, today, todayBefore, month: addFigures(days), monthBefore };
}

const getNowIn = (now: Date, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);

const getDay = (here: Temporal.ZonedDateTime, daysAgo: number): string =>
  here.toPlainDate().subtract({ days: daysAgo }).toString();

export async function getDashboard(
  { db, clock, config, quiet }: Context,
  { actor }: OperatorCall<'getDashboard'>,
) {
  const now = clock.now();
  const timeZone = config.operatorTimeZone;
  const here = getNowIn(now, timeZone);
  // The report of a year is due on 31 January after it.
  const taxYear = here.month === 1 ? here.year - 1 : here.year;
  const { role } = actor.operator;
  const visibleTasks = (Object.keys(taskCounters) as TaskKind[]).filter((kind) =>
    hasRight(role, taskRights[kind]),
  );
  const [figures, checks, ...counts] = await Promise.all([
    loadFigures({ db }, here),
    hasRight(role, 'ledger.view') ? listReconciliations(db) : [],
    ...visibleTasks.map((kind) =>
      taskCounters[kind](db, { now, waitingSince: getWaitingSince(now), taxYear }),
    ),
  ]);
  return {
    data: {
      at: now.toISOString(),
      time_zone: timeZone,
      quiet_since: quiet.since()?.toISOString() ?? null,
      today: figures.today,
      today_before: figures.todayBefore,
      month: figures.month,
      month_before: figures.monthBefore,
      days: figures.days.map(({ orders, gross_cents }, i) => ({
        orders,
        gross_cents,
        date: getDay(here, MONTH_DAYS - 1 - i),
      })),
      tasks: visibleTasks.map((kind, i) => ({
        kind,
        count: counts[i]!.count,
        oldest_at: counts[i]!.oldest_at?.toISOString() ?? null,
      })),
      tax_year: taxYear,
      reconciliation: checks.map(({ kind, checked_at, differences, sums }) => ({
        kind,
        checked_at: checked_at.toISOString(),
        differences,
        sums: sums.map(({ name, ledgerCents, otherCents }) => ({
          name,
          ledger_cents: ledgerCents,
          other_cents: otherCents,
        })),
      })),
      next_payout_on: getNextPayoutDay(now, timeZone),
    },
  };
}

const FIGURES_HEADER = [
  'period',
  'from',
  'until',
  'orders',
  'gross_eur',
  'commission_eur',
  'refunds_eur',
  'refunded_orders',
  'units_offered',
  'units_sold',
  'new_sellers',
];

/** The figures that the dashboard shows for a span, with what they are compared with. */
export async function exportDashboard(
  context: Context,
  { query: { span }, language, record }: OperatorCall<'exportDashboard'>,
) {
  const here = getNowIn(context.clock.now(), context.config.operatorTimeZone);
  const { days, today, todayBefore, month, monthBefore } = await loadFigures(context, here);
  await record(context.db, { after: { span } });
  const buildRow = (period: string, firstDaysAgo: number, lastDaysAgo: number, figures: Figures): Cell[] => [
    period,
    getDay(here, firstDaysAgo),
    getDay(here, lastDaysAgo),
    figures.orders,
    ...[figures.gross_cents, figures.commission_cents, figures.refunds_cents].map((cents) => ({ cents })),
    figures.refunded_orders,
    figures.units_offered,
    figures.units_sold,
    figures.new_sellers,
  ];
  const rows =
    span === 'today'
      ? [buildRow('today', 0, 0, today), buildRow('week_ago', 7, 7, todayBefore)]
      : [
          buildRow('30_days', MONTH_DAYS - 1, 0, month),
          buildRow('30_days_before', 2 * MONTH_DAYS - 1, MONTH_DAYS, monthBefore),
          ...days.map((day, i) => buildRow('day', MONTH_DAYS - 1 - i, MONTH_DAYS - 1 - i, day)),
        ];
  return { name: `wopack-dashboard-${span}.csv`, content: createCsvStream(FIGURES_HEADER, rows, language) };
}

const addFigures = (days: readonly Figures[]): Figures =>
  days.reduce(
    (sum, day) =>
      Object.fromEntries(
        Object.entries(sum).map(([name, value]) => [name, value + day[name as keyof Figures]]),
      ) as unknown as Figures,
  );

type ResultKind = keyof typeof searches;

const resultRights: Record<ResultKind, OperatorRight> = {
  order: 'orders.view',
  user: 'users.view',
  seller: 'sellers.view',
  sale_place: 'catalogue.view',
  product: 'catalogue.view',
  payout: 'ledger.view',
};

/** Names and addresses of users are shown, so a search is recorded. */
export async function searchAdmin({ db }: Context, { actor, query, record }: OperatorCall<'searchAdmin'>) {
  const text = query.q.trim();
  const kinds = (Object.keys(searches) as ResultKind[]).filter((kind) =>
    hasRight(actor.operator.role, resultRights[kind]),
  );
  if (!text) return { items: [] };
  const results = await Promise.all(kinds.map((kind) => searches[kind](db, text)));
  // Whom it found instead of the text, which may be a name: the log outlives an erased account.
  await record(db, {
    after: Object.fromEntries(
      kinds.flatMap((kind, i) => (results[i]!.length > 0 ? [[kind, results[i]!.map(({ id }) => id)]] : [])),
    ),
  });
  return { items: kinds.flatMap((kind, i) => results[i]!.map((result) => ({ kind, ...result }))) };
}
