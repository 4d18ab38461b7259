import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, Navigate, useLocation, useParams } from 'react-router';
import { ReportContent } from '../../features/content-reports/report-content.tsx';
import { SellerLegalInfo } from '../../features/offers/detail/offer-facts.tsx';
import { LazySalePlaceMap } from '../../features/offers/detail/offer-sale-place.tsx';
import { PhotoGrid, PhotoStrip } from '../../features/offers/detail/photos.tsx';
import { TrustFigures } from '../../features/offers/detail/value-figure.tsx';
import { ScopedOfferList, useIsScopedListPending } from '../../features/offers/list/offer-list.tsx';
import { offersQuery } from '../../features/offers/offers.api.ts';
import { reviewsQuery } from '../../features/orders/buyer-orders.api.ts';
import { SalePlaceImpact } from '../../features/orders/impact/sale-place-impact.tsx';
import { ReviewList } from '../../features/orders/reviews/review-list.tsx';
import {
  PickupHours,
  SalePlaceContact,
  SalePlaceHeader,
  SellerLink,
} from '../../features/sale-places/sale-place-profile.tsx';
import { type SalePlaceProfile, salePlaceProfileQuery } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { getStoredPosition } from '../../lib/browser/position.ts';
import { useIsWideScreen } from '../../lib/browser/use-media-query.ts';
import { useNow } from '../../lib/browser/use-now.ts';
import { startQueries } from '../../lib/data/shared-queries.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import { parseId, paths } from '../../lib/paths.ts';
import { ShareButton } from '../../ui/share.tsx';

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = parseId(params.id);
  if (id === null) return null;
  return startQueries(() => [
    queryClient.query(salePlaceProfileQuery(id, i18n.language)),
    queryClient.infiniteQuery(reviewsQuery({ salePlaceId: id }, i18n.language)),
    queryClient.infiniteQuery(
      offersQuery({ sale_place_id: id, ...getStoredPosition().position }, i18n.language),
    ),
  ]);
};

export function Component() {
  const { t, i18n } = useTranslation(['about-seller', 'common']);
  const id = parseId(useParams().id);
  const query = useQuery({ ...salePlaceProfileQuery(id ?? 0, i18n.language), enabled: id !== null });
  const { data } = query;
  // Another one took its place: this address is on stickers and in messages.
  if (data && data.id !== id) return <Navigate to={paths.salePlace(data.id)} replace />;
  const title = data?.name ?? t('common:titles.salePlace');
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {data ? (
        <SalePlaceContent key={data.id} salePlace={data} />
      ) : (
        <div className="gutter py-5 sm:py-7">
          <h1 className="sr-only">{title}</h1>
          <QueryState
            query={query}
            loading={<SalePlaceSkeleton />}
            missing={
              <EmptyState
                mood="round"
                title={t('place.goneTitle')}
                action={<ButtonLink to={paths.offers}>{t('seeOffers')}</ButtonLink>}
              >
                {t('place.goneText')}
              </EmptyState>
            }
          >
            {() => null}
          </QueryState>
        </div>
      )}
    </>
  );
}

function SalePlaceContent({ salePlace }: { salePlace: SalePlaceProfile }) {
  const { t, i18n } = useTranslation('about-seller');
  const isWide = useIsWideScreen();
  const now = useNow(60_000);
  const scope = { sale_place_id: salePlace.id };
  const isOffersPending = useIsScopedListPending(scope);
  const reviewSubject = { salePlaceId: salePlace.id };
  const { isPending: isReviewsPending } = useInfiniteQuery(reviewsQuery(reviewSubject, i18n.language));
  const photographed = { photos: salePlace.photos, types: salePlace.categories };
  const hasPhotos = salePlace.photos.length > 0;
  const { hash } = useLocation();
  const isLoading = isOffersPending || isReviewsPending;
  useEffect(() => {
    if (hash === '#reviews' && !isLoading) document.getElementById('reviews')?.scrollIntoView?.();
  }, [hash, isLoading]);
  // All at once: content that loads later would shift what is being read.
  if (isLoading)
    return (
      <div className="gutter py-5 sm:py-7">
        <h1 className="sr-only">{salePlace.name}</h1>
        <SalePlaceSkeleton />
      </div>
    );
  return (
    <article className={isWide ? 'gutter mx-auto max-w-[1320px] py-7' : undefined}>
      {hasPhotos && !isWide ? <PhotoStrip subject={photographed} /> : null}
      {hasPhotos && isWide ? <PhotoGrid subject={photographed} /> : null}
      <div
        className={
          isWide
            ? 'mt-7 grid grid-cols-[minmax(0,1fr)] gap-9'
            : `gutter relative grid grid-cols-[minmax(0,1fr)] gap-7 bg-page pt-6.5 pb-7 ${hasPhotos ? '-mt-7 rounded-t-[28px]' : ''}`
        }
      >
        <div className="flex items-start justify-between gap-4">
          <SalePlaceHeader salePlace={salePlace} />
          <ShareButton title={salePlace.name} variant="flat" />
        </div>
        <div className="max-w-[640px] empty:hidden">
          <TrustFigures trust={salePlace} valueCents={null} />
        </div>
        <section aria-labelledby="place-offers" className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <h2 id="place-offers" className="h2">
            {t('onSale')}
          </h2>
          <ScopedOfferList
            scope={scope}
            empty={
              <p className={salePlace.paused ? 'font-semibold' : 'text-muted'}>
                {t(salePlace.paused ? 'place.pausedText' : 'nothingOnSale')}
              </p>
            }
          />
        </section>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-7 lg:grid-cols-[minmax(0,1fr)_380px] lg:gap-10">
          <div className="grid gap-7 lg:order-2">
            <section aria-labelledby="place-hours" className="rounded-lg bg-panel p-4 sm:p-6">
              <h2 id="place-hours" className="h2 mb-3">
                {t('place.hours')}
              </h2>
              <PickupHours salePlace={salePlace} now={now} />
            </section>
            <SalePlaceImpact id={salePlace.id} />
            <section aria-labelledby="place-address" className="grid gap-3">
              <h2 id="place-address" className="h2">
                {t('place.find')}
              </h2>
              <SalePlaceContact salePlace={salePlace} />
              <LazySalePlaceMap offer={{ types: salePlace.categories, sale_place: salePlace }} />
            </section>
          </div>
          <section id="reviews" aria-labelledby="place-reviews" className="scroll-mt-20">
            <h2 id="place-reviews" className="h2 mb-4">
              {t('reviews')}
            </h2>
            <ReviewList
              subject={reviewSubject}
              renderReport={(subject, name) => <ReportContent subject={subject} name={name} />}
            />
          </section>
        </div>
        <footer className="border-t border-line pt-4">
          <SellerLegalInfo seller={salePlace.seller} />
          <SellerLink salePlace={salePlace} />
        </footer>
      </div>
    </article>
  );
}

/** At least the height of the screen, so that the footer does not jump. */
const SalePlaceSkeleton = () => (
  <Loading className="grid min-h-dvh content-start gap-6">
    <Skeleton className="h-[300px] rounded-lg" />
    <Skeleton className="h-8 w-1/2" />
    <Skeleton className="h-[220px] rounded-lg" />
  </Loading>
);
