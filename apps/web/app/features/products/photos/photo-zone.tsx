import { Accessibility, type DragDropManagerInput, type DragEndEvent, PointerSensor } from '@dnd-kit/dom';
import { DragDropProvider } from '@dnd-kit/react';
import { isSortable } from '@dnd-kit/react/sortable';
import { cn } from '@wopack/ui/cn.ts';
import { FieldError } from '@wopack/ui/feedback/inline-error.tsx';
import { IconPhotoPlus } from '@wopack/ui/icons';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { removeKeepingFocus, usePhotoDrop } from '../../../lib/browser/use-photo-uploads.ts';
import { CropSheet } from './crop-sheet.tsx';
import { PhotoTile } from './photo-tile.tsx';
import type { usePhotos } from './use-photos.ts';

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
  const [moveAnnouncement, setMoveAnnouncement] = useState('');
  const total = photos.items.length;
  const coverKey = photos.items.find(({ path }) => path !== null)?.key;
  const listRef = useRef<HTMLDivElement>(null);
  const {
    getRootProps,
    getInputProps,
    isDragActive,
    open: openFilePicker,
    messages,
    clearMessages,
  } = usePhotoDrop({ limit: MAX_PHOTOS, count: total, onAdd: photos.add });
  const handleRemove = (index: number, key: string) =>
    removeKeepingFocus(listRef.current, index, () => {
      photos.remove(key);
      clearMessages();
    });

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
      <div {...getRootProps({ ref: listRef })}>
        <input {...getInputProps({ 'aria-label': t('pack.photos') })} />
        <ul className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3">
          <li className="grid">
            <button
              type="button"
              onClick={openFilePicker}
              data-add=""
              disabled={total >= MAX_PHOTOS}
              data-invalid={error ? true : undefined}
              aria-describedby={error || messages.length ? noteId : undefined}
              className={cn(
                'grid min-h-24 content-center justify-items-center gap-1 sm:aspect-video rounded-md border-2 border-dashed px-2 text-center disabled:opacity-60',
                isDragActive ? 'border-on-brand bg-brand text-on-brand' : 'border-line-strong hover:bg-quiet',
              )}
            >
              <IconPhotoPlus className="size-7 max-sm:size-6" />
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
                isCover={photo.key === coverKey}
                onMove={(toIndex) => movePhoto(photo.key, toIndex)}
                onRemove={() => handleRemove(index, photo.key)}
                onRetry={() => photos.retry(photo)}
                onCrop={() => photos.openCrop(photo.key)}
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
        {messages.map((message) => (
          <FieldError key={message}>{message}</FieldError>
        ))}
        {error ? <FieldError>{error}</FieldError> : null}
      </div>
      {photos.cropping ? (
        <CropSheet
          key={photos.cropping.key}
          url={photos.cropping.url}
          size={photos.cropping.size}
          initialPosition={photos.cropping.position ?? 0.5}
          onCrop={photos.crop}
          onClose={photos.closeCrop}
        />
      ) : null}
    </fieldset>
  );
}
