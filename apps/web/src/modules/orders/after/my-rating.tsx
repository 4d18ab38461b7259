import { useTranslation } from 'react-i18next';
import type { MyOrder } from '../my-orders.api.ts';
import { GivenStars } from './given-stars.tsx';

/** What the buyer said of a pack. */
export function MyRating({ rating }: { rating: NonNullable<MyOrder['rating']> }) {
  const { t } = useTranslation('orders');
  return (
    <section className="grid gap-1.5 rounded-lg bg-raised p-5 shadow-1">
      <h2 className="h3">{t('rate.mine')}</h2>
      <GivenStars stars={rating.stars} />
      {rating.text ? <p className="whitespace-pre-line text-2 wrap-anywhere">{rating.text}</p> : null}
    </section>
  );
}
