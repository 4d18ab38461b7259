import { toCents } from '@wopack/ui/format.ts';
import { IconChevronLeft } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PriceSticker } from '../../../ui/display/price.tsx';
import { FavouriteButton } from '../favourite-button.tsx';
import type { UserLocation } from '../filters/user-location.tsx';
import type { OfferDetail } from '../offers.api.ts';
import { ShareButton, useBackToOffers } from './close-offer-link.tsx';
import { AllergenNote, SellerLegalInfo, useOfferText } from './offer-notes.tsx';
import { PickupBadge, TypeBadges } from './offer-price-summary.tsx';
import { OfferSalePlace } from './offer-sale-place.tsx';
import { PhotoGrid } from './photo-strip.tsx';

interface Props {
  offer: OfferDetail;
  userLocation: UserLocation;
}

export function WideOfferDetail({ offer, userLocation }: Props) {
  const { text, note } = useOfferText(offer);
  return (
    <div className="min-w-0">
      <PhotoGrid offer={offer} />
      <div className="mt-7 flex items-start justify-between gap-4">
        <div className="grid gap-3">
          <h1 lang={text.language} className="d2">
            {text.name}
          </h1>
          <TypeBadges types={offer.types} />
        </div>
        <div className="flex gap-2">
          <ShareButton title={offer.name} variant="flat" />
          <FavouriteButton offer={offer} variant="flat" />
        </div>
      </div>
      <div className="mt-4 mb-5 grid max-w-[640px] gap-3">
        <p lang={text.language} className="whitespace-pre-line">
          {text.description}
        </p>
        {note}
      </div>
      <AllergenNote offer={offer} />
      <div className="mt-7 grid gap-4 border-t border-line pt-6">
        <OfferSalePlace offer={offer} userLocation={userLocation} />
        <SellerLegalInfo seller={offer.seller} />
      </div>
    </div>
  );
}

export function PurchaseHeading({ offer, heading }: { offer: OfferDetail; heading: string }) {
  const { t } = useTranslation('offer');
  return (
    <>
      <div>
        <PriceSticker
          size="large"
          cents={toCents(offer.price)}
          valueCents={offer.old_price === null ? null : toCents(offer.old_price)}
          isSoldOut={offer.quantity === 0}
          className="absolute -top-3.5 right-6 rotate-2 animate-[sticker-land_var(--t-slow)_var(--ease-pop)]"
        />
        <p className="overline">{t('yourPack')}</p>
        <h2 id="buy" className="h2">
          {heading}
        </h2>
      </div>
      <PickupBadge offer={offer} />
    </>
  );
}

export function BackToOffersLink() {
  const { t } = useTranslation('offer');
  const { to, isFromFavourites, onClick } = useBackToOffers();
  return (
    <Link
      to={to}
      onClick={onClick}
      className="-mt-2 mb-2 inline-flex min-h-11 items-center gap-2 font-semibold text-muted hover:text-text"
    >
      <IconChevronLeft className="size-5" aria-hidden="true" />
      {t(isFromFavourites ? 'backToFavourites' : 'allOffers')}
    </Link>
  );
}
