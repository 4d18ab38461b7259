import { useQuery } from '@tanstack/react-query';
import { combineQueries, QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { BusinessTabs } from '../../features/businesses/business-tabs.tsx';
import { CounterNames, counterNamesQuery } from '../../features/businesses/counter-names.tsx';
import { Counters, countersQuery } from '../../features/businesses/counters.tsx';
import { mySalePlacesQuery } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { startSellerQueries } from '../../lib/data/shared-queries.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import { NoSalePlace } from './sale-place-picker.tsx';

export const loader = () =>
  startSellerQueries((can) => [
    can('devices.manage') && queryClient.query(countersQuery),
    can('devices.manage') && queryClient.query(counterNamesQuery),
    queryClient.query(mySalePlacesQuery(i18n.language)),
  ]);

/** Tablets and phones at the counters of the business. */
export function Component() {
  const {
    t,
    i18n: { language },
  } = useTranslation('counters');
  const counters = useQuery(countersQuery);
  const names = useQuery(counterNamesQuery);
  const salePlaces = useQuery(mySalePlacesQuery(language));
  const query = combineQueries({ counters, names, salePlaces });
  return (
    <div className="gutter py-4 [--color-panel:var(--color-surface)] sm:py-7">
      <PageTitle>{t('title')}</PageTitle>
      <header className="mb-4 sm:mb-6">
        <h1 className="d2">{t('title')}</h1>
        <p className="mt-1 max-w-2xl text-pretty text-muted">{t('lead')}</p>
      </header>
      <BusinessTabs />
      <QueryState query={query} loading={<LoadingRows count={3} row="h-16" />}>
        {({ names: list, ...data }) =>
          data.salePlaces.length === 0 ? (
            <NoSalePlace />
          ) : (
            <>
              <Counters {...data} />
              {list.length || data.counters.some(({ asks_name: asksName }) => asksName) ? (
                <CounterNames names={list} salePlaces={data.salePlaces} />
              ) : null}
            </>
          )
        }
      </QueryState>
    </div>
  );
}
