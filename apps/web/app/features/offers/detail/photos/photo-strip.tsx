import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../../../lib/cn.ts';
import { Photo } from '../../../../ui/images/photo.tsx';
import type { OfferDetail } from '../../offers.api.ts';

/** Phones: the photos side by side, one at a time, with a dot for each. */
export function PhotoStrip({ offer }: { offer: OfferDetail }) {
  const { t } = useTranslation('offer');
  const [shownIndex, setShownIndex] = useState(0);
  const photos = offer.photos.length ? offer.photos : [null];
  const hasSeveral = photos.length > 1;
  return (
    <div className="relative">
      <section
        aria-label={t('photos')}
        // Scrolls sideways: the keyboard has to get here.
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
