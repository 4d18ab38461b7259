import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useWide } from '../../lib/use-media.ts';
import { useMe } from '../../modules/identity/identity.api.ts';
import { MapBones } from '../../modules/offers/map-bones.tsx';
import { OfferMap } from '../../modules/offers/map-view.tsx';
import { OfferControls } from '../../modules/offers/offer-controls.tsx';
import { useOfferFilters } from '../../modules/offers/offer-filters.ts';
import { OfferList } from '../../modules/offers/offer-list.tsx';
import { useLocate } from '../../modules/offers/use-locate.ts';
import { useOffersView } from '../../modules/offers/use-offers-view.ts';
import { ViewToggle } from '../../modules/offers/view-toggle.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

export default function Favorite() {
  const { t } = useTranslation();
  const place = useLocate({ orByIp: true });
  const filters = useOfferFilters({ favouritesOnly: true, position: place.position });
  const wide = useWide();
  const { data: me, isLoading } = useMe();
  const [view] = useOffersView();
  if (view === 'map') {
    return (
      <Suspense fallback={<MapBones heading={t('titles.favorite')} />}>
        <PageTitle>{t('titles.favorite')}</PageTitle>
        {isLoading ? (
          <MapBones heading={t('titles.favorite')} />
        ) : (
          <OfferMap heading={t('titles.favorite')} filters={filters} place={place} city={me} />
        )}
      </Suspense>
    );
  }
  return (
    <div className="gutter pt-5 pb-7 sm:py-7">
      <PageTitle>{t('titles.favorite')}</PageTitle>
      <div className="mb-4 flex items-center justify-between gap-3 sm:mb-6">
        <h1 className="d2">{t('titles.favorite')}</h1>
        {wide ? null : <ViewToggle />}
      </div>
      <OfferControls filters={filters} place={place} />
      <div className="mt-3 sm:mt-6">
        <OfferList filters={filters} favouritesOnly />
      </div>
    </div>
  );
}
