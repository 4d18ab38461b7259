import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LoadMore } from '../../../ui/feedback/load-more.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { InlineError } from '../../../ui/form/inline-error.tsx';
import { ReviewItem } from './review-item.tsx';
import { reviewsQuery } from './reviews.api.ts';

/** What buyers said about a seller, newest first. */
export function ReviewList({ sellerId }: { sellerId: number }) {
  const { t } = useTranslation('about-seller');
  const list = useInfiniteQuery(reviewsQuery(sellerId));
  if (list.isPending) return <ReviewListSkeleton />;
  if (!list.data) return <InlineError error={list.error} onRetry={() => void list.refetch()} />;
  const reviews = list.data.pages.flatMap((page) => page.data);
  if (reviews.length === 0) return <p className="text-2">{t('noReviews')}</p>;
  return (
    <>
      <ul className="divide-y divide-line">
        {reviews.map((review, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
          <ReviewItem key={index} review={review} />
        ))}
      </ul>
      <LoadMore query={list} moreLabel={t('moreReviews')} errorMessage={t('moreFailed')} />
    </>
  );
}

const ReviewListSkeleton = () => (
  <Loading className="grid gap-4">
    {['a', 'b', 'c'].map((key) => (
      <Skeleton key={key} className="h-20" />
    ))}
  </Loading>
);
