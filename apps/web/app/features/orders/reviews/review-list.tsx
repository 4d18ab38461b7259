import { useInfiniteQuery } from '@tanstack/react-query';
import { getLocale, isolateWords } from '@wopack/domain';
import { Stars } from '@wopack/ui/display/rating.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PagedList } from '../../../ui/lists.tsx';
import { useTranslatedText } from '../../../ui/translated-text.tsx';
import { type Review, type ReviewReply, type ReviewSubject, reviewsQuery } from '../buyer-orders.api.ts';

interface Reportable {
  kind: 'review' | 'review_reply';
  id: number;
}

interface Props {
  subject: ReviewSubject;
  /** A button that reports a review, or the reply to it; `name` says to screen readers which. */
  renderReport: (subject: Reportable, name: string) => ReactNode;
}

export function ReviewList({ subject, renderReport }: Props) {
  const { t, i18n } = useTranslation('about-seller');
  return (
    <PagedList
      list={useInfiniteQuery(reviewsQuery(subject, i18n.language))}
      loading={<LoadingRows count={3} row="h-20" className="grid gap-4" />}
      isInline
      empty={<p className="text-muted">{t('noReviews')}</p>}
      moreLabel={t('moreReviews')}
      errorMessage={t('moreFailed')}
    >
      {(reviews) => (
        <ul className="divide-y divide-line">
          {reviews.map((review) => {
            const { id, product, sale_place: salePlace, author, reply } = review;
            const name = isolateWords(product.name);
            return (
              <li key={id} className="grid gap-1.5 py-4 first:pt-0">
                <ReviewWords review={review} />
                <div className="flex flex-wrap items-center justify-between gap-x-4 text-sm text-muted">
                  <p>
                    {'salePlaceId' in subject ? product.name : `${name} · ${isolateWords(salePlace.name)}`}
                  </p>
                  {renderReport({ kind: 'review', id }, `${name}, ${isolateWords(author ?? t('somebody'))}`)}
                </div>
                {reply ? (
                  <ReplyWords reply={reply} writer={t('replyOf', { place: salePlace.name })}>
                    {renderReport({ kind: 'review_reply', id }, `${name}, ${isolateWords(salePlace.name)}`)}
                  </ReplyWords>
                ) : null}
              </li>
            );
          })}
        </ul>
      )}
    </PagedList>
  );
}

function WrittenAt({ at }: { at: string }) {
  const { i18n } = useTranslation();
  const date = new Intl.DateTimeFormat(getLocale(i18n.language), { dateStyle: 'long' });
  return <time dateTime={at}>{date.format(new Date(at))}</time>;
}

/** Stars, author, date and text. */
export function ReviewWords({ review }: { review: Omit<Review, 'reply'> }) {
  const { t } = useTranslation('about-seller');
  const { text: words, note } = useTranslatedText(review);
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Stars stars={review.stars} label={t('stars', { count: review.stars })} />
        <b>{review.author ?? t('somebody')}</b>
        <span className="text-sm text-muted">
          <WrittenAt at={review.created_at} />
        </span>
      </p>
      {words.text ? (
        <p lang={words.language ?? undefined} className="break-words whitespace-pre-line">
          {words.text}
        </p>
      ) : null}
      {note}
    </>
  );
}

interface ReplyProps {
  reply: ReviewReply;
  /** Whose reply it is. */
  writer: string;
  /** Below the text. */
  children?: ReactNode;
}

/** The seller's reply, set in below the review. */
export function ReplyWords({ reply, writer, children }: ReplyProps) {
  const { text: words, note } = useTranslatedText(reply);
  return (
    <div className="mt-1 grid gap-1 rounded-md bg-quiet p-4">
      <p className="flex flex-wrap gap-x-2 text-sm">
        <b>{writer}</b>
        <span className="text-muted">
          <WrittenAt at={reply.created_at} />
        </span>
      </p>
      <p lang={words.language} className="break-words whitespace-pre-line">
        {words.text}
      </p>
      {note}
      {children}
    </div>
  );
}
