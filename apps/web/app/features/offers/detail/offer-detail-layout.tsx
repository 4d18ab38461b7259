import type { ReactNode } from 'react';
import { useIsWideScreen } from '../../../lib/browser/use-media-query.ts';
import type { UserLocation } from '../filters/use-user-location.ts';
import type { OfferDetail } from '../offers.api.ts';
import { PhoneOfferDetail, PhonePhotos } from './phone-offer-detail.tsx';
import { SellerLegalInfo } from './seller-legal-info.tsx';
import { BackToOffersLink, PurchaseHeading, WideOfferDetail } from './wide-offer-detail.tsx';

interface Props {
  offer: OfferDetail;
  userLocation: UserLocation;
  isSignedIn: boolean;
  /** Of the payment section, on wide screens. */
  heading: string;
  /** The payment. */
  children: ReactNode;
}

/**
 * From 992 px the payment stays beside the description while the page scrolls. The payment has the same elements around
 * it at every width: a form that is mounted anew or moved loses what was typed when a phone is turned.
 */
export function OfferDetailLayout({ offer, userLocation, isSignedIn, heading, children }: Props) {
  const wide = useIsWideScreen();
  return (
    <article className={wide ? 'gutter mx-auto max-w-[1320px] py-7' : undefined}>
      {wide ? isSignedIn && <BackToOffersLink /> : <PhonePhotos offer={offer} isSignedIn={isSignedIn} />}
      <div
        className={
          wide
            ? 'grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_380px] lg:gap-10'
            : 'relative -mt-7 grid gap-5 rounded-t-[28px] bg-page px-4 pt-6.5 pb-32'
        }
      >
        {wide ? (
          <WideOfferDetail offer={offer} userLocation={userLocation} isSignedIn={isSignedIn} />
        ) : (
          <PhoneOfferDetail offer={offer} userLocation={userLocation} />
        )}
        <section
          aria-labelledby={wide ? 'buy' : undefined}
          className={
            wide
              ? 'on-raised relative grid gap-4 rounded-xl bg-raised p-6 shadow-floating inset-ring inset-ring-line lg:sticky lg:top-6'
              : 'contents'
          }
        >
          {wide ? <PurchaseHeading offer={offer} heading={heading} /> : null}
          {children}
        </section>
        {wide ? null : <SellerLegalInfo seller={offer.seller} />}
      </div>
    </article>
  );
}
