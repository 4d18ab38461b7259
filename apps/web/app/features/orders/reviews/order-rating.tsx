import { useTranslation } from 'react-i18next';
import type { BuyerOrder } from '../buyer-orders.api.ts';
import { OrderRatingStars } from './order-rating-stars.tsx';

interface Props {
  rating: NonNullable<BuyerOrder['rating']>;
  /** Given just now. */
  showThanks: boolean;
}

/** What the buyer said of a pack. */
export function OrderRating({ rating, showThanks }: Props) {
  const { t } = useTranslation('orders');
  return (
    <section className="grid gap-1.5 rounded-lg bg-raised p-5 shadow-1">
      <h2 className="h3">{t('rate.mine')}</h2>
      <OrderRatingStars stars={rating.stars} />
      {rating.text ? <p className="whitespace-pre-line text-2 wrap-anywhere">{rating.text}</p> : null}
      {showThanks ? <p className="font-semibold">{t('rate.thanks')}</p> : null}
    </section>
  );
}
