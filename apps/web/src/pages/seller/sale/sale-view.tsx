import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { ApiError } from '@wopack/contract/client';
import { useTranslation } from 'react-i18next';
import { useToday } from '../../../lib/use-now.ts';
import { buildPeriods, isShownByDay } from '../../../modules/orders/sales/periods.ts';
import { PeriodsTable } from '../../../modules/orders/sales/periods-table.tsx';
import { ProductsTable } from '../../../modules/orders/sales/products-table.tsx';
import {
  type SalesQuery,
  type SalesStatistics,
  useDownloadSalesCsv,
  useSalesStatistics,
} from '../../../modules/orders/sales/sales.api.ts';
import { SalesChart } from '../../../modules/orders/sales/sales-chart.tsx';
import { SalesStats } from '../../../modules/orders/sales/sales-stats.tsx';
import { useSalesFormat } from '../../../modules/orders/sales/use-sales-format.ts';
import { useMyProducts } from '../../../modules/products/products.api.ts';
import type { SalePlace } from '../../../modules/sale-places/sale-places.api.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { RetryLine } from '../../../ui/retry-line.tsx';
import { SaleBones } from './sale-bones.tsx';
import { SaleControls } from './sale-controls.tsx';
import { type SalesRange, useSalesRange } from './use-sales-range.ts';

/** The seller's sales: days, place and pack to choose, then figures, bars and tables. */
export function SaleView({ places }: { places: readonly SalePlace[] }) {
  const { t } = useTranslation('sales');
  const packs = useMyProducts();
  const today = useToday(places[0]!.time_zone);
  const range = useSalesRange(today);
  const query = queryOf(range);
  const sales = useSalesStatistics(query);
  const retry = () => void sales.refetch();
  const errors = sales.error instanceof ApiError ? sales.error.errors : {};
  const problems = { from: errors.from?.[0], to: errors.to?.[0] };
  const isRefused = Boolean(problems.from || problems.to);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 sm:gap-5">
      <Header places={places} range={range} query={query} isRefused={isRefused} />
      <SaleControls range={range} places={places} packs={packs.data ?? []} problems={problems} />
      {sales.error && sales.data ? <RetryLine error={sales.error} onRetry={retry} /> : null}
      {sales.data ? (
        <div
          aria-busy={sales.isPlaceholderData || undefined}
          className={sales.isPlaceholderData ? 'opacity-60' : undefined}
        >
          <Figures sales={sales.data} today={today} />
        </div>
      ) : isRefused ? null : sales.error ? (
        <ErrorState error={sales.error} safe={t('safe')} onRetry={retry} retrying={sales.isFetching} />
      ) : (
        <SaleBones />
      )}
    </div>
  );
}

interface HeaderProps {
  places: readonly SalePlace[];
  range: SalesRange;
  query: SalesQuery;
  /** The days do not make a range. */
  isRefused: boolean;
}

function Header({ places, range, query, isRefused }: HeaderProps) {
  const { t } = useTranslation('sales');
  const days = useSalesFormat();
  const file = useDownloadSalesCsv(query);
  const place = places.find(({ id }) => id === range.placeId) ?? (places.length === 1 ? places[0] : null);
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div>
        <h1 className="d2">{t('title')}</h1>
        <p className="mt-1 text-2">
          {isRefused ? null : `${days.dateRange(range.from, range.to)} · `} {place?.name ?? t('allPlaces')}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <Button
          look="soft"
          small
          icon={<IconDownload aria-hidden="true" />}
          loading={file.isPending}
          disabled={isRefused}
          onClick={() => file.mutate()}
        >
          {t('csv')}
        </Button>
        <Button look="soft" small icon={<IconPrinter aria-hidden="true" />} onClick={() => window.print()}>
          {t('print')}
        </Button>
      </div>
    </header>
  );
}

function Figures({ sales, today }: { sales: SalesStatistics; today: string }) {
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
  const byDay = isShownByDay(sales);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 sm:gap-5">
      <SalesStats sales={sales} />
      <SalesChart periods={periods} byDay={byDay} />
      <PeriodsTable sales={sales} periods={periods} byDay={byDay} />
      <ProductsTable sales={sales} />
    </div>
  );
}

const queryOf = ({ from, to, placeId, productId }: SalesRange): SalesQuery => ({
  from,
  to,
  ...(placeId !== null && { sale_place_id: placeId }),
  ...(productId !== null && { product_id: productId }),
});
