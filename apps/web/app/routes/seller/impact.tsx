import { useQuery } from '@tanstack/react-query';
import { InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { Select } from '@wopack/ui/form/select.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { parseAsInteger, useQueryState } from 'nuqs';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import { useTranslation } from 'react-i18next';
import { impactQuery } from '../../features/orders/impact/impact.api.ts';
import { ImpactView } from '../../features/orders/impact/impact-view.tsx';
import { MonthSelect, useImpactMonth } from '../../features/orders/impact/month-select.tsx';
import { mySalePlacesQuery, type SalePlace } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { startSellerQueries } from '../../lib/data/shared-queries.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import { SalePlaceOptions, WithSalePlace } from './sale-place-picker.tsx';

export const loader = () => startSellerQueries(() => [queryClient.query(mySalePlacesQuery(i18n.language))]);

/** What came of the packs of all sale places, or of one. */
export function Component() {
  const { t } = useTranslation('impact');
  return (
    <div className="gutter py-4 [--color-panel:var(--color-surface)] sm:py-7">
      <PageTitle>{t('title')}</PageTitle>
      <NuqsAdapter>
        <WithSalePlace title={t('title')} fallback={<LoadingRows count={4} row="h-24" />}>
          {(_, salePlaces) => <BusinessImpact salePlaces={salePlaces} />}
        </WithSalePlace>
      </NuqsAdapter>
    </div>
  );
}

function BusinessImpact({ salePlaces }: { salePlaces: readonly SalePlace[] }) {
  const { t } = useTranslation('impact');
  const choice = useImpactMonth(salePlaces[0]!.time_zone);
  const [placeId, setPlaceId] = useQueryState('place', parseAsInteger);
  const salePlaceId = salePlaces.some(({ id }) => id === placeId) ? placeId : null;
  const query = { subject: { salePlaceId }, month: choice.month };
  const impact = useQuery(impactQuery(query));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="d2">{t('title')}</h1>
        <div className="flex min-w-0 flex-wrap gap-2">
          {salePlaces.length > 1 ? (
            <Select
              label={t('place')}
              hideLabel
              variant="pill"
              value={salePlaceId ?? ''}
              onChange={({ target }) => void setPlaceId(target.value ? Number(target.value) : null)}
              className="max-w-full sm:max-w-64"
            >
              <option value="">{t('allPlaces')}</option>
              <SalePlaceOptions salePlaces={salePlaces} />
            </Select>
          ) : null}
          <MonthSelect {...choice} />
        </div>
      </header>
      {impact.data ? <InlineError query={impact} /> : null}
      <QueryState query={impact} loading={<LoadingRows count={4} row="h-24" />} reassurance={t('safe')}>
        {(data) =>
          data.sum.packs === 0 && choice.month === null ? (
            <EmptyState mood="asleep" title={t('noneSold.title')}>
              {t('noneSold.text')}
            </EmptyState>
          ) : (
            <ImpactView impact={data} query={query} />
          )
        }
      </QueryState>
    </div>
  );
}
