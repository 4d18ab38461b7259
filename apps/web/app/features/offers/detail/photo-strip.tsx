import { IconButton, iconButtonVariants } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { lazyWithErrorBoundary } from '@wopack/ui/feedback/lazy-with-error-boundary.tsx';
import { IconShare, IconX } from '@wopack/ui/icons';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { type MouseEvent, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { shareLink } from '../../../lib/browser/share.ts';
import { paths } from '../../../lib/paths.ts';
import { Photo } from '../../../ui/images/photo.tsx';
import { QuantityPill } from '../offer-badges.tsx';
import type { OfferDetail } from '../offers.api.ts';

/** An offer or a sale place. */
type WithPhotos = Pick<OfferDetail, 'photos'> & {
  types: readonly { slug: string }[];
  quantity?: number;
  allocation?: OfferDetail['allocation'];
};

/** Phones: one photo at a time, with a dot for each. */
export function PhotoStrip({ offer }: { offer: WithPhotos }) {
  const { t } = useTranslation('offer');
  const [shownIndex, setShownIndex] = useState(0);
  const photos = offer.photos.length ? offer.photos : [null];
  const hasSeveral = photos.length > 1;
  return (
    <div className="relative">
      <section
        aria-label={t('photos')}
        // A scrollable region must be reachable by keyboard.
        tabIndex={hasSeveral ? 0 : undefined}
        className="flex h-[330px] snap-x snap-mandatory overflow-x-auto overscroll-x-contain bg-quiet [scrollbar-width:none]"
        onScroll={({ currentTarget: strip }) =>
          setShownIndex(Math.round(strip.scrollLeft / Math.max(1, strip.clientWidth)))
        }
      >
        {photos.map((photo, index) => (
          <div key={photo?.path ?? 'stand-in'} className="w-full shrink-0 snap-center">
            <Photo
              photo={photo}
              type={offer.types[0]?.slug}
              alt={hasSeveral ? t('photo', { place: index + 1, count: photos.length }) : ''}
              isEager={index === 0}
              sizes="100vw"
              className="aspect-auto! h-full"
            />
          </div>
        ))}
      </section>
      {hasSeveral ? (
        <span
          aria-hidden="true"
          className="absolute bottom-12 left-1/2 flex -translate-x-1/2 gap-1.5 rounded-full bg-paper/60 px-2 py-1.5"
        >
          {photos.map((photo, index) => (
            <span
              key={photo?.path}
              className={cn(
                'h-[7px] rounded-full bg-on-paper transition-[width]',
                index === shownIndex ? 'w-5' : 'w-[7px] opacity-35',
              )}
            />
          ))}
        </span>
      ) : null}
    </div>
  );
}

const PhotoViewer = lazyWithErrorBoundary(() => import('./photo-viewer.tsx'));

/** From 576 px: one large photo and up to two beside it; a press opens all of them. */
export function PhotoGrid({ offer }: { offer: WithPhotos }) {
  const { t } = useTranslation('offer');
  const [isViewerOpen, setViewerOpen] = useState(false);
  const photos = offer.photos.length ? offer.photos.slice(0, 3) : [null];
  const hiddenCount = offer.photos.length - photos.length;
  return (
    <div className="relative">
      <button
        type="button"
        aria-label={[
          t('openPhotos'),
          ...(hiddenCount > 0 ? [t('morePhotos', { count: hiddenCount })] : []),
        ].join(', ')}
        disabled={offer.photos.length === 0}
        onClick={() => setViewerOpen(true)}
        className={cn(
          'grid h-[300px] w-full gap-3 rounded-lg lg:h-[380px]',
          photos.length > 1 && 'grid-cols-[2fr_1fr] grid-rows-2',
        )}
      >
        {photos.map((photo, index) => (
          <span
            key={photo?.path ?? 'stand-in'}
            className={cn('relative overflow-hidden rounded-lg', getSpanClass(index, photos.length))}
          >
            <Photo
              photo={photo}
              type={offer.types[0]?.slug}
              alt=""
              isEager={index === 0}
              sizes={index === 0 ? '(min-width: 992px) 620px, 100vw' : '300px'}
              className="aspect-auto! h-full"
            />
            {index === 2 && hiddenCount > 0 ? (
              <span className="absolute right-3 bottom-3 rounded-full bg-paper px-3 py-1 text-[.8125rem] font-semibold text-on-paper">
                {t('morePhotos', { count: hiddenCount })}
              </span>
            ) : null}
          </span>
        ))}
      </button>
      {offer.quantity === undefined ? null : (
        <QuantityPill
          quantity={offer.quantity}
          allocation={offer.allocation}
          className="absolute top-4 left-4"
        />
      )}
      {isViewerOpen ? (
        <Suspense fallback={null}>
          <PhotoViewer offer={offer} onClose={() => setViewerOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

const getSpanClass = (index: number, count: number): string | false =>
  (index === 0 && 'row-span-2') || (count === 2 && 'row-span-2');

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
      <IconX aria-hidden="true" />
    </Link>
  );
}

/** Back to the list this offer was opened from, where its scroll position is restored; else to all offers. */
export function useBackToOffers() {
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

/** Uses the device's share sheet, else copies the link. */
export function ShareButton({ title, variant }: { title: string; variant: 'photo' | 'flat' }) {
  const { t } = useTranslation('offer');
  const share = async () => {
    const outcome = await shareLink({ title, url: location.origin + location.pathname });
    if (outcome === 'copied') showToast(t('copied'));
    if (outcome === 'failed') showToast(t('shareFailed'));
  };
  return (
    <IconButton variant={variant} label={t('share')} onClick={() => void share()}>
      <IconShare aria-hidden="true" />
    </IconButton>
  );
}
