import { useTranslation } from 'react-i18next';
import { getLocale } from '../../../lib/i18n/language.ts';
import { Stars } from '../../../ui/display/stars.tsx';
import type { Review } from './reviews.api.ts';

/** Stars, words, who and when. */
export function ReviewItem({ review }: { review: Review }) {
  const { t, i18n } = useTranslation('about-seller');
  const date = new Intl.DateTimeFormat(getLocale(i18n.language), { dateStyle: 'long' });
  return (
    <li className="grid gap-1.5 py-4 first:pt-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Stars stars={review.stars} label={t('stars', { count: review.stars })} />
        <b>{review.author ?? t('somebody')}</b>
        <time dateTime={review.created_at} className="text-sm text-2">
          {date.format(new Date(review.created_at))}
        </time>
      </p>
      {review.text ? <p className="break-words whitespace-pre-line">{review.text}</p> : null}
      <p className="text-sm text-2">
        {review.product.name} · {review.sale_place.name}
      </p>
    </li>
  );
}
