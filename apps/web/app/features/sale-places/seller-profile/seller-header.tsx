import { useTranslation } from 'react-i18next';
import { getMediaUrl } from '../../../lib/api/api.ts';
import { getLocale } from '../../../lib/i18n/language.ts';
import { Rating } from '../../../ui/display/rating.tsx';
import { FoodIcon } from '../../../ui/images/food-icon.tsx';
import type { SellerProfile } from './seller-profile.api.ts';

/** Who it is, since when, and what others think. */
export function SellerHeader({ seller }: { seller: SellerProfile }) {
  const { t, i18n } = useTranslation('about-seller');
  const firstSalePlace = seller.places[0];
  const dateFormat = new Intl.DateTimeFormat(getLocale(i18n.language), { dateStyle: 'long' });
  return (
    <header className="flex items-center gap-4 sm:gap-6">
      <span className="grid size-18 shrink-0 place-items-center overflow-hidden rounded-lg bg-brand-soft sm:size-24">
        {firstSalePlace?.logo ? (
          <img
            src={getMediaUrl(firstSalePlace.logo)}
            alt=""
            width={96}
            height={96}
            className="size-full object-cover"
          />
        ) : (
          <FoodIcon slug={firstSalePlace?.categories[0]?.slug ?? ''} className="size-12" />
        )}
      </span>
      <div className="grid min-w-0 gap-1">
        <h1 className="d2 break-words">{seller.name}</h1>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <Rating
            value={seller.rating}
            count={seller.rating === null ? undefined : seller.rating_count}
            className="text-text"
          />
          <span>{t('since', { date: dateFormat.format(new Date(seller.since)) })}</span>
        </p>
      </div>
    </header>
  );
}
