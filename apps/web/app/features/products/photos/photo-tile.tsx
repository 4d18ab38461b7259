import { useSortable } from '@dnd-kit/react/sortable';
import { cn } from '@wopack/ui/cn.ts';
import { Pill } from '@wopack/ui/display/pill.tsx';
import {
  IconAlertTriangle,
  IconChevronLeft,
  IconChevronRight,
  IconCrop,
  IconRefresh,
  IconX,
} from '@wopack/ui/icons';
import { type MouseEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { UploadProgress } from '../../../ui/form/evidence-photos.tsx';
import { canCrop, type PhotoItem } from './use-photos.ts';

interface PhotoTileProps {
  photo: PhotoItem;
  /** From 0. */
  index: number;
  total: number;
  /** The first that is uploaded. */
  isCover: boolean;
  /** Moves it to this index. */
  onMove: (toIndex: number) => void;
  onRemove: () => void;
  onRetry: () => void;
  /** Chooses another part. */
  onCrop: () => void;
}

/** One photo: upload progress, position, and a button to remove it. */
export function PhotoTile({
  photo,
  index,
  total,
  isCover,
  onMove,
  onRemove,
  onRetry,
  onCrop,
}: PhotoTileProps) {
  const { t } = useTranslation(['seller', 'common']);
  const { ref, isDragging } = useSortable({ id: photo.key, index, disabled: total < 2 });
  const number = index + 1;
  const isUploaded = photo.path !== null && photo.progress === null;
  const [isBroken, setIsBroken] = useState(false);
  const handleMoveTo = (toIndex: number) => (event: MouseEvent<HTMLButtonElement>) => {
    const button = event.currentTarget;
    flushSync(() => onMove(toIndex));
    // Moving the tile in the DOM takes the focus off it.
    button.focus();
  };
  return (
    <li
      ref={ref}
      className={cn(
        'relative rounded-md',
        total > 1 && 'cursor-grab select-none [-webkit-touch-callout:none]',
        isDragging && 'z-10 cursor-grabbing shadow-overlay',
      )}
    >
      <span className="relative block aspect-video overflow-hidden rounded-md bg-panel">
        {isBroken ? null : (
          <img
            src={photo.url}
            alt={t('pack.photo', { number, total })}
            draggable={false}
            onError={() => setIsBroken(true)}
            className="size-full object-cover"
            style={
              photo.position === null
                ? undefined
                : { objectPosition: `${photo.position * 100}% ${photo.position * 100}%` }
            }
          />
        )}
        {isCover ? (
          <Pill tone="photo" className="absolute top-2 left-2">
            {t('pack.photoCover')}
          </Pill>
        ) : null}
        <button
          type="button"
          onClick={onRemove}
          data-remove=""
          aria-label={t('common:photos.remove', { number })}
          title={t('common:photos.remove', { number })}
          className={`${roundButtonClass} absolute top-0 right-0`}
        >
          <IconX />
        </button>
        {isUploaded && canCrop(photo) ? (
          <button
            type="button"
            onClick={onCrop}
            aria-label={t('pack.cropOpen', { number })}
            title={t('pack.cropOpen', { number })}
            className={`${roundButtonClass} absolute bottom-0 left-1/2 -translate-x-1/2`}
          >
            <IconCrop />
          </button>
        ) : null}
        {photo.progress === null ? null : (
          <UploadProgress
            progress={photo.progress}
            number={number}
            className="absolute inset-x-3 bottom-3 bg-paper/60"
            barClass="bg-contrast"
          />
        )}
        {isUploaded && total > 1 ? (
          <span className="pointer-events-none absolute inset-x-0 bottom-0 flex justify-between *:pointer-events-auto">
            <button
              type="button"
              aria-disabled={number === 1 || undefined}
              onClick={number === 1 ? undefined : handleMoveTo(index - 1)}
              aria-label={t('pack.photoLeft', { number })}
              title={t('pack.photoLeft', { number })}
              className={roundButtonClass}
            >
              <IconChevronLeft />
            </button>
            <button
              type="button"
              aria-disabled={number === total || undefined}
              onClick={number === total ? undefined : handleMoveTo(index + 1)}
              aria-label={t('pack.photoRight', { number })}
              title={t('pack.photoRight', { number })}
              className={roundButtonClass}
            >
              <IconChevronRight />
            </button>
          </span>
        ) : null}
      </span>
      {/* Below the tile, where messages of any length have room. */}
      {photo.error ? <UploadError photo={photo} number={number} onRetry={onRetry} /> : null}
    </li>
  );
}

/** A touch target of 44 px, drawn as a white disc of 28 px. */
const roundButtonClass =
  'grid size-11 place-items-center rounded-full text-on-paper aria-disabled:opacity-45 [&_svg]:size-7 [&_svg]:rounded-full [&_svg]:bg-paper [&_svg]:p-1.5 [&_svg]:shadow-resting';

function UploadError({ photo, number, onRetry }: { photo: PhotoItem; number: number; onRetry: () => void }) {
  const { t } = useTranslation(['common', 'errors']);
  return (
    <span className="mt-1.5 grid justify-items-start gap-1 rounded-sm bg-danger-soft px-2 py-1 text-xs font-semibold text-danger">
      <span role="alert" className="flex items-start gap-1 wrap-anywhere">
        <IconAlertTriangle className="size-4 shrink-0" />
        {photo.error}
      </span>
      {photo.canRetry ? (
        <button
          type="button"
          onClick={onRetry}
          aria-label={t('common:photos.retry', { number })}
          className="inline-flex min-h-8 items-center gap-1 underline underline-offset-2 pointer-coarse:min-h-11"
        >
          <IconRefresh className="size-4" />
          {t('errors:retry')}
        </button>
      ) : null}
    </span>
  );
}
