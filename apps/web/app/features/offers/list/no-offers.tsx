import { Button, ButtonLink } from '@wopack/ui/button.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { IconMapPin } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths, withNextPath } from '../../../lib/paths.ts';
import { getFoodImageUrl } from '../../../ui/images/food-image-url.ts';
import { useFoodNames } from '../filters/food.ts';
import type { OfferFilters } from '../filters/offer-filters.ts';
import { canBeSaved, SearchWish } from '../saved-searches/search-wish.tsx';

interface Props {
  filters: OfferFilters;
  favouritesOnly: boolean;
}

export function NoOffers({ filters, favouritesOnly }: Props) {
  const { t } = useTranslation('offers');
  const foodNames = useFoodNames(filters.food);
  if (filters.isFiltered) {
    const text = filters.text.trim();
    const isWishPossible = !favouritesOnly && canBeSaved(filters.query);
    // The narrowest of what the visitor has chosen.
    const reason = text ? 'noMatch' : filters.type ? 'noType' : filters.day ? 'noDay' : 'noFood';
    return (
      <EmptyState
        mood="asleep"
        title={t(`${reason}.title`, { text })}
        action={
          <div className="grid gap-3">
            {isWishPossible ? <SearchWish query={filters.query} /> : null}
            {filters.isExact ? (
              <Button variant="ghost" onClick={() => filters.setExact(false)}>
                {t('similarToo')}
              </Button>
            ) : null}
            <Button variant="ghost" onClick={filters.clear}>
              {t('showAll')}
            </Button>
          </div>
        }
      >
        {t(`${reason}.text`)}
        {/* A wish names them itself. */}
        {foodNames && !isWishPossible ? (
          <span className="block">{t('wish.food', { list: foodNames })}</span>
        ) : null}
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

/** Above what matches the filters elsewhere. */
export function NoMatchNearby({
  filters,
  nearestDistance,
}: {
  filters: OfferFilters;
  nearestDistance: number;
}) {
  const { t } = useTranslation('offers');
  const format = useFormat();
  return (
    <div className="mb-6 grid justify-items-center gap-3 rounded-lg bg-panel p-5 text-center">
      <div className="grid gap-1">
        <h2 className="h3">{t('noneNear.title')}</h2>
        <p className="text-muted">
          {t('noneNear.text', { distance: format.formatDistance(nearestDistance) })}
        </p>
      </div>
      {canBeSaved(filters.query) ? <SearchWish query={filters.query} /> : null}
    </div>
  );
}
