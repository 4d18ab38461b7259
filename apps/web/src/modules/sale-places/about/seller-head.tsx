import { useTranslation } from 'react-i18next';
import { mediaUrl } from '../../../lib/api.ts';
import { locale } from '../../../lib/language.ts';
import { FoodIcon } from '../../../ui/food-icon.tsx';
import { Rating } from '../../../ui/rating.tsx';
import type { Seller } from './about-seller.api.ts';

/** Who it is, since when, and what others think. */
export function SellerHead({ seller }: { seller: Seller }) {
  const { t, i18n } = useTranslation('about-seller');
  const first = seller.places[0];
  const date = new Intl.DateTimeFormat(locale(i18n.language), { dateStyle: 'long' });
  return (
    <header className="flex items-center gap-4 sm:gap-6">
      <span className="grid size-18 shrink-0 place-items-center overflow-hidden rounded-lg bg-brand-soft sm:size-24">
        {first?.logo ? (
          <img src={mediaUrl(first.logo)} alt="" width={96} height={96} className="size-full object-cover" />
        ) : (
          <FoodIcon slug={first?.categories[0]?.slug ?? ''} className="size-12" />
        )}
      </span>
      <div className="grid min-w-0 gap-1">
        <h1 className="d2 break-words">{seller.name}</h1>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-2">
          <Rating
            value={seller.rating}
            count={seller.rating === null ? undefined : seller.rating_count}
            className="text-text"
          />
          <span>{t('since', { date: date.format(new Date(seller.since)) })}</span>
        </p>
      </div>
    </header>
  );
}
