import { useTranslation } from 'react-i18next';
import { toCents } from '../../../lib/format/format.ts';
import { PriceSticker } from '../../../ui/display/price.tsx';
import { FavouriteButton } from '../favourite-button.tsx';
import type { UserLocation } from '../filters/user-location.tsx';
import type { OfferDetail } from '../offers.api.ts';
import { QuantityPill } from '../quantity-pill.tsx';
import { CloseOfferLink, ShareButton } from './close-offer-link.tsx';
import { AllergenNote } from './offer-notes.tsx';
import { PickupBadge, TypeBadges } from './offer-price-summary.tsx';
import { OfferSalePlace } from './offer-sale-place.tsx';
import { PhotoStrip } from './photo-strip.tsx';

export function PhonePhotos({ offer, isSignedIn }: { offer: OfferDetail; isSignedIn: boolean }) {
  return (
    <div className="relative">
      <PhotoStrip offer={offer} />
      <div className="absolute inset-x-4 top-[calc(14px+env(safe-area-inset-top))] flex justify-between">
        {isSignedIn ? <CloseOfferLink /> : <span />}
        <span className="flex gap-2">
          <ShareButton title={offer.name} variant="photo" />
          {isSignedIn ? <FavouriteButton offer={offer} /> : null}
        </span>
      </div>
      <QuantityPill quantity={offer.quantity} className="absolute bottom-11 left-4" />
    </div>
  );
}

/** Below 576 px the offer fills the screen. */
export function PhoneOfferDetail({
  offer,
  userLocation,
}: {
  offer: OfferDetail;
  userLocation: UserLocation;
}) {
  const { t } = useTranslation('offer');
  return (
    <>
      <PriceSticker
        size="large"
        cents={toCents(offer.price)}
        valueCents={offer.old_price === null ? null : toCents(offer.old_price)}
        isSoldOut={offer.quantity === 0}
        className="absolute -top-6 right-4 rotate-2 animate-[sticker-land_var(--t-slow)_var(--ease-pop)]"
      />
      <h1 className="h1 max-w-[60%]">{offer.name}</h1>
      <OfferSalePlace offer={offer} userLocation={userLocation} />
      <PickupBadge offer={offer} />
      <section className="grid gap-3">
        <h2 className="h3">{t('inTheBag')}</h2>
        <p className="whitespace-pre-line">{offer.description}</p>
        <TypeBadges types={offer.types} />
      </section>
      <AllergenNote offer={offer} />
    </>
  );
}
