import { noop, useQuery } from '@tanstack/react-query';
import { formatDistance, formatMoney, formatTime } from '@wopack/ui/format.ts';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoaderFunctionArgs } from 'react-router';
import { OfferControls, useOffersView, ViewToggle } from '../../features/offers/filters/offer-controls.tsx';
import { readStoredQuery, useOfferFilters } from '../../features/offers/filters/offer-filters.ts';
import { LocateButton, LocationLink, useUserLocation } from '../../features/offers/filters/user-location.tsx';
import { getSummaryArea, OfferList, OffersHeading } from '../../features/offers/list/offer-list.tsx';
import { OfferMap } from '../../features/offers/map/lazy-offer-map.tsx';
import { MapSkeleton } from '../../features/offers/map/map-skeleton.tsx';
import { type OffersQuery, offersQuery, offersSummaryQuery } from '../../features/offers/offers.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { useIsWideScreen } from '../../lib/browser/use-media-query.ts';
import { useMe } from '../../lib/data/shared-queries.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import { getCurrentLanguage } from '../../lib/i18n/language.ts';
import { readStored, safeSessionStorage, useStored, writeStored } from '../../lib/storage/storage.ts';
import { loadBehindShell } from '../../performance/prerendered-shell.ts';
import { LanguageSelect } from '../../ui/language-picker.tsx';

/** Requests the list as soon as this code is loaded, while the page is rendering. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  loadBehindShell(() => {
    if (readStored('offersView') !== 'map')
      queryClient
        .infiniteQuery(offersQuery(readStoredQuery(new URL(request.url).search), i18n.language))
        .catch(noop);
    warmFormats();
  });

export const Component = () => (
  <NuqsAdapter>
    <Offers />
  </NuqsAdapter>
);

function Offers() {
  const { t } = useTranslation(['common', 'offers']);
  const isWide = useIsWideScreen();
  const { data: me, isLoading: isUserLoading } = useMe();
  const userLocation = useUserLocation({ fallbackToIp: true });
  const filters = useOfferFilters({ favouritesOnly: false, position: userLocation.position });
  const visitorArea = useVisitorArea(filters.query);
  const isLoading = isUserLoading || visitorArea.isLoading;
  const city = me?.city ?? visitorArea.city;
  const [view] = useOffersView();
  const [token] = useStored('token');
  if (view === 'map') {
    const heading = city || t('offers:nearby');
    return (
      <Suspense fallback={<MapSkeleton heading={heading} />}>
        <PageTitle>{t('titles.offers')}</PageTitle>
        {isLoading ? (
          <MapSkeleton heading={heading} />
        ) : (
          <OfferMap
            heading={heading}
            filters={filters}
            userLocation={userLocation}
            city={me ?? visitorArea}
          />
        )}
      </Suspense>
    );
  }
  return (
    <div className="gutter pt-4 pb-7 sm:py-7">
      <PageTitle>{t('titles.offers')}</PageTitle>
      <header className="mb-3 flex items-start justify-between gap-x-4 gap-y-2 max-sm:flex-wrap sm:mb-6">
        {isWide ? <OffersHeading name={me?.name} city={me?.city} query={filters.query} /> : null}
        <div className="flex min-w-0 items-center gap-3 max-sm:flex-1 max-sm:basis-28 sm:max-w-1/2 sm:shrink-0">
          <LocationLink city={city} userLocation={userLocation} variant={isWide ? 'pill' : 'head'} />
          {isWide ? <LocateButton userLocation={userLocation} className="size-12" /> : null}
        </div>
        {isWide ? null : (
          <div className="flex shrink-0 items-center gap-2">
            {token === null ? <LanguageSelect /> : null}
            <ViewToggle />
          </div>
        )}
      </header>
      <OfferControls filters={filters} userLocation={userLocation} heading={t('offers:nearby')} />
      <div className="mt-3 sm:mt-6">
        <OfferList filters={filters} />
      </div>
    </div>
  );
}

/** The city where a guest's list and map begin, kept for a sign-in; for users everything is undefined. */
function useVisitorArea(query: OffersQuery) {
  const { i18n } = useTranslation();
  const [token] = useStored('token');
  const { data, isLoading } = useQuery({
    ...offersSummaryQuery(i18n.language, getSummaryArea(query, null)),
    enabled: token === null,
  });
  useEffect(() => {
    const { city: label, latitude: lat = null, longitude: lon = null } = data ?? {};
    if (token === null && label && lat !== null && lon !== null)
      writeStored('guestCity', { label, lat, lon }, safeSessionStorage);
  }, [token, data]);
  return {
    isLoading,
    city: data && (data.city ?? ''),
    latitude: data?.latitude ?? null,
    longitude: data?.longitude ?? null,
  };
}

/**
 * The first use of each Intl formatter loads locale data, 10 to 20 ms on a desktop. Doing it while the server
 * responds keeps it out of rendering the first cards.
 */
function warmFormats(): void {
  for (const format of [formatMoney, formatDistance, formatTime])
    setTimeout(format, 0, 0, getCurrentLanguage());
}
