import { Button, ButtonLink } from '@wopack/ui/button.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { getFoodImageUrl } from '../../../ui/images/food-image-url.ts';
import type { OfferFilters } from '../filters/offer-filters.ts';
import NoOffersNearby from './no-offers-nearby.tsx';

interface Props {
  filters: OfferFilters;
  favouritesOnly: boolean;
}

export default function NoOffers({ filters, favouritesOnly }: Props) {
  const { t } = useTranslation('offers');
  if (filters.isFiltered) {
    const text = filters.text.trim();
    const showAll = () => {
      filters.setText(null);
      filters.setType(0);
      if (filters.day) filters.setDay(null);
    };
    return (
      <EmptyState
        mood="asleep"
        title={text ? t('noMatch.title', { text }) : t(filters.type ? 'noType.title' : 'noDay.title')}
        action={<Button onClick={showAll}>{t('showAll')}</Button>}
      >
        {t(text ? 'noMatch.text' : filters.type ? 'noType.text' : 'noDay.text')}
      </EmptyState>
    );
  }
  if (favouritesOnly) return <NoFavourites />;
  return <NoOffersNearby />;
}

function NoFavourites() {
  const { t } = useTranslation('offers');
  return (
    <EmptyState
      title={t('noFavourites.title')}
      mascotAccessory={<img src={getFoodImageUrl('heart', 'large')} alt="" width={256} height={256} />}
      action={<ButtonLink to={paths.offers}>{t('seeOffers')}</ButtonLink>}
    >
      {t('noFavourites.text')}
    </EmptyState>
  );
}
