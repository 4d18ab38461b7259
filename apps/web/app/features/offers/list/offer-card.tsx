import { isolateWords } from '@wopack/domain';
import { cn } from '@wopack/ui/cn.ts';
import { Rating } from '@wopack/ui/display/rating.tsx';
import { toCents } from '@wopack/ui/format.ts';
import { IconClock, IconMapPin, IconWalk } from '@wopack/ui/icons';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useFormat, useFormattedPickup, useQuantityLeft } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { Photo } from '../../../ui/images/photo.tsx';
import { PriceSticker } from '../../../ui/price.tsx';
import { AllocationLine, FavouriteButton, QuantityPill } from '../offer-badges.tsx';
import type { Offer } from '../offers.api.ts';

interface Props {
  offer: Offer;
  eager?: boolean;
  /** Heading level of its name. */
  heading?: 'h2' | 'h3';
  /** Without favourites, for visitors who are not signed in. */
  guest?: boolean;
}

/**
 * The whole card is a link; only the heart is a separate button. Memoised because any state change of its page would
 * render twenty of them.
 */
export const OfferCard = memo(({ offer, eager, heading: Heading = 'h2', guest = false }: Props) => {
  const { t } = useTranslation('offers');
  const format = useFormat();
  const pickup = useFormattedPickup(offer, offer.sale_place.time_zone);
  const quantity = useQuantityLeft(offer);
  const soldOut = quantity === 0 && offer.allocation?.mine?.state !== 'offered';
  const DistanceIcon = (offer.distance ?? 0) <= MAX_WALK_METERS ? IconWalk : IconMapPin;
  const headingId = `offer-${offer.id}`;
  return (
    <article aria-labelledby={headingId} className="relative grid content-start gap-3">
      <div className="relative">
        <div className="overflow-hidden rounded-lg">
          <Photo
            photo={offer.photos[0]}
            typeSlug={offer.types[0]?.slug}
            alt=""
            isEager={eager}
            sizes="(min-width: 75rem) 380px, (min-width: 36rem) 50vw, 100vw"
            isSoldOut={soldOut}
          />
        </div>
        <QuantityPill
          quantity={quantity}
          allocation={offer.allocation}
          className="absolute top-3 right-16 left-3 w-fit"
        />
        <PriceSticker
          cents={toCents(offer.price)}
          valueCents={offer.old_price === null ? null : toCents(offer.old_price)}
          isSoldOut={soldOut}
          className="absolute right-4 -bottom-3 -rotate-2"
        />
      </div>
      <div className={cn('grid gap-1', soldOut && 'text-muted')}>
        <div className="flex items-baseline justify-between gap-3">
          <Heading
            id={headingId}
            className="min-w-0 text-[1.0625rem] leading-[1.375rem] font-bold -tracking-[.01em]"
          >
            <OfferLink offer={offer} />
          </Heading>
          <Rating value={offer.rating} count={offer.rating_count} />
        </div>
        <p className="truncate text-[.9375rem] leading-5 text-muted">
          {isolateWords(offer.sale_place.name)} · {isolateWords(getDistrict(offer.sale_place.address))}
        </p>
        <p className="flex items-center gap-1.5 text-sm font-semibold">
          <IconClock className="size-[17px] shrink-0" />
          <span className="sr-only">{t('pickup')}</span>
          {pickup}
          {offer.distance === null ? null : (
            <span className="ml-auto inline-flex items-center gap-1 font-medium whitespace-nowrap text-muted">
              <DistanceIcon className="size-[17px]" />
              {format.formatDistance(offer.distance)}
            </span>
          )}
        </p>
        <AllocationLine offer={offer} />
      </div>
      {guest ? null : <FavouriteButton offer={offer} className="absolute top-2 right-2" />}
    </article>
  );
});

/** Further away nobody walks. */
const MAX_WALK_METERS = 2000;

/**
 * The most helpful part of an address for local users: the district between street and town ('Rua Augusta 93, Baixa,
 * 1100-048 Lisboa' → 'Baixa'), else the street.
 */
export function getDistrict(address: string): string {
  const parts = address
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const district = parts.slice(1, -1).find((part) => !/\d/.test(part));
  return district ?? parts[0] ?? '';
}

/** Named after the offer; its whole card leads there. */
export function OfferLink({ offer }: { offer: Pick<Offer, 'id' | 'name' | 'language'> }) {
  const { pathname } = useLocation();
  return (
    <Link
      to={paths.offer(offer.id)}
      state={{ from: pathname }}
      lang={offer.language}
      className="after:absolute after:inset-0 after:rounded-lg"
    >
      {offer.name}
    </Link>
  );
}
