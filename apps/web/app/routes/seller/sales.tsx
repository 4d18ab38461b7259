import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@wopack/contract/client';
import { isolateWords } from '@wopack/domain';
import { Button, ButtonLink } from '@wopack/ui/button.tsx';
import { InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { IconPrinter } from '@wopack/ui/icons';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import { useTranslation } from 'react-i18next';
import { DemandAndSales } from '../../features/allocation/seller/demand-and-sales.tsx';
import {
  buildPeriods,
  isShownByDay,
  type SalesQuery,
  type SalesStatistics,
  salesStatisticsQuery,
  useDownloadSalesCsv,
  useDownloadVatCsv,
  useSalesFormat,
} from '../../features/orders/sales/sales.api.ts';
import { SalesChart, SalesStats } from '../../features/orders/sales/sales-stats.tsx';
import { HoursTable, PeriodsTable, ProductsTable } from '../../features/orders/sales/sales-table.tsx';
import { SellerValueSection } from '../../features/orders/value/seller-value.tsx';
import { myProductsQuery } from '../../features/products/products.api.ts';
import { mySalePlacesQuery, type SalePlace } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { useToday } from '../../lib/browser/use-now.ts';
import { toSalePlaceQuery, useLinkedSalePlaces } from '../../lib/data/chosen-sale-places.ts';
import { startSellerQueries, useMemberRights } from '../../lib/data/shared-queries.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { WithSalePlace } from './sale-place-picker.tsx';
import { useSalePlacesLabel } from './sale-place-switcher.tsx';
import { SalesFilters, type SalesRange, SalesSkeleton, useSalesRange } from './sales-filters.tsx';

export const loader = () =>
  startSellerQueries((can) => [
    queryClient.query(mySalePlacesQuery(i18n.language)),
    can('stock.change') && queryClient.query(myProductsQuery(i18n.language)),
  ]);

export function Component() {
  const { t } = useTranslation();
  return (
    <div className="gutter py-4 [--color-panel:var(--color-surface)] sm:py-7">
      <PageTitle>{t('titles.sales')}</PageTitle>
      <NuqsAdapter>
        <WithSalePlace title={t('titles.sales')} fallback={<SalesSkeleton />}>
          {(_, salePlaces) => <SalesView salePlaces={salePlaces} />}
        </WithSalePlace>
      </NuqsAdapter>
    </div>
  );
}

/** Filters, figures, chart and tables of sales. */
export function SalesView({ salePlaces }: { salePlaces: readonly SalePlace[] }) {
  const { t, i18n } = useTranslation(['sales', 'common']);
  const { can } = useMemberRights();
  const products = useQuery({ ...myProductsQuery(i18n.language), enabled: can('stock.change') });
  const today = useToday(salePlaces[0]!.time_zone);
  const range = useSalesRange(today);
  const { chosen, ids, choose } = useLinkedSalePlaces(salePlaces, range.salePlaceId);
  const query = buildQuery(range, ids);
  const sales = useQuery(salesStatisticsQuery(query));
  const errors = sales.error instanceof ApiError ? sales.error.errors : {};
  const problems = { from: errors.from?.[0], to: errors.to?.[0] };
  const isRefused = Boolean(problems.from || problems.to);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 sm:gap-5">
      <SalesHeader
        salePlaces={salePlaces}
        chosen={chosen}
        range={range}
        query={query}
        isRefused={isRefused}
      />
      {can('money.view') && !can('hand_out') ? (
        <ButtonLink variant="ghost" size="small" to={paths.businessStatements} className="sm:hidden">
          {t('common:nav.business')}
        </ButtonLink>
      ) : null}
      <SalesFilters
        range={range}
        salePlaces={salePlaces}
        products={products.data ?? []}
        choice={{ chosen, choose }}
        problems={problems}
      />
      {sales.data ? <InlineError query={sales} /> : null}
      {isRefused && !sales.data ? null : (
        <QueryState query={sales} loading={<SalesSkeleton />} reassurance={t('safe')}>
          {(data) => (
            <div
              aria-busy={sales.isPlaceholderData || undefined}
              className={sales.isPlaceholderData ? 'opacity-60' : undefined}
            >
              <SalesReport sales={data} today={today} />
            </div>
          )}
        </QueryState>
      )}
      <SellerValueSection query={toSalePlaceQuery(ids)} isInPlace={!sales.isPending} />
      {sales.data && can('products.manage') ? (
        <DemandAndSales salePlaceIds={ids} productId={range.productId} />
      ) : null}
    </div>
  );
}

interface SalesHeaderProps {
  salePlaces: readonly SalePlace[];
  chosen: readonly SalePlace[];
  range: SalesRange;
  query: SalesQuery;
  /** The dates are not a valid range. */
  isRefused: boolean;
}

function SalesHeader({ salePlaces, chosen, range, query, isRefused }: SalesHeaderProps) {
  const { t } = useTranslation(['sales', 'comparison', 'forecast', 'common']);
  const salesFormat = useSalesFormat();
  const csvDownload = useDownloadSalesCsv(query);
  const vatDownload = useDownloadVatCsv(query);
  const getLabel = useSalePlacesLabel();
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div>
        <h1 className="d2">{t('title')}</h1>
        <p className="mt-1 text-muted">
          {isRefused ? null : `${salesFormat.dateRange(range.from, range.to)} · `}{' '}
          {isolateWords(getLabel(chosen, salePlaces))}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <ButtonLink variant="soft" size="small" to={paths.businessImpact}>
          {t('common:nav.impact')}
        </ButtonLink>
        <ButtonLink variant="soft" size="small" to={paths.forecast}>
          {t('forecast:link')}
        </ButtonLink>
        {salePlaces.length > 1 ? (
          <ButtonLink variant="soft" size="small" to={paths.comparison}>
            {t('comparison:compare')}
          </ButtonLink>
        ) : null}
        <DownloadButton file={csvDownload} disabled={isRefused}>
          {t('csv')}
        </DownloadButton>
        <DownloadButton file={vatDownload} disabled={isRefused}>
          {t('vatCsv')}
        </DownloadButton>
        <Button variant="soft" size="small" icon={<IconPrinter />} onClick={() => window.print()}>
          {t('print')}
        </Button>
      </div>
    </header>
  );
}

function SalesReport({ sales, today }: { sales: SalesStatistics; today: string }) {
  const { t } = useTranslation('sales');
  if (sales.packs.length === 0) {
    return (
      <div className="rounded-lg bg-surface">
        <EmptyState mood="asleep" title={t('emptyTitle')}>
          {t('emptyText')}
        </EmptyState>
      </div>
    );
  }
  const periods = buildPeriods(sales, today);
  const isDaily = isShownByDay(sales);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 sm:gap-5">
      <SalesStats sales={sales} />
      <SalesChart periods={periods} byDay={isDaily} />
      <PeriodsTable sales={sales} periods={periods} byDay={isDaily} />
      <ProductsTable sales={sales} />
      {sales.hours.length > 0 ? <HoursTable hours={sales.hours} /> : null}
      <p className="text-sm text-pretty text-muted">{t('basis')}</p>
    </div>
  );
}

const buildQuery = (
  { from, to, productId }: SalesRange,
  salePlaceIds: readonly number[] | null,
): SalesQuery => ({
  from,
  to,
  ...toSalePlaceQuery(salePlaceIds),
  ...(productId !== null && { product_id: productId }),
});
