import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { cn } from '../../../lib/cn.ts';
import { toCents } from '../../../lib/format/format.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useFormattedPickup, useQuantityLeft } from '../../../lib/format/use-formatted-pickup.ts';
import { paths } from '../../../lib/paths.ts';
import { Price } from '../../../ui/display/price.tsx';
import { Rating } from '../../../ui/display/rating.tsx';
import { Photo } from '../../../ui/images/photo.tsx';
import { getDistrict } from '../district.ts';
import { FavouriteButton } from '../favourite-button.tsx';
import type { Offer, OfferDetail } from '../offers.api.ts';

interface Props {
  offer: Offer | OfferDetail;
  /** Its venue is chosen on the map. */
  isSelected?: boolean;
  className?: string;
}

/** A pack in a row: picture at the side, the whole of it leads to the pack. */
export function CompactOfferCard({ offer, isSelected = false, className }: Props) {
  const { t } = useTranslation(['map', 'offers', 'common']);
  const { pathname } = useLocation();
  const format = useFormat();
  const pickup = useFormattedPickup(offer, offer.sale_place.time_zone);
  const soldOut = useQuantityLeft(offer) === 0;
  const headingId = `mini-${offer.id}`;
  return (
    <article
      aria-labelledby={headingId}
      className={cn(
        'relative grid grid-cols-[112px_minmax(0,1fr)] gap-3.5 rounded-lg p-3 hover:bg-quiet',
        isSelected && 'bg-brand-soft! ',
        className,
      )}
    >
      <Photo
        photo={offer.photos[0]}
        type={offer.types[0]?.slug}
        alt=""
        sizes="180px"
        className={cn('aspect-auto! h-[108px] rounded-md', soldOut && 'opacity-55 saturate-25')}
      />
      <div className={cn('grid min-w-0 content-between text-sm', soldOut && 'text-muted')}>
        <h2 id={headingId} className="truncate pr-10 text-[1.0625rem] leading-6 font-bold">
          <Link
            to={paths.offer(offer.id)}
            state={{ from: pathname }}
            className="after:absolute after:inset-0 after:rounded-lg"
          >
            {offer.name}
          </Link>
        </h2>
        <p className="truncate text-muted">
          {offer.sale_place.name} · {getDistrict(offer.sale_place.address)}
        </p>
        <p className="truncate">
          <span className="sr-only">{t('offers:pickup')}</span> <b>{pickup}</b>
          {offer.distance === null ? null : (
            <span className="text-muted"> · {format.formatDistance(offer.distance)}</span>
          )}
        </p>
        <p className="flex items-baseline gap-2">
          {soldOut ? (
            <b>{t('soldOut')}</b>
          ) : (
            <>
              <Price cents={toCents(offer.price)} className="text-lg" />
              {offer.old_price === null ? null : (
                <s className="struck text-muted">
                  <span className="sr-only">{t('common:value')} </span>
                  {format.formatEuros(offer.old_price)}
                </s>
              )}
            </>
          )}
          <Rating
            value={offer.rating}
            count={offer.rating === null ? undefined : offer.rating_count}
            className="ml-auto max-sm:[&>span:nth-of-type(3)]:hidden"
          />
        </p>
      </div>
      <FavouriteButton offer={offer} variant="flat" className="absolute! top-0.5 right-0.5 bg-transparent!" />
    </article>
  );
}
