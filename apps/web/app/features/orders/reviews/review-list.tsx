import { useInfiniteQuery } from '@tanstack/react-query';
import { getLocale, isolateWords } from '@wopack/domain';
import { Stars } from '@wopack/ui/display/rating.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PagedList } from '../../../ui/lists.tsx';
import { type Review, type ReviewSubject, reviewsQuery } from '../buyer-orders.api.ts';

interface Props {
  subject: ReviewSubject;
  /** Below each review. */
  renderActions: (review: Review) => ReactNode;
}

export function ReviewList({ subject, renderActions }: Props) {
  const { t } = useTranslation('about-seller');
  return (
    <PagedList
      list={useInfiniteQuery(reviewsQuery(subject))}
      loading={<LoadingRows count={3} row="h-20" className="grid gap-4" />}
      isInline
      empty={<p className="text-muted">{t('noReviews')}</p>}
      moreLabel={t('moreReviews')}
      errorMessage={t('moreFailed')}
    >
      {(reviews) => (
        <ul className="divide-y divide-line">
          {reviews.map((review) => (
            <ReviewItem key={review.id} review={review} isOfOnePlace={'salePlaceId' in subject}>
              {renderActions(review)}
            </ReviewItem>
          ))}
        </ul>
      )}
    </PagedList>
  );
}

interface ItemProps {
  review: Review;
  isOfOnePlace: boolean;
  children: ReactNode;
}

function ReviewItem({ review, isOfOnePlace, children }: ItemProps) {
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
      <div className="flex flex-wrap items-center justify-between gap-x-4 text-sm text-muted">
        <p>
          {isOfOnePlace
            ? review.product.name
            : `${isolateWords(review.product.name)} · ${isolateWords(review.sale_place.name)}`}
        </p>
        {children}
      </div>
    </li>
  );
}
