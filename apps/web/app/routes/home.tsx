import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { TextLink } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { type ReactNode, Suspense, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MonthShares } from '../features/affiliates/share-list.tsx';
import { isRunning, myEntriesQuery, sellerAllocationsQuery } from '../features/allocation/allocation.api.ts';
import { RunningEntries } from '../features/allocation/mine/entry-list.tsx';
import { RunningOwnSlots } from '../features/allocation/seller/running-slots.tsx';
import { countChosen, type FoodChoice, toFoodQuery, useFoodChoice } from '../features/offers/filters/food.ts';
import { FoodChip } from '../features/offers/filters/food-chip.tsx';
import { OfferCard } from '../features/offers/list/offer-card.tsx';
import { OfferSkeletons, offerGridClass } from '../features/offers/list/offer-list.tsx';
import { useLiveStock } from '../features/offers/live/use-live-stock.ts';
import { type OffersQuery, offersQuery } from '../features/offers/offers.api.ts';
import { ordersQuery } from '../features/orders/buyer-orders.api.ts';
import { NextPickupCard } from '../features/orders/next-pickup-card.tsx';
import { SellerTodayCard } from '../features/orders/seller/seller-stats.tsx';
import { HomeValueCard } from '../features/orders/value/value-cards.tsx';
import { flattenPages, queryClient } from '../lib/api/query-client.ts';
import { useStoredPosition } from '../lib/browser/position.ts';
import { useToday } from '../lib/browser/use-now.ts';
import { startUserQueries, useMe, useMemberRights } from '../lib/data/shared-queries.ts';
import { useFormat } from '../lib/format/use-format.ts';
import { i18n } from '../lib/i18n/i18n.ts';
import { paths } from '../lib/paths.ts';
import { useStored } from '../lib/storage/storage.ts';

const monthSharesPlaceholder = (
  <Loading>
    <Skeleton className="h-[114px] max-w-[640px] rounded-lg" />
  </Loading>
);

export const loader = () =>
  startUserQueries(() => [
    queryClient.infiniteQuery(ordersQuery(i18n.language)),
    queryClient.query(myEntriesQuery),
  ]);

/**
 * “Today” in the menu. Each part loads its own data, and nothing may shift after rendering: user, next pickup
 * and running draws decide the layout, so nothing shows before all have loaded or failed.
 */
export function Component() {
  const { t, i18n } = useTranslation(['home', 'common']);
  const { data: me, isPending: isMePending } = useMe();
  const orders = useInfiniteQuery(ordersQuery(i18n.language));
  const { food, setFood } = useFoodChoice();
  const nearbyQueries = useNearbyQueries(food);
  const isLimited = countChosen(food) > 0;
  // Stays when the choice is cleared here, for whoever changes their mind.
  const [wasLimited, setWasLimited] = useState(isLimited);
  if (isLimited && !wasLimited) setWasLimited(true);
  // Read only to hide the next list until the height of this one is known.
  const favourites = useInfiniteQuery(offersQuery(nearbyQueries.favourites, i18n.language, PREVIEW_COUNT));
  const entries = useQuery(myEntriesQuery);
  const { can } = useMemberRights();
  const isMember = can('hand_out');
  const ownSlots = useQuery({ ...sellerAllocationsQuery({}), enabled: isMember });
  const isLayoutDecided =
    !isMePending && !orders.isPending && !entries.isPending && !(isMember && ownSlots.isPending);
  return (
    <div className="gutter grid grid-cols-[minmax(0,1fr)] gap-7 pt-5 pb-7 sm:gap-10 sm:py-7">
      <PageTitle>{t('common:titles.home')}</PageTitle>
      <Greeting name={me?.name} />
      <div className="grid *:col-start-1 *:row-start-1">
        {isLayoutDecided ? null : <HomeSkeleton />}
        <div
          className={cn(
            'grid grid-cols-[minmax(0,1fr)] content-start gap-7 sm:gap-10',
            !isLayoutDecided && 'invisible',
          )}
        >
          <NextPickupCard />
          <HomeValueCard />
          <RunningEntries />
          {isMember ? <SellerTodayCard /> : null}
          {isMember && (ownSlots.isError || ownSlots.data?.some(isRunning)) ? <RunningOwnSlots /> : null}
          {me?.is_partner ? (
            <Suspense fallback={monthSharesPlaceholder}>
              <MonthShares placeholder={monthSharesPlaceholder} />
            </Suspense>
          ) : null}
          {wasLimited ? (
            <div className="flex min-w-0">
              <FoodChip filters={{ food, setFood, query: nearbyQueries.all }} raised={false} />
            </div>
          ) : null}
          <OfferPreviewList
            title={t('favourites.title')}
            query={nearbyQueries.favourites}
            to={paths.favourites}
            moreLabel={t('favourites.all')}
            empty={t(isLimited ? 'favourites.noneSuits' : 'favourites.none')}
          />
          <OfferPreviewList
            title={t('near.title')}
            query={nearbyQueries.all}
            to={paths.offers}
            moreLabel={t('near.all')}
            empty={t(isLimited ? 'near.noneSuits' : 'near.none')}
            isInvisible={favourites.isPending}
          />
        </div>
      </div>
    </div>
  );
}

