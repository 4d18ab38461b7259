import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../lib/cx.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Photo } from '../../../ui/photo.tsx';
import type { OfferDetail } from '../offers.api.ts';
import { QuantityPill } from '../quantity-pill.tsx';

const PhotoViewer = lazyPart(() => import('./photo-viewer.tsx'));

/** From 576 px: one large photo and up to two beside it; a press opens all of them. */
export function PhotoGrid({ offer }: { offer: OfferDetail }) {
  const { t } = useTranslation('offer');
  const [open, setOpen] = useState(false);
  const photos = offer.photos.length ? offer.photos.slice(0, 3) : [null];
  const hidden = offer.photos.length - photos.length;
  return (
    <div className="relative">
      <button
        type="button"
        aria-label={t('openPhotos')}
        disabled={offer.photos.length === 0}
        onClick={() => setOpen(true)}
        className={cx(
          'grid h-[300px] w-full gap-3 rounded-lg lg:h-[380px]',
          photos.length > 1 && 'grid-cols-[2fr_1fr] grid-rows-2',
        )}
      >
        {photos.map((photo, place) => (
          <span
            key={photo?.path ?? 'stand-in'}
            className={cx('relative overflow-hidden rounded-lg', spans(place, photos.length))}
          >
            <Photo
              photo={photo}
              type={offer.types[0]?.slug}
              alt=""
              eager={place === 0}
              sizes={place === 0 ? '(min-width: 992px) 620px, 100vw' : '300px'}
              className="aspect-auto! h-full"
            />
            {place === 2 && hidden > 0 ? (
              <span className="absolute right-3 bottom-3 rounded-full bg-paper px-3 py-1 text-[.8125rem] font-semibold text-ink">
                {t('morePhotos', { count: hidden })}
              </span>
            ) : null}
          </span>
        ))}
      </button>
      <QuantityPill quantity={offer.quantity} className="absolute top-4 left-4 min-h-[34px] px-3.5" />
      {open ? (
        <Suspense fallback={null}>
          <PhotoViewer offer={offer} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

const spans = (place: number, count: number): string | false =>
  (place === 0 && 'row-span-2') || (count === 2 && 'row-span-2');
