import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useParams } from 'react-router';
import { ReferredSellerSection } from '../../features/affiliates/referred-user-list.tsx';
import { ReportContent } from '../../features/content-reports/report-content.tsx';
import { ScopedOfferList, useIsScopedListPending } from '../../features/offers/list/offer-list.tsx';
import { offersQuery } from '../../features/offers/offers.api.ts';
import { reviewsQuery } from '../../features/orders/buyer-orders.api.ts';
import { ReviewList } from '../../features/orders/reviews/review-list.tsx';
import {
  SellerHeader,
  SellerSalePlaces,
  useSellerHeading,
} from '../../features/sale-places/sale-place-profile.tsx';
import { type SellerProfile, sellerProfileQuery } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { getStoredPosition } from '../../lib/browser/position.ts';
import { startUserQueries, useMe } from '../../lib/data/shared-queries.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import { parseId, paths } from '../../lib/paths.ts';

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = parseId(params.id);
  if (id === null) return null;
  return startUserQueries(() => [
    queryClient.query(sellerProfileQuery(id, i18n.language)),
    queryClient.infiniteQuery(reviewsQuery({ sellerId: id }, i18n.language)),
    queryClient.infiniteQuery(offersQuery({ seller_id: id, ...getStoredPosition().position }, i18n.language)),
  ]);
};

export function Component() {
  const { t, i18n } = useTranslation(['about-seller', 'common']);
  const id = Number(useParams().id);
  const query = useQuery({
    ...sellerProfileQuery(id, i18n.language),
    enabled: Number.isInteger(id) && id > 0,
  });
  return (
    <div className="gutter pt-5 pb-7 sm:py-7">
      {query.data ? null : <PageTitle>{t('common:titles.sellerProfile')}</PageTitle>}
      <QueryState
        query={query}
        heading={<h1 className="sr-only">{t('common:titles.sellerProfile')}</h1>}
        loading={<SellerProfileSkeleton />}
        missing={
          <EmptyState
            mood="round"
            title={t('goneTitle')}
            action={<ButtonLink to={paths.offers}>{t('seeOffers')}</ButtonLink>}
          >
            {t('goneText')}
          </EmptyState>
        }
      >
        {(seller) => <SellerProfileContent seller={seller} />}
      </QueryState>
    </div>
  );
}

function SellerProfileContent({ seller }: { seller: SellerProfile }) {
  const { data: me } = useMe();
  const { t, i18n } = useTranslation('about-seller');
  const heading = useSellerHeading(seller);
  const isOffersPending = useIsScopedListPending({ seller_id: seller.id });
  const { isPending: isReviewsPending } = useInfiniteQuery(
    reviewsQuery({ sellerId: seller.id }, i18n.language),
  );
  // All at once: content that loads later would shift what is being read.
  if (isOffersPending || isReviewsPending) {
    return (
      <>
        <PageTitle>{heading}</PageTitle>
        <h1 className="sr-only">{heading}</h1>
        <SellerProfileSkeleton />
      </>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-7 sm:gap-9">
      <PageTitle>{heading}</PageTitle>
      <SellerHeader seller={seller} />
      <section aria-labelledby="seller-offers" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2 id="seller-offers" className="h2">
          {t('onSale')}
        </h2>
        <ScopedOfferList
          scope={{ seller_id: seller.id }}
          empty={<p className="text-muted">{t('nothingOnSale')}</p>}
        />
      </section>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-7 lg:grid-cols-[minmax(0,1fr)_380px] lg:gap-10">
        <section aria-labelledby="seller-reviews">
          <h2 id="seller-reviews" className="h2 mb-4">
            {t('reviews')}
          </h2>
          <ReviewList
            subject={{ sellerId: seller.id }}
            renderReport={(subject, name) => <ReportContent subject={subject} name={name} />}
          />
        </section>
        <div className="grid gap-5 max-lg:-order-1">
          <section aria-labelledby="seller-places" className="rounded-lg bg-panel p-4 sm:p-6">
            <h2 id="seller-places" className="h2 mb-4">
              {t('places', { count: seller.places.length })}
            </h2>
            <SellerSalePlaces salePlaces={seller.places} />
          </section>
          {me?.is_partner ? (
            <Suspense fallback={null}>
              <ReferredSellerSection sellerId={seller.id} />
            </Suspense>
          ) : null}
        </div>
      </div>
      <ReportContent subject={{ kind: 'seller', id: seller.id }} />
    </div>
  );
}

/** At least the height of the screen, so that the footer does not jump. */
const SellerProfileSkeleton = () => (
  <Loading className="grid min-h-dvh content-start gap-7">
    <div className="flex gap-4">
      <Skeleton className="size-18 rounded-lg sm:size-24" />
      <Skeleton className="h-8 w-1/2" />
    </div>
    <Skeleton className="h-[300px] rounded-lg" />
  </Loading>
);
