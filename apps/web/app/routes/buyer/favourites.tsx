import { PageTitle } from '@wopack/ui/page-title.tsx';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { OfferControls, useOffersView, ViewToggle } from '../../features/offers/filters/offer-controls.tsx';
import { useOfferFilters } from '../../features/offers/filters/offer-filters.ts';
import { useUserLocation } from '../../features/offers/filters/user-location.tsx';
import { OfferList } from '../../features/offers/list/offer-list.tsx';
import { OfferMap } from '../../features/offers/map/lazy-offer-map.tsx';
import { MapSkeleton } from '../../features/offers/map/map-skeleton.tsx';
import { useIsWideScreen } from '../../lib/browser/use-media-query.ts';
import { useMe } from '../../lib/data/shared-queries.ts';

export const Component = () => (
  <NuqsAdapter>
    <Favourites />
  </NuqsAdapter>
);

function Favourites() {
  const { t } = useTranslation();
  const userLocation = useUserLocation({ fallbackToIp: true });
  const filters = useOfferFilters({ favouritesOnly: true, position: userLocation.position });
  const isWide = useIsWideScreen();
  const { data: me, isLoading } = useMe();
  const [view] = useOffersView();
  if (view === 'map') {
    return (
      <Suspense fallback={<MapSkeleton heading={t('titles.favourites')} />}>
        <PageTitle>{t('titles.favourites')}</PageTitle>
        {isLoading ? (
          <MapSkeleton heading={t('titles.favourites')} />
        ) : (
          <OfferMap
            heading={t('titles.favourites')}
            filters={filters}
            userLocation={userLocation}
            city={me}
          />
        )}
      </Suspense>
    );
  }
  return (
    <div className="gutter pt-5 pb-7 sm:py-7">
      <PageTitle>{t('titles.favourites')}</PageTitle>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3 sm:mb-6">
        <h1 className="d2">{t('titles.favourites')}</h1>
        {isWide ? null : <ViewToggle />}
      </div>
      <OfferControls filters={filters} userLocation={userLocation} />
      <div className="mt-3 sm:mt-6">
        <OfferList filters={filters} favouritesOnly />
      </div>
    </div>
  );
}
