import { hasRight, type OperatorRight } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
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
  unverified_sellers: 'sellers.view',
  objections: 'content_reports.view',
  disputes: 'disputes.view',
  failed_jobs: 'system.view',
  undelivered_mail: 'system.view',
  stuck_refunds: 'ledger.view',
  tax_data: 'tax.view',
};

const MONTH_DAYS = 30;

export async function getDashboard({ db, clock, config }: Context, { actor }: OperatorCall<'getDashboard'>) {
  const now = clock.now();
  const timeZone = config.operatorTimeZone;
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const toDate = (at: Temporal.ZonedDateTime) => new Date(at.epochMilliseconds);
  const startOfDay = (daysAgo: number) => toDate(here.subtract({ days: daysAgo }).startOfDay());
  // The report of a year is due on 31 January after it.
  const taxYear = here.month === 1 ? here.year - 1 : here.year;
  const { role } = actor.operator;
  const visibleTasks = (Object.keys(taskCounters) as TaskKind[]).filter((kind) =>
    hasRight(role, taskRights[kind]),
  );
  /** Until the same time of day, today's last millisecond included. */
  const sameTime = (daysAgo: number) => new Date(toDate(here.subtract({ days: daysAgo })).getTime() + 1);
  const [figures, checks, ...counts] = await Promise.all([
    sumPeriods(db, [
      ...Array.from({ length: MONTH_DAYS }, (_, i) => {
        const daysAgo = MONTH_DAYS - 1 - i;
        return { from: startOfDay(daysAgo), to: daysAgo === 0 ? sameTime(0) : startOfDay(daysAgo - 1) };
      }),
      { from: startOfDay(7), to: sameTime(7) },
      { from: startOfDay(2 * MONTH_DAYS - 1), to: sameTime(MONTH_DAYS) },
    ]),
    hasRight(role, 'ledger.view') ? listReconciliations(db) : [],
    ...visibleTasks.map((kind) => taskCounters[kind](db, getWaitingSince(now), taxYear)),
  ]);
  const days = figures.slice(0, MONTH_DAYS);
  const [today, todayBefore, monthBefore] = figures.slice(MONTH_DAYS - 1) as [Figures, Figures, Figures];
  return {
    data: {
      at: now.toISOString(),
      time_zone: timeZone,
      today,
      today_before: todayBefore,
      month: addFigures(days),
      month_before: monthBefore,
      days: days.map(({ orders, gross_cents }, i) => ({
        ...{ orders, gross_cents },
        date: here
          .toPlainDate()
          .subtract({ days: MONTH_DAYS - 1 - i })
          .toString(),
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
