import { Accessibility, type DragDropManagerInput, type DragEndEvent, PointerSensor } from '@dnd-kit/dom';
import { DragDropProvider } from '@dnd-kit/react';
import { isSortable, useSortable } from '@dnd-kit/react/sortable';
import { cn } from '@wopack/ui/cn.ts';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { FieldError } from '@wopack/ui/feedback/inline-error.tsx';
import {
  IconAlertTriangle,
  IconChevronLeft,
  IconChevronRight,
  IconPhotoPlus,
  IconRefresh,
  IconX,
} from '@wopack/ui/icons';
import type { MouseEvent } from 'react';
import { useId, useState } from 'react';
import { type FileRejection, useDropzone } from 'react-dropzone';
import { useTranslation } from 'react-i18next';
import type { PhotoItem, usePhotos } from './use-photos.ts';

interface PhotoTileProps {
  photo: PhotoItem;
  /** From 0. */
  index: number;
  total: number;
  /** Moves it to this index. */
  onMove: (toIndex: number) => void;
  onRemove: () => void;
  onRetry: () => void;
}

/** One photo: upload progress, position, and a button to remove it. */
export function PhotoTile({ photo, index, total, onMove, onRemove, onRetry }: PhotoTileProps) {
  const { t } = useTranslation('seller');
  const { ref, isDragging } = useSortable({ id: photo.key, index, disabled: total < 2 });
  const number = index + 1;
  const [isBroken, setIsBroken] = useState(false);
  const handleMoveTo = (toIndex: number) => (event: MouseEvent<HTMLButtonElement>) => {
    const button = event.currentTarget;
    onMove(toIndex);
    // Moving the tile in the DOM takes the focus off it.
    requestAnimationFrame(() => button.focus());
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
          />
        )}
        {number === 1 ? (
          <Pill tone="photo" className="absolute top-2 left-2">
            {t('pack.photoCover')}
          </Pill>
        ) : null}
        <button
          type="button"
          onClick={onRemove}
          aria-label={t('pack.photoRemove', { number })}
          title={t('pack.photoRemove', { number })}
          className={`${roundButtonClass} absolute top-0 right-0`}
        >
          <IconX aria-hidden="true" />
        </button>
        {photo.path === null && !photo.error ? (
          <UploadProgressBar progress={photo.progress} number={number} />
        ) : null}
        {photo.path !== null && total > 1 ? (
          <span className="absolute inset-x-0 bottom-0 flex justify-between">
            <button
              type="button"
              aria-disabled={number === 1 || undefined}
              onClick={number === 1 ? undefined : handleMoveTo(index - 1)}
              aria-label={t('pack.photoLeft', { number })}
              title={t('pack.photoLeft', { number })}
              className={roundButtonClass}
            >
              <IconChevronLeft aria-hidden="true" />
            </button>
            <button
              type="button"
              aria-disabled={number === total || undefined}
              onClick={number === total ? undefined : handleMoveTo(index + 1)}
              aria-label={t('pack.photoRight', { number })}
              title={t('pack.photoRight', { number })}
              className={roundButtonClass}
            >
              <IconChevronRight aria-hidden="true" />
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

function UploadProgressBar({ progress, number }: { progress: number; number: number }) {
  const { t } = useTranslation('seller');
  const percent = Math.round(progress * 100);
  return (
    <span
      role="progressbar"
      aria-label={t('pack.photoProgress', { number })}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="absolute inset-x-3 bottom-3 h-1.5 overflow-hidden rounded-full bg-paper/60"
    >
      <span className="block h-full rounded-full bg-contrast" style={{ width: `${percent}%` }} />
    </span>
  );
}

function UploadError({ photo, number, onRetry }: { photo: PhotoItem; number: number; onRetry: () => void }) {
  const { t } = useTranslation(['seller', 'errors']);
  return (
    <span className="mt-1.5 grid justify-items-start gap-1 rounded-sm bg-danger-soft px-2 py-1 text-xs font-semibold text-danger">
      <span role="alert" className="flex items-start gap-1 wrap-anywhere">
        <IconAlertTriangle className="size-4 shrink-0" aria-hidden="true" />
        {photo.error}
      </span>
      <button
        type="button"
        onClick={onRetry}
        aria-label={t('pack.photoRetry', { number })}
        className="inline-flex min-h-8 items-center gap-1 underline underline-offset-2 pointer-coarse:min-h-11"
      >
        <IconRefresh className="size-4" aria-hidden="true" />
        {t('errors:retry')}
      </button>
    </span>
  );
}

/** MIME types the server accepts. */
const acceptedTypes = { 'image/png': ['.png'], 'image/jpeg': ['.jpg', '.jpeg'], 'image/webp': ['.webp'] };
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_PHOTOS = 8;

interface Props {
  photos: ReturnType<typeof usePhotos>;
  error?: string;
}

/** Pointer only; keyboards use the buttons on each photo, so the draggable needs no button role. */
const sensors = [PointerSensor];

/** Announcements are made here, in the current language. */
const withoutAccessibilityPlugin: DragDropManagerInput['plugins'] = (defaultPlugins) =>
  defaultPlugins.filter((plugin) => plugin !== Accessibility);

/** Drop or choose photos and drag them into order; the first is the cover. */
export function PhotoZone({ photos, error }: Props) {
  const { t } = useTranslation('seller');
  const noteId = useId();
  const [rejectionMessages, setRejectionMessages] = useState<string[]>([]);
  const [moveAnnouncement, setMoveAnnouncement] = useState('');
  const total = photos.items.length;
  const remainingCount = MAX_PHOTOS - photos.items.length;

  const {
    getRootProps,
    getInputProps,
    isDragActive,
    open: openFilePicker,
  } = useDropzone({
    accept: acceptedTypes,
    maxSize: MAX_BYTES,
    noClick: true,
    noKeyboard: true,
    onDrop: (files: File[], rejections: FileRejection[]) => {
      photos.add(files.slice(0, remainingCount));
      const limitErrors = files.length > remainingCount ? [t('pack.tooMany', { limit: MAX_PHOTOS })] : [];
      setRejectionMessages([...rejections.map(formatRejection), ...limitErrors]);
    },
  });
  const formatRejection = ({ file, errors }: FileRejection): string =>
    t(errors[0]?.code === 'file-too-large' ? 'pack.tooLarge' : 'pack.wrongType', { name: file.name });

  function movePhoto(key: string, toIndex: number) {
    photos.move(key, toIndex);
    setMoveAnnouncement(t('pack.photoMoved', { number: toIndex + 1, total }));
  }
  function handleDragEnd({ canceled, operation: { source } }: DragEndEvent) {
    if (canceled || !isSortable(source) || source.index === source.initialIndex) return;
    movePhoto(String(source.id), source.index);
  }

  return (
    <fieldset className="grid min-w-0 gap-2.5">
      <legend className="mb-2.5 text-sm font-semibold">
        {t('pack.photos')} <span className="font-normal text-muted">{t('pack.photosHint')}</span>
      </legend>
      <div {...getRootProps()}>
        <input {...getInputProps({ 'aria-label': t('pack.photos') })} />
        <ul className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3">
          <li className="grid">
            <button
              type="button"
              onClick={openFilePicker}
              disabled={remainingCount <= 0}
              data-invalid={error ? true : undefined}
              aria-describedby={error || rejectionMessages.length ? noteId : undefined}
              className={cn(
                'grid min-h-24 content-center justify-items-center gap-1 sm:aspect-video rounded-md border-2 border-dashed px-2 text-center disabled:opacity-60',
                isDragActive ? 'border-on-brand bg-brand text-on-brand' : 'border-line-strong hover:bg-quiet',
              )}
            >
              <IconPhotoPlus className="size-7 max-sm:size-6" aria-hidden="true" />
              <b className="text-sm leading-tight sm:hidden">{t('pack.addPhotos')}</b>
              <b className="text-sm leading-tight max-sm:hidden">
                {isDragActive ? t('pack.dropNow') : t('pack.drop')}
              </b>
              <span className="link text-sm leading-tight max-sm:hidden">{t('pack.choose')}</span>
            </button>
          </li>
          <DragDropProvider sensors={sensors} plugins={withoutAccessibilityPlugin} onDragEnd={handleDragEnd}>
            {photos.items.map((photo, index) => (
              <PhotoTile
                key={photo.key}
                photo={photo}
                index={index}
                total={total}
                onMove={(toIndex) => movePhoto(photo.key, toIndex)}
                onRemove={() => photos.removePhoto(photo.key)}
                onRetry={() => photos.retry(photo)}
              />
            ))}
          </DragDropProvider>
        </ul>
      </div>
      {total > 1 ? <p className="text-[.8125rem] leading-5 text-muted">{t('pack.photoOrder')}</p> : null}
      <p role="status" className="sr-only">
        {moveAnnouncement}
      </p>
      <div id={noteId} className="grid gap-1 empty:hidden">
        {rejectionMessages.map((message) => (
          <FieldError key={message}>{message}</FieldError>
        ))}
        {error ? <FieldError>{error}</FieldError> : null}
      </div>
    </fieldset>
  );
}