const HomeSkeleton = () => (
  <Loading className="grid content-start gap-7 sm:gap-10">
    <Skeleton className="h-[230px] rounded-lg sm:rounded-xl" />
    <Skeleton className="h-[230px] rounded-lg sm:rounded-xl" />
  </Loading>
);

function Greeting({ name }: { name: string | undefined }) {
  const { t } = useTranslation('home');
  const { formatDate } = useFormat();
  const today = useToday();
  const firstName = name?.trim().split(/\s+/)[0];
  return (
    <header>
      <h1 className="d2">{firstName ? t('hello', { name: firstName }) : t('today')}</h1>
      <p className="mt-1 text-muted first-letter:uppercase">{formatDate(today)}</p>
    </header>
  );
}

/**
 * What suits the user, near their position, else near the city selected here; the server knows the account's city.
 */
function useNearbyQueries(food: FoodChoice) {
  const { position } = useStoredPosition();
  const [city] = useStored('selectedCity');
  return useMemo(() => {
    const coordinates = position
      ? { latitude: position.latitude, longitude: position.longitude }
      : city
        ? { latitude: city.lat, longitude: city.lon }
        : {};
    const all = {
      sort: position ? ('me' as const) : ('center' as const),
      ...coordinates,
      ...toFoodQuery(food),
    };
    return { all, favourites: { ...all, needFavourite: 'yes' } };
  }, [position, city, food]);
}

const PREVIEW_COUNT = 3;

interface Props {
  title: string;
  query: OffersQuery;
  /** Link to the complete list. */
  to: string;
  moreLabel: string;
  /** Shown when no offer of the list is available. */
  empty: ReactNode;
  /** Loads and keeps its space while the content above has not loaded yet. */
  isInvisible?: boolean;
}

/** The first available offers of a list, and a link to all. */
function OfferPreviewList({ title, query, to, moreLabel, empty, isInvisible = false }: Props) {
  const { i18n } = useTranslation();
  const id = useId();
  const list = useInfiniteQuery(offersQuery(query, i18n.language, PREVIEW_COUNT));
  const offers = flattenPages(list.data?.pages.slice(0, 1)).filter(({ quantity }) => quantity > 0);
  useLiveStock(offers.map((offer) => offer.id));
  return (
    <section
      aria-labelledby={id}
      className={cn('grid grid-cols-[minmax(0,1fr)] gap-4', isInvisible && 'invisible')}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="h2">
          {title}
        </h2>
        <TextLink to={to} className="text-sm">
          {moreLabel}
        </TextLink>
      </div>
      <QueryState query={list} loading={<OfferSkeletons count={PREVIEW_COUNT} />} isInline>
        {() =>
          offers.length === 0 ? (
            <div className="text-muted">{empty}</div>
          ) : (
            <ul
              aria-busy={list.isPlaceholderData || undefined}
              className={cn(offerGridClass, list.isPlaceholderData && 'opacity-60')}
            >
              {offers.map((offer) => (
                <li key={offer.id}>
                  <OfferCard offer={offer} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </section>
  );
}
