import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getLocale } from '../../../lib/i18n/language.ts';
import { Stars } from '../../../ui/display/rating.tsx';
import { InlineError } from '../../../ui/feedback/inline-error.tsx';
import { LoadMore } from '../../../ui/feedback/load-more.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { type Review, reviewsQuery } from '../buyer-orders.api.ts';

export function ReviewList({ sellerId }: { sellerId: number }) {
  const { t } = useTranslation('about-seller');
  const list = useInfiniteQuery(reviewsQuery(sellerId));
  if (list.isPending) return <ReviewListSkeleton />;
  if (!list.data) return <InlineError error={list.error} onRetry={() => void list.refetch()} />;
  const reviews = list.data.pages.flatMap((page) => page.data);
  if (reviews.length === 0) return <p className="text-muted">{t('noReviews')}</p>;
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

function ReviewItem({ review }: { review: Review }) {
  const { t, i18n } = useTranslation('about-seller');
  const date = new Intl.DateTimeFormat(getLocale(i18n.language), { dateStyle: 'long' });
  return (
    <li className="grid gap-1.5 py-4 first:pt-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Stars stars={review.stars} label={t('stars', { count: review.stars })} />
        <b>{review.author ?? t('somebody')}</b>
        <time dateTime={review.created_at} className="text-sm text-muted">
          {date.format(new Date(review.created_at))}
        </time>
      </p>
      {review.text ? <p className="break-words whitespace-pre-line">{review.text}</p> : null}
      <p className="text-sm text-muted">
        {review.product.name} · {review.sale_place.name}
      </p>
    </li>
  );
}
