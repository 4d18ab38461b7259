import { useTranslation } from 'react-i18next';
import type { MyOrder } from '../my-orders.api.ts';
import { GivenStars } from './given-stars.tsx';

interface Props {
  rating: NonNullable<MyOrder['rating']>;
  /** Given just now. */
  thanks: boolean;
}

/** What the buyer said of a pack. */
export function MyRating({ rating, thanks }: Props) {
  const { t } = useTranslation('orders');
  return (
    <section className="grid gap-1.5 rounded-lg bg-raised p-5 shadow-1">
      <h2 className="h3">{t('rate.mine')}</h2>
      <GivenStars stars={rating.stars} />
      {rating.text ? <p className="whitespace-pre-line text-2 wrap-anywhere">{rating.text}</p> : null}
      {thanks ? <p className="font-semibold">{t('rate.thanks')}</p> : null}
    </section>
  );
}
