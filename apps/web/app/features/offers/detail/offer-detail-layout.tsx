import { iconButtonVariants } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { toCents } from '@wopack/ui/format.ts';
import { IconChevronLeft, IconX } from '@wopack/ui/icons';
import { type MouseEvent, type ReactNode, use } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { useIsWideScreen } from '../../../lib/browser/use-media-query.ts';
import { paths } from '../../../lib/paths.ts';
import { OfferPreviewContext } from '../../../performance/prerendered-shell.ts';
import { PriceSticker } from '../../../ui/price.tsx';
import { ShareButton } from '../../../ui/share.tsx';
import { useTranslatedText } from '../../../ui/translated-text.tsx';
import type { UserLocation } from '../filters/user-location.tsx';
import { FavouriteButton, findOffSale, QuantityPill } from '../offer-badges.tsx';
import type { OfferDetail } from '../offers.api.ts';
import { AllergenNote, PickupBadge, PurchaseHeading, SellerLegalInfo, TypeBadges } from './offer-facts.tsx';
import { OfferSalePlace } from './offer-sale-place.tsx';
import { PhotoGrid, PhotoStrip } from './photos.tsx';
import { ExamplePhotos, TrustFigures } from './value-figure.tsx';

type OfferText = Pick<OfferDetail, 'name' | 'description' | 'language'>;

interface Props {
  offer: OfferDetail;
  userLocation: UserLocation;
  /** Heading of the payment section, on wide screens. */
  heading: string;
  /** Above the description on phones, above the payment on wide screens. */
  status?: ReactNode;
  children: ReactNode;
}

/**
 * From 992 px the payment stays beside the description while the page scrolls. The payment has the same parent
 * elements at every width: a form that is mounted anew or moved would lose its input when a phone is turned.
 */
export function OfferDetailLayout({ offer, userLocation, heading, status, children }: Props) {
  const wide = useIsWideScreen();
  return (
    <article className={wide ? 'gutter mx-auto max-w-[1320px] py-7' : undefined}>
      {wide ? <BackToOffersLink /> : <PhonePhotos offer={offer} />}
      <div
        className={
          wide
            ? 'grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_380px] lg:gap-10'
            : 'gutter relative -mt-7 grid gap-5 rounded-t-[28px] bg-page pt-6.5 pb-32'
        }
      >
        {wide ? (
          <WideOfferDetail offer={offer} userLocation={userLocation} />
        ) : (
          <PhoneOfferDetail offer={offer} userLocation={userLocation} status={status} />
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
          {wide ? status : null}
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

function PhonePhotos({ offer }: { offer: OfferDetail }) {
  return (
    <div className="relative">
      <PhotoStrip subject={offer} />
      <div className="absolute inset-x-4 top-[calc(14px+env(safe-area-inset-top))] flex justify-between">
        <CloseOfferLink />
        <span className="flex gap-2">
          <ShareButton title={offer.name} variant="photo" />
          <FavouriteButton offer={offer} />
        </span>
      </div>
      <QuantityPill
        quantity={offer.quantity}
        allocation={offer.allocation}
        offSale={findOffSale(offer)}
        // Two badges would cover the dots of several photos, and reach behind the price.
        className={cn('absolute left-4', offer.quantity === 0 ? 'bottom-18' : 'bottom-11')}
      />
    </div>
  );
}

/** Below 576 px the offer fills the screen. */
function PhoneOfferDetail({ offer, userLocation, status }: Pick<Props, 'offer' | 'userLocation' | 'status'>) {
  const { t } = useTranslation('offer');
  const { text, note } = useTranslatedText<OfferText>(offer);
  return (
    <>
      <PriceSticker
        size="large"
        cents={toCents(offer.price)}
        valueCents={offer.old_price === null ? null : toCents(offer.old_price)}
        isSoldOut={offer.quantity === 0}
        className="absolute -top-6 right-4 rotate-2 animate-[sticker-land_var(--t-slow)_var(--ease-pop)]"
      />
      <h1 lang={text.language} className="h1 max-w-[max(60%,12rem)]">
        {text.name}
      </h1>
      {status ? (
        <>
          <PickupBadge offer={offer} />
          {status}
        </>
      ) : null}
      <OfferSalePlace offer={offer} userLocation={userLocation}>
        {status ? null : <PickupBadge offer={offer} />}
      </OfferSalePlace>
      <OfferTrust offer={offer} />
      <section className="grid gap-3">
        <h2 className="h3">{t('inTheBag')}</h2>
        <p lang={text.language} className="whitespace-pre-line">
          {text.description}
        </p>
        {note}
        <TypeBadges types={offer.types} />
      </section>
      <AllergenNote offer={offer} />
      <ExamplePhotos offer={offer} />
    </>
  );
}

const OfferTrust = ({ offer }: { offer: OfferDetail }) => (
  <TrustFigures trust={offer} valueCents={offer.old_price === null ? null : toCents(offer.old_price)} />
);

/** From 576 px. */
function WideOfferDetail({ offer, userLocation }: Pick<Props, 'offer' | 'userLocation'>) {
  const { text, note } = useTranslatedText<OfferText>(offer);
  return (
    <div className="min-w-0">
      <PhotoGrid subject={offer} />
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
      <div className="mt-7 grid max-w-[640px] gap-7 empty:hidden">
        <OfferTrust offer={offer} />
        <ExamplePhotos offer={offer} />
      </div>
      <div className="mt-7 grid gap-4 border-t border-line pt-6">
        <OfferSalePlace offer={offer} userLocation={userLocation} />
        <SellerLegalInfo seller={offer.seller} />
      </div>
    </div>
  );
}

function BackToOffersLink() {
  const { t } = useTranslation('offer');
  const { to, isFromFavourites, onClick } = useBackToOffers();
  return (
    <Link
      to={to}
      onClick={onClick}
      className="-mt-2 mb-2 inline-flex min-h-11 items-center gap-2 font-semibold text-muted hover:text-text"
    >
      <IconChevronLeft className="size-5" />
      {t(isFromFavourites ? 'backToFavourites' : 'allOffers')}
    </Link>
  );
}

export function CloseOfferLink() {
  const { t } = useTranslation();
  const { to, onClick } = useBackToOffers();
  return (
    <Link
      to={to}
      onClick={onClick}
      aria-label={t('close')}
      className={iconButtonVariants({ variant: 'photo' })}
    >
      <IconX />
    </Link>
  );
}

/** Back to the list this offer was opened from, where its scroll position is restored; else to all offers. */
function useBackToOffers() {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { from?: unknown } | null };
  const fromPath = state?.from === paths.favourites || state?.from === paths.offers ? state.from : null;
  return {
    to: fromPath ?? paths.offers,
    isFromFavourites: fromPath === paths.favourites,
    onClick: (event: MouseEvent) => {
      if (!fromPath || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      void navigate(-1);
    },
  };
}
