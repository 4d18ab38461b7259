import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { i18n } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query-client.ts';
import { read } from '../../lib/storage.ts';
import { useWide } from '../../lib/use-media.ts';
import { useMe } from '../../modules/identity/identity.api.ts';
import { Greeting } from '../../modules/offers/greeting.tsx';
import { LocateButton } from '../../modules/offers/locate-button.tsx';
import { MapBones } from '../../modules/offers/map-bones.tsx';
import { OfferMap } from '../../modules/offers/map-view.tsx';
import { OfferControls } from '../../modules/offers/offer-controls.tsx';
import { keptQuery, useOfferFilters } from '../../modules/offers/offer-filters.ts';
import { OfferList } from '../../modules/offers/offer-list.tsx';
import { offersQuery } from '../../modules/offers/offers.api.ts';
import { PlaceLine } from '../../modules/offers/place-line.tsx';
import { useLocate } from '../../modules/offers/use-locate.ts';
import { useOffersView } from '../../modules/offers/use-offers-view.ts';
import { ViewToggle } from '../../modules/offers/view-toggle.tsx';
import { warmFormats } from '../../modules/offers/warm-formats.ts';
import { PageTitle } from '../../ui/page-title.tsx';

/**
 * The list is asked for as soon as this code is there; the page is put up meanwhile.
 * @public for lazy-page.ts
 */
export function prepare(): void {
  if (read('offersView') !== 'map')
    void queryClient.prefetchInfiniteQuery(offersQuery(keptQuery(), i18n.language));
  warmFormats();
}

export default function Offers() {
  const { t } = useTranslation(['common', 'offers']);
  const wide = useWide();
  const { data: me, isLoading } = useMe();
  const place = useLocate({ orByIp: true });
  const filters = useOfferFilters({ favouritesOnly: false, position: place.position });
  const [view] = useOffersView();
  if (view === 'map') {
    const heading = me?.city || t('offers:nearby');
    return (
      <Suspense fallback={<MapBones heading={heading} />}>
        <PageTitle>{t('titles.offers')}</PageTitle>
        {isLoading ? (
          <MapBones heading={heading} />
        ) : (
          <OfferMap heading={heading} filters={filters} place={place} city={me} />
        )}
      </Suspense>
    );
  }
  return (
    <div className="gutter pt-4 pb-7 sm:py-7">
      <PageTitle>{t('titles.offers')}</PageTitle>
      <header className="mb-3 flex items-start justify-between gap-4 sm:mb-6">
        {wide ? <Greeting name={me?.name} query={filters.query} /> : null}
        <div className="flex min-w-0 items-center gap-3">
          <PlaceLine city={me?.city} place={place} look={wide ? 'pill' : 'head'} />
          {wide ? <LocateButton place={place} className="size-12" /> : null}
        </div>
        {wide ? null : <ViewToggle />}
      </header>
      <OfferControls filters={filters} place={place} heading={t('offers:nearby')} />
      <div className="mt-3 sm:mt-6">
        <OfferList filters={filters} />
      </div>
    </div>
  );
}
