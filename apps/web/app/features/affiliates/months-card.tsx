import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyWithErrorBoundary } from '../../ui/feedback/lazy-with-error-boundary.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { InlineError } from '../../ui/form/inline-error.tsx';
import { monthsQuery } from './affiliates.api.ts';
import { listLastMonths } from './last-months.ts';
import { MonthsTable } from './months-table.tsx';
import { useShareFormat } from './use-share-format.ts';

/** The library that draws comes with the first chart somebody looks at. */
const BarChart = lazyWithErrorBoundary(() => import('../../ui/display/bar-chart.tsx'));

const MAX_MONTHS = 6;

/** What the last months brought as bars; all of them in numbers on demand. */
export function MonthsCard() {
  const { t } = useTranslation('partner');
  const format = useShareFormat();
  const list = useInfiniteQuery(monthsQuery);
  const [isTableOpen, setIsTableOpen] = useState(false);
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  const months = listLastMonths(rows, MAX_MONTHS);
  return (
    <section
      aria-labelledby="partner-months"
      className="grid content-start gap-3 rounded-lg bg-surface p-4 sm:p-6"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 id="partner-months" className="h2">
          {t('months.title')}
        </h2>
        <span className="text-sm text-muted">EUR</span>
      </div>
      {list.data ? (
        <>
          <Suspense fallback={<Skeleton className="h-[240px]" />}>
            <BarChart
              label={t('months.chart', {
                from: format.monthInSentence(months[0]!.month),
                to: format.monthInSentence(months.at(-1)!.month),
                amount: format.money(months.at(-1)!.amount_cents),
              })}
              format={(cents) =>
                format
                  .money(cents)
                  .replace(/[\s\u00a0]?€/, '')
                  .replace(/[.,]00$/, '')
              }
              bars={months.map(({ month, amount_cents, state }) => ({
                key: month,
                label: format.shortMonth(month),
                value: amount_cents,
                unfinished: state === 'open',
              }))}
            />
          </Suspense>
          <p className="text-xs text-muted">
            {t('months.counting', { month: format.monthName(months.at(-1)!.month) })}
          </p>
          <button
            type="button"
            aria-expanded={isTableOpen}
            onClick={() => setIsTableOpen(!isTableOpen)}
            className="link min-h-11 justify-self-start text-sm"
          >
            {t(isTableOpen ? 'months.hideTable' : 'months.showTable')}
          </button>
          {isTableOpen ? (
            <MonthsTable
              rows={rows}
              onLoadMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
              loading={list.isFetchingNextPage}
            />
          ) : null}
        </>
      ) : list.error ? (
        <InlineError error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <Loading>
          <Skeleton className="h-[280px] rounded-md" />
        </Loading>
      )}
    </section>
  );
}
