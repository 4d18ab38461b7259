import { useQuery } from '@tanstack/react-query';
import { isolateWords } from '@wopack/domain';
import { InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { Select } from '@wopack/ui/form/select.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { parseAsInteger, useQueryState } from 'nuqs';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import { useTranslation } from 'react-i18next';
import { ForecastAccuracy } from '../../features/forecasts/forecast-accuracy.tsx';
import { ForecastChart } from '../../features/forecasts/forecast-chart.tsx';
import { ForecastTable } from '../../features/forecasts/forecast-table.tsx';
import { forecastQuery, joinDays, type SalePlaceForecast } from '../../features/forecasts/forecasts.api.ts';
import { StockQuestionSettings } from '../../features/forecasts/stock-question-settings.tsx';
import { mySalePlacesQuery, type SalePlace } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { useChosenSalePlaces } from '../../lib/data/chosen-sale-places.ts';
import { startSellerQueries } from '../../lib/data/shared-queries.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import { SalePlaceOptions, WithSalePlace } from './sale-place-picker.tsx';

export const loader = () => startSellerQueries(() => [queryClient.query(mySalePlacesQuery(i18n.language))]);

export function Component() {
  const { t } = useTranslation('forecast');
  return (
    <div className="gutter py-4 [--color-panel:var(--color-surface)] sm:py-7">
      <PageTitle>{t('title')}</PageTitle>
      <NuqsAdapter>
        <WithSalePlace title={t('title')} fallback={<LoadingRows count={5} row="h-20" />}>
          {(salePlace, salePlaces) => <ForecastView salePlace={salePlace} salePlaces={salePlaces} />}
        </WithSalePlace>
      </NuqsAdapter>
    </div>
  );
}

interface ViewProps {
  salePlace: SalePlace;
  salePlaces: readonly SalePlace[];
}

/** What will be left over of each pack in the week ahead, of one sale place. */
export function ForecastView({ salePlace, salePlaces }: ViewProps) {
  const { t } = useTranslation('forecast');
  const { choose } = useChosenSalePlaces(salePlaces);
  const forecast = useQuery(forecastQuery(salePlace.id));
  const [productId, setProductId] = useQueryState('pack', parseAsInteger);
  const products = forecast.data?.packs ?? [];
  const product = products.find(({ id }) => id === productId) ?? products[0];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 sm:gap-5">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="d2">{t('title')}</h1>
          <p className="mt-1 text-muted">
            {isolateWords(salePlace.name)}, {t('nextDays')}{' '}
            {product?.computed_at && forecast.data ? (
              <ComputedAt instant={product.computed_at} timeZone={forecast.data.time_zone} />
            ) : null}
          </p>
        </div>
        <div className="flex min-w-0 flex-wrap gap-2 max-sm:w-full">
          {salePlaces.length > 1 ? (
            <Select
              label={t('place')}
              hideLabel
              variant="pill"
              value={salePlace.id}
              onChange={({ target }) => choose([Number(target.value)])}
              className="max-w-full max-sm:w-full sm:max-w-64"
            >
              <SalePlaceOptions salePlaces={salePlaces} />
            </Select>
          ) : null}
          {products.length > 1 ? (
            <Select
              label={t('pack')}
              hideLabel
              variant="pill"
              value={product?.id}
              onChange={({ target }) => void setProductId(Number(target.value))}
              className="max-w-full max-sm:w-full sm:max-w-64"
            >
              {products.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          ) : null}
        </div>
      </header>
      {forecast.data ? <InlineError query={forecast} /> : null}
      <QueryState query={forecast} loading={<LoadingRows count={5} row="h-20" />} reassurance={t('safe')}>
        {(data) => <ProductForecastView forecast={data} product={product} />}
      </QueryState>
    </div>
  );
}

function ComputedAt({ instant, timeZone }: { instant: string; timeZone: string }) {
  const { t } = useTranslation('forecast');
  const { formatDateTime } = useFormat();
  return t('computedAt', { time: formatDateTime(instant, timeZone) });
}

function ProductForecastView({
  forecast,
  product,
}: {
  forecast: SalePlaceForecast;
  product: SalePlaceForecast['packs'][number] | undefined;
}) {
  const { t } = useTranslation('forecast');
  if (!product)
    return (
      <EmptyState mood="asleep" title={t('noPackTitle')}>
        {t('noPackText')}
      </EmptyState>
    );
  if (!product.computed_at)
    return (
      <div className="grid gap-3.5 sm:gap-5">
        <EmptyState mood="asleep" title={t('tooFewTitle')}>
          {t('tooFewText')}
        </EmptyState>
        <StockQuestionSettings key={product.id} product={product} />
      </div>
    );
  const days = joinDays(forecast, product);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 sm:gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 sm:gap-5">
        <ForecastChart days={days} today={forecast.today} />
        <ForecastTable days={days} earningCents={product.earning_cents} />
      </div>
      <div className="grid gap-3.5 sm:gap-5">
        <ForecastAccuracy product={product} />
        <StockQuestionSettings key={product.id} product={product} />
      </div>
    </div>
  );
}
