import { useTranslation } from 'react-i18next';
import { OfferControls } from '../../modules/offers/offer-controls.tsx';
import { useOfferFilters } from '../../modules/offers/offer-filters.ts';
import { OfferList } from '../../modules/offers/offer-list.tsx';
import { useLocate } from '../../modules/offers/use-locate.ts';
import { PageTitle } from '../../ui/page-title.tsx';

export default function Favorite() {
  const { t } = useTranslation();
  const place = useLocate({ orByIp: true });
  const filters = useOfferFilters({ favouritesOnly: true, position: place.position });
  return (
    <div className="gutter pt-5 pb-7 sm:py-7">
      <PageTitle>{t('titles.favorite')}</PageTitle>
      <h1 className="d2 mb-4 sm:mb-6">{t('titles.favorite')}</h1>
      <OfferControls filters={filters} place={place} />
      <div className="mt-3 sm:mt-6">
        <OfferList filters={filters} favouritesOnly />
      </div>
    </div>
  );
}
