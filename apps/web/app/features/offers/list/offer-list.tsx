import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { NEARBY_METRES } from '@wopack/domain';
import { cn } from '@wopack/ui/cn.ts';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { ErrorState } from '@wopack/ui/feedback/states.tsx';
import { type ReactNode, startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { flattenPages } from '../../../lib/api/query-client.ts';
import { useStoredPosition } from '../../../lib/browser/position.ts';
import { useNow } from '../../../lib/browser/use-now.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { LoadMore } from '../../../ui/lists.tsx';
import type { OfferFilters } from '../filters/offer-filters.ts';
import { useLiveStock } from '../live/use-live-stock.ts';
import { type OffersQuery, offersQuery, offersSummaryQuery, type SummaryArea } from '../offers.api.ts';
import { canBeSaved, SearchWish } from '../saved-searches/search-wish.tsx';
import { NoMatchNearby, NoOffers, NoOffersNearby } from './no-offers.tsx';
import { OfferCard } from './offer-card.tsx';
import { SearchNote } from './search-note.tsx';

const PHOTO_CLASS = 'block aspect-[16/9.6] w-full rounded-lg';

/** Template for a photo that is shown before the app starts (performance/request-offers-early.ts). */
const PhotoTemplate = () => (
  <template>
    <img alt="" width={960} height={576} sizes="100vw" className={`${PHOTO_CLASS} bg-quiet object-cover`} />
  </template>
);

export const OfferSkeletons = ({ count = 6 }: { count?: number }) => (
  <Loading>
    <div className={offerGridClass}>
      {[1, 2, 3, 4, 5, 6].slice(0, count).map((index) => (
        <div key={index} className="grid gap-3">
          <Skeleton data-photo="" className={PHOTO_CLASS}>
            {import.meta.env.SSR ? <PhotoTemplate /> : null}
          </Skeleton>
          <div className="flex justify-between">
            <Skeleton className="h-[18px] w-1/2" />
            <Skeleton className="h-[18px] w-16" />
          </div>
          <Skeleton className="h-3.5 w-2/5" />
          <Skeleton className="h-3.5 w-1/3" />
        </div>
      ))}
    </div>
  </Loading>
);

/** One, two or three columns. */
export const offerGridClass = 'grid gap-x-7 gap-y-6 sm:grid-cols-2 sm:gap-y-9 xl:grid-cols-3';

/** About two screens of a phone. */
const STEP_SIZE = 6;

/**
 * How many of `total` rows to render: a few more at a time, since rendering all would block a slow phone. Navigation
 * back renders all at once.
 */
export function useIncrementalCount(total: number): number {
  // React Router's key of the first history entry.
  const isFirstPage = useLocation().key === 'default';
  const [shownCount, setShownCount] = useState(isFirstPage ? STEP_SIZE : total);
  useEffect(() => {
    if (shownCount < total) setTimeout(() => startTransition(() => setShownCount(shownCount + STEP_SIZE)));
  }, [shownCount, total]);
  return Math.max(shownCount, STEP_SIZE);
}

/** With fewer that can be bought nearby, somebody may want to be told of the next. */
const FEW_OFFERS = 3;

interface OfferListProps {
  query: OffersQuery;
  /** What an empty list shows, by what it was limited to. */
  empty: ReactNode;
  /** Those that the query has been made of; none where a visitor cannot filter. */
  filters?: OfferFilters;
  favouritesOnly?: boolean;
}

/** The previous result stays on screen, faded, while another one loads. */
function OfferListOfQuery({ query, empty, filters, favouritesOnly = false }: OfferListProps) {
  const { t, i18n } = useTranslation('offers');
  const list = useInfiniteQuery(offersQuery(query, i18n.language));
  // Twenty cards rendered at once block a slow phone for half a second; a deferred value renders in slices.
  const data = useDeferredValue(list.data);
  const offers = flattenPages(data?.pages);
  const shownCount = useIncrementalCount(offers.length);
  useLiveStock(offers.map(({ id }) => id));

  const nearestDistance = Math.min(...offers.map(({ distance }) => distance ?? 0));
  const isFar = offers.length > 0 && nearestDistance > NEARBY_METRES && !favouritesOnly;
  const nearCount = offers.filter(
    ({ quantity, distance }) => quantity > 0 && (distance ?? 0) <= NEARBY_METRES,
  ).length;
  const isWishPossible = !favouritesOnly && filters?.isFiltered && canBeSaved(query);

  if (list.isPending || (list.data && !data)) return <OfferSkeletons />;
  if (!data) return <ErrorState query={list} reassurance={t('safe')} />;
  return (
    <section aria-label={t('list')} aria-busy={list.isPlaceholderData || undefined}>
      <p role="status" className="sr-only">
        {list.isPlaceholderData ? '' : t('found', { count: offers.length })}
      </p>
      {isFar && !filters?.isFiltered ? <NoOffersNearby nearestDistance={nearestDistance} /> : null}
      {isFar && filters?.isFiltered ? (
        <NoMatchNearby filters={filters} nearestDistance={nearestDistance} />
      ) : null}
      {offers.length > 0 && filters ? (
        <SearchNote search={data.pages[0]?.search} onExact={() => filters.setExact(true)} />
      ) : null}
      {offers.length === 0 ? (
        empty
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
      {isWishPossible && !isFar && offers.length > 0 && nearCount < FEW_OFFERS && !list.hasNextPage ? (
        <div className="mt-6 grid justify-items-center gap-3 rounded-lg bg-panel p-5 text-center">
          <p className="font-semibold">{t('wish.few')}</p>
          <SearchWish query={query} />
        </div>
      ) : null}
      {shownCount < offers.length ? null : <LoadMore query={list} errorMessage={t('moreFailed')} />}
    </section>
  );
}

/** Offers of all sellers, with the filters of the visitor. */
export const OfferList = ({
  filters,
  favouritesOnly = false,
}: {
  filters: OfferFilters;
  favouritesOnly?: boolean;
}) => (
  <OfferListOfQuery
    query={filters.query}
    empty={<NoOffers filters={filters} favouritesOnly={favouritesOnly} />}
    filters={filters}
    favouritesOnly={favouritesOnly}
  />
);

interface OffersHeadingProps {
  name: string | undefined;
  city?: string | null | undefined;
  query: OffersQuery;
}

/** A greeting with the number of units on sale in the city: the number of the landing page. */
export function OffersHeading({ name, city, query }: OffersHeadingProps) {
  const { t } = useTranslation('offers');
  const now = useNow(60_000);
  const dayPart = getPartOfDay(new Date(now).getHours());
  return (
    <div>
      <h1 className="d2">{name ? t(`greeting.${dayPart}`, { name }) : t(`hello.${dayPart}`)}</h1>
      <p className="mt-2 min-h-6 text-muted">
        <OnSaleSummary query={query} city={city} now={now} />
      </p>
    </div>
  );
}

/** Until the server has counted, the units of a list that is there in full. */
function OnSaleSummary({ query, city: ownCity, now }: Omit<OffersHeadingProps, 'name'> & { now: number }) {
  const { t, i18n } = useTranslation('offers');
  const format = useFormat();
  const { data, hasNextPage } = useInfiniteQuery(offersQuery(query, i18n.language));
  const offersOnSale = flattenPages(data?.pages).filter(
    (offer) => offer.quantity > 0 && Date.parse(offer.pickup_end) > now,
  );
  const count = offersOnSale.reduce((sum, offer) => sum + offer.quantity, 0);
  const { data: summary } = useQuery({
    ...offersSummaryQuery(i18n.language, getSummaryArea(query, ownCity)),
    enabled: data !== undefined,
  });
  if (summary?.city) {
    const { packs: unitCount, city } = summary;
    return summary.is_exact
      ? t('waitingIn', { count: unitCount, city })
      : t('waitingInMany', { packs: unitCount, city });
  }
  if (count === 0 || hasNextPage) return null;
  const nextClosing = Math.min(...offersOnSale.map((offer) => Date.parse(offer.pickup_end)));
  return (
    <>
      {t('waiting', { count })}{' '}
      {nextClosing > now ? t('nextCloses', { duration: format.formatDuration(nextClosing - now) }) : null}
    </>
  );
}

/** Where the list begins: an account's own city comes before one that is stored in the browser. */
export const getSummaryArea = (
  { latitude, longitude, sort }: OffersQuery,
  city: string | null | undefined,
): SummaryArea => (sort === 'center' && city ? { city } : { latitude, longitude });

const getPartOfDay = (hour: number) =>
  hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 20 ? 'afternoon' : 'evening';

/** All offers of a seller or of a sale place. */
type OfferScope = Pick<OffersQuery, 'seller_id' | 'sale_place_id'>;

/** The offers of a seller or of a sale place, independent of the stored filters. */
export function ScopedOfferList({ scope, empty }: { scope: OfferScope; empty: ReactNode }) {
  return <OfferListOfQuery query={useScopedOffersQuery(scope)} empty={empty} />;
}

/** Whether these offers are loading: until then their height is unknown. */
export function useIsScopedListPending(scope: OfferScope): boolean {
  const { i18n } = useTranslation();
  return useInfiniteQuery(offersQuery(useScopedOffersQuery(scope), i18n.language)).isPending;
}

function useScopedOffersQuery({ seller_id: sellerId, sale_place_id: salePlaceId }: OfferScope): OffersQuery {
  const { position } = useStoredPosition();
  return useMemo(
    () => ({
      ...(sellerId && { seller_id: sellerId }),
      ...(salePlaceId && { sale_place_id: salePlaceId }),
      ...position,
    }),
    [sellerId, salePlaceId, position],
  );
}
