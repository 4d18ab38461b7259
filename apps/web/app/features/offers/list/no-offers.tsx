import { Button, ButtonLink } from '@wopack/ui/button.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { IconMapPin } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths, withNextPath } from '../../../lib/paths.ts';
import { getFoodImageUrl } from '../../../ui/images/food-image-url.ts';
import type { OfferFilters } from '../filters/offer-filters.ts';

interface Props {
  filters: OfferFilters;
  favouritesOnly: boolean;
}

export function NoOffers({ filters, favouritesOnly }: Props) {
  const { t } = useTranslation('offers');
  if (filters.isFiltered) {
    const text = filters.text.trim();
    return (
      <EmptyState
        mood="asleep"
        title={text ? t('noMatch.title', { text }) : t(filters.type ? 'noType.title' : 'noDay.title')}
        action={<Button onClick={filters.clear}>{t('showAll')}</Button>}
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

/** `nearestDistance`: metres to the nearest offer elsewhere. */
export function NoOffersNearby({ nearestDistance }: { nearestDistance?: number }) {
  const { t } = useTranslation('offers');
  const format = useFormat();
  const { pathname, search } = useLocation();
  return (
    <EmptyState
      mood="asleep"
      title={t('none.title')}
      action={
        <ButtonLink to={withNextPath(paths.changeCity, pathname + search)} icon={<IconMapPin />}>
          {t('none.action')}
        </ButtonLink>
      }
    >
      {nearestDistance === undefined
        ? t('none.text')
        : t('none.far', { distance: format.formatDistance(nearestDistance) })}
    </EmptyState>
  );
}
