import { IconButton } from '@wopack/ui/button.tsx';
import { IconChevronLeft, IconChevronRight, IconX } from '@wopack/ui/icons';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Photo } from '../../../ui/images/photo.tsx';
import type { OfferDetail } from '../offers.api.ts';

interface Props {
  photos: OfferDetail['photos'];
  onClose: () => void;
}

const showModal = (dialog: HTMLDialogElement | null) => dialog?.showModal();

export function PhotoViewer({ photos, onClose }: Props) {
  const { t } = useTranslation(['offer', 'common']);
  const strip = useRef<HTMLDivElement>(null);
  const count = photos.length;
  const scrollByPhotos = (offset: number) =>
    strip.current?.scrollBy({ left: offset * strip.current.clientWidth });
  return (
    <dialog
      ref={showModal}
      aria-label={t('photos')}
      onClose={onClose}
      className="m-auto max-h-none w-[min(100vw-2rem,1100px)] max-w-none overflow-visible bg-transparent backdrop:bg-scrim"
    >
      <div
        ref={strip}
        className="flex snap-x snap-mandatory overflow-x-auto scroll-smooth rounded-lg [scrollbar-width:none]"
      >
        {photos.map((photo, index) => (
          <div key={photo.path} className="w-full shrink-0 snap-center">
            <Photo photo={photo} alt={t('photo', { place: index + 1, count })} sizes="1100px" />
          </div>
        ))}
      </div>
      <IconButton
        variant="photo"
        label={t('common:close')}
        onClick={(event) => event.currentTarget.closest('dialog')?.close()}
        className="absolute top-4 right-4"
      >
        <IconX />
      </IconButton>
      {count > 1 ? (
        <>
          <IconButton
            variant="photo"
            label={t('photoBefore')}
            onClick={() => scrollByPhotos(-1)}
            className="absolute top-1/2 left-4 -mt-[22px]"
          >
            <IconChevronLeft />
          </IconButton>
          <IconButton
            variant="photo"
            label={t('photoAfter')}
            onClick={() => scrollByPhotos(1)}
            className="absolute top-1/2 right-4 -mt-[22px]"
          >
            <IconChevronRight />
          </IconButton>
        </>
      ) : null}
    </dialog>
  );
}
