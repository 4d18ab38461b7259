import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { flattenPages } from '../../../lib/api/flatten-pages.ts';
import { cn } from '../../../lib/cn.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { lazyWithErrorBoundary } from '../../../ui/feedback/lazy-with-error-boundary.tsx';
import { LoadMore } from '../../../ui/feedback/load-more.tsx';
import type { OfferFilters } from '../filters/offer-filters.ts';
import { useLiveStock } from '../live/use-live-stock.ts';
import { offersQuery } from '../offers.api.ts';
import { OfferCard } from './offer-card.tsx';
import { OfferSkeletons, offerGridClass } from './offer-skeletons.tsx';
import { useIncrementalCount } from './use-incremental-count.ts';

/** Mostly there is something: not part of the first load. */
const NoOffers = lazyWithErrorBoundary(() => import('./no-offers.tsx'));
const NoOffersNearby = lazyWithErrorBoundary(() => import('./no-offers-nearby.tsx'));

/** Further away than this, in metres, is not near. */
const NEARBY_METERS = 25_000;

/** Every pack the filters find. The last answer stays on show, paler, while another is on its way. */
export function OfferList({
  filters,
  favouritesOnly = false,
  empty,
}: {
  filters: OfferFilters;
  favouritesOnly?: boolean;
  /** Instead of the usual words when there is nothing. */
  empty?: ReactNode;
}) {
  const { t, i18n } = useTranslation('offers');
  const list = useInfiniteQuery(offersQuery(filters.query, i18n.language));
  const { refetch } = list;
  // Twenty cards in one go hold up a slow phone for half a second: they are made in slices.
  const data = useDeferredValue(list.data);
  const offers = flattenPages(data?.pages);
  const shownCount = useIncrementalCount(offers.length);
  useLiveStock(offers.map(({ id }) => id));

  const nearestDistance = offers[0]?.distance ?? 0;

  if (list.isPending || (list.data && !data)) return <OfferSkeletons />;
  if (!data) {
    return (
      <ErrorState
        error={list.error}
        reassurance={t('safe')}
        isRetrying={list.isRefetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <section aria-label={t('list')} aria-busy={list.isPlaceholderData || undefined}>
      <p role="status" className="sr-only">
        {list.isPlaceholderData ? '' : t('found', { count: offers.length })}
      </p>
      {nearestDistance > NEARBY_METERS && !favouritesOnly && !filters.isFiltered ? (
        <Suspense fallback={<div className="min-h-96" />}>
          <NoOffersNearby nearestDistance={nearestDistance} />
        </Suspense>
      ) : null}
      {offers.length === 0 ? (
        <Suspense fallback={null}>
          {empty ?? <NoOffers filters={filters} favouritesOnly={favouritesOnly} />}
        </Suspense>
      ) : (
        <ul
          className={cn(
            offerGridClass,
            'transition-opacity duration-(--t-base)',
            list.isPlaceholderData && 'opacity-60',
          )}
        >
          {offers.slice(0, shownCount).map((offer, index) => (
            <li key={offer.id} className={index < 2 ? undefined : 'until-near'}>
              <OfferCard offer={offer} eager={index < 2} />
            </li>
          ))}
        </ul>
      )}
      {shownCount < offers.length ? null : (
        <LoadMore query={list} moreLabel={t('more')} errorMessage={t('moreFailed')} />
      )}
    </section>
  );
}
