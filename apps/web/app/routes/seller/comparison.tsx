import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@wopack/contract/client';
import { Button, ButtonLink } from '@wopack/ui/button.tsx';
import { InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { IconInfoCircle } from '@wopack/ui/icons';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import { useTranslation } from 'react-i18next';
import { BusinessTabs } from '../../features/businesses/business-tabs.tsx';
import { ComparisonTable, EarnedSum } from '../../features/orders/sales/comparison-table.tsx';
import {
  comparisonQuery,
  type SalePlaceComparison,
  useDownloadComparison,
  useSalesFormat,
} from '../../features/orders/sales/sales.api.ts';
import { mySalePlacesQuery, type SalePlace } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { useToday } from '../../lib/browser/use-now.ts';
import { useLinkedSalePlaces } from '../../lib/data/chosen-sale-places.ts';
import { startSellerQueries } from '../../lib/data/shared-queries.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { ComparisonCards } from './comparison-cards.tsx';
import { WithSalePlace } from './sale-place-picker.tsx';
import { SalesFilters, useSalesRange } from './sales-filters.tsx';

export const loader = () => startSellerQueries(() => [queryClient.query(mySalePlacesQuery(i18n.language))]);

export function Component() {
  const { t } = useTranslation('comparison');
  return (
    <div className="gutter py-4 [--color-panel:var(--color-surface)] sm:py-7">
      <PageTitle>{t('name')}</PageTitle>
      <NuqsAdapter>
        <WithSalePlace
          title={t('name')}
          tabs={<BusinessTabs />}
          fallback={<LoadingRows count={6} row="h-14" />}
        >
          {(_, salePlaces) => <ComparisonView salePlaces={salePlaces} />}
        </WithSalePlace>
      </NuqsAdapter>
    </div>
  );
}

/** The sale places of the member side by side. */
export function ComparisonView({ salePlaces }: { salePlaces: readonly SalePlace[] }) {
  const { t } = useTranslation(['comparison', 'sales']);
  const { dateRange } = useSalesFormat();
  const range = useSalesRange(useToday(salePlaces[0]!.time_zone));
  const { chosen, ids, choose } = useLinkedSalePlaces(salePlaces, null);
  const query = { from: range.from, to: range.to, ...(ids && { sale_place_ids: ids.join(',') }) };
  const comparison = useQuery(comparisonQuery(query));
  const csvDownload = useDownloadComparison(query);
  const errors = comparison.error instanceof ApiError ? comparison.error.errors : {};
  const problems = { from: errors.from?.[0], to: errors.to?.[0] };
  const isRefused = Boolean(problems.from || problems.to);
  const count = comparison.data?.sale_places.length ?? salePlaces.length;
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="d2">{t('title', { count })}</h1>
          <p className="mt-1 text-muted">{isRefused ? null : dateRange(range.from, range.to)}</p>
        </div>
        {count > 1 ? (
          <DownloadButton file={csvDownload} disabled={isRefused}>
            {t('csv', { count })}
          </DownloadButton>
        ) : null}
      </header>
      <BusinessTabs />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 sm:gap-5">
        <SalesFilters
          range={range}
          salePlaces={salePlaces}
          products={[]}
          choice={{ chosen, choose }}
          problems={problems}
        />
        {comparison.data ? <InlineError query={comparison} /> : null}
        {isRefused && !comparison.data ? null : (
          <QueryState
            query={comparison}
            loading={<LoadingRows count={6} row="h-14" />}
            reassurance={t('sales:safe')}
          >
            {(data) => (
              <div
                aria-busy={comparison.isPlaceholderData || undefined}
                className={comparison.isPlaceholderData ? 'opacity-60' : undefined}
              >
                <Comparison comparison={data} onShowAll={ids === null ? null : () => choose('all')} />
              </div>
            )}
          </QueryState>
        )}
      </div>
    </>
  );
}

interface ComparisonProps {
  comparison: SalePlaceComparison;
  /** Null: all are shown. */
  onShowAll: (() => void) | null;
}

function Comparison({ comparison, onShowAll }: ComparisonProps) {
  const { t } = useTranslation('comparison');
  if (comparison.sale_places.length < 2)
    return (
      <div className="rounded-lg bg-surface">
        <EmptyState
          mood="asleep"
          title={t(onShowAll ? 'oneChosenTitle' : 'oneTitle')}
          action={
            onShowAll ? (
              <Button onClick={onShowAll}>{t('showAll')}</Button>
            ) : (
              <ButtonLink to={paths.sellerSales}>{t('toSales')}</ButtonLink>
            )
          }
        >
          {t(onShowAll ? 'oneChosenText' : 'oneText')}
        </EmptyState>
      </div>
    );
  return (
    <>
      <ComparisonTable {...comparison} />
      <p className="mt-4 flex gap-2.5 px-2 text-sm text-pretty text-muted">
        <IconInfoCircle className="size-5 shrink-0" />
        <span>
          <EarnedSum totals={comparison.totals} />
        </span>
      </p>
      <ComparisonCards
        salePlaces={comparison.sale_places}
        range={{ from: comparison.from, to: comparison.to }}
      />
    </>
  );
}
