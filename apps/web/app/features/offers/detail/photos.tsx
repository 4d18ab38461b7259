import { cn } from '@wopack/ui/cn.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Photo } from '../../../ui/images/photo.tsx';
import { findOffSale, QuantityPill } from '../offer-badges.tsx';
import type { OfferDetail } from '../offers.api.ts';
import { PhotoViewer } from './photo-viewer.tsx';

/** An offer or a sale place. */
type WithPhotos = Pick<OfferDetail, 'photos'> & {
  types: readonly { slug: string }[];
  quantity?: number;
  slot_id?: OfferDetail['slot_id'];
  paused?: OfferDetail['paused'];
  allocation?: OfferDetail['allocation'];
};

/** A unit that is held for the reader is not sold out for them. */
const isSoldOut = ({ quantity, allocation }: WithPhotos) =>
  quantity === 0 && allocation?.mine?.state !== 'offered';

/** Phones: one photo at a time, with a dot for each. */
export function PhotoStrip({ subject }: { subject: WithPhotos }) {
  const { t } = useTranslation('offer');
  const [shownIndex, setShownIndex] = useState(0);
  const photos = subject.photos.length ? subject.photos : [null];
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
              typeSlug={subject.types[0]?.slug}
              alt={hasSeveral ? t('photo', { place: index + 1, count: photos.length }) : ''}
              isEager={index === 0}
              sizes="100vw"
              isSoldOut={isSoldOut(subject)}
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

/** From 576 px: one large photo and up to two beside it; a press opens all of them. */
export function PhotoGrid({ subject }: { subject: WithPhotos }) {
  const { t } = useTranslation('offer');
  const [isViewerOpen, setViewerOpen] = useState(false);
  const photos = subject.photos.length ? subject.photos.slice(0, 3) : [null];
  const hiddenCount = subject.photos.length - photos.length;
  return (
    <div className="relative">
      <button
        type="button"
        aria-label={[
          t('openPhotos'),
          ...(hiddenCount > 0 ? [t('morePhotos', { count: hiddenCount })] : []),
        ].join(', ')}
        disabled={subject.photos.length === 0}
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
              typeSlug={subject.types[0]?.slug}
              alt=""
              isEager={index === 0}
              sizes={index === 0 ? '(min-width: 62rem) 620px, 100vw' : '300px'}
              isSoldOut={isSoldOut(subject)}
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
      {subject.quantity === undefined ? null : (
        <QuantityPill
          quantity={subject.quantity}
          allocation={subject.allocation}
          offSale={
            subject.slot_id === undefined
              ? null
              : findOffSale({ paused: subject.paused, slot_id: subject.slot_id })
          }
          className="absolute top-4 left-4"
        />
      )}
      {isViewerOpen ? <PhotoViewer photos={subject.photos} onClose={() => setViewerOpen(false)} /> : null}
    </div>
  );
}

const getSpanClass = (index: number, count: number): string | false =>
  (index === 0 && 'row-span-2') || (count === 2 && 'row-span-2');
