import { type ReactNode, use } from 'react';
import { useIsWideScreen } from '../../../lib/browser/use-media-query.ts';
import { OfferPreviewContext } from '../../../performance/prefetched.ts';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import type { UserLocation } from '../filters/user-location.tsx';
import type { OfferDetail } from '../offers.api.ts';
import { SellerLegalInfo } from './offer-notes.tsx';
import { PhoneOfferDetail, PhonePhotos } from './phone-offer-detail.tsx';
import { BackToOffersLink, PurchaseHeading, WideOfferDetail } from './wide-offer-detail.tsx';

interface Props {
  offer: OfferDetail;
  userLocation: UserLocation;
  isSignedIn: boolean;
  /** Heading of the payment section, on wide screens. */
  heading: string;
  children: ReactNode;
}

/**
 * From 992 px the payment stays beside the description while the page scrolls. The payment has the same parent
 * elements at every width: a form that is mounted anew or moved would lose its input when a phone is turned.
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

/** In the layout of the loaded offer, with its photo and name where they are known. */
export function OfferDetailSkeleton() {
  const preview = use(OfferPreviewContext);
  return (
    <Loading className="grid gap-5 lg:grid-cols-[1fr_380px] lg:gap-10">
      <div className="grid content-start gap-4">
        {preview?.photo ? (
          <img
            src={preview.photo.path}
            srcSet={preview.photo.srcset}
            sizes="100vw"
            alt=""
            width={960}
            height={576}
            fetchPriority="high"
            className="h-[330px] w-full bg-quiet object-cover"
          />
        ) : (
          <Skeleton className="h-[330px] w-full rounded-none sm:rounded-lg" />
        )}
        <div className="grid gap-4 max-sm:px-4">
          {preview ? <p className="h1">{preview.name}</p> : <Skeleton className="h-8 w-2/3" />}
          <Skeleton className="h-14 w-full" />
          <Skeleton className="h-[76px] w-full rounded-md" />
          <Skeleton className="h-24 w-full" />
        </div>
      </div>
      <Skeleton className="h-[480px] rounded-xl max-lg:hidden" />
    </Loading>
  );
}
