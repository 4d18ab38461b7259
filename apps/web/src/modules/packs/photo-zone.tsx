import { Accessibility, type DragDropManagerInput, type DragEndEvent, PointerSensor } from '@dnd-kit/dom';
import { DragDropProvider } from '@dnd-kit/react';
import { isSortable } from '@dnd-kit/react/sortable';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { type FileRejection, useDropzone } from 'react-dropzone';
import { useTranslation } from 'react-i18next';
import { cx } from '../../lib/cx.ts';
import { FieldError } from '../../ui/field-frame.tsx';
import { PhotoTile } from './photo-tile.tsx';
import type { usePhotos } from './use-photos.ts';

/** As the server takes them. */
const accept = { 'image/png': ['.png'], 'image/jpeg': ['.jpg', '.jpeg'], 'image/webp': ['.webp'] };
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_PHOTOS = 8;

interface Props {
  photos: ReturnType<typeof usePhotos>;
  error?: string;
}

/** By finger or mouse; the keyboard has the buttons on each photo, so what is dragged need not be a button itself. */
const sensors = [PointerSensor];

/** What has changed is told here, in the person's language. */
const withoutNames: DragDropManagerInput['plugins'] = (usual) =>
  usual.filter((plugin) => plugin !== Accessibility);

/** Drop photos or choose them, drag them into order; the first is the cover. */
export function PhotoZone({ photos, error }: Props) {
  const { t } = useTranslation('seller');
  const note = useId();
  const [refused, setRefused] = useState<string[]>([]);
  const [moved, setMoved] = useState('');
  const total = photos.items.length;
  const room = MAX_PHOTOS - photos.items.length;

  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept,
    maxSize: MAX_BYTES,
    noClick: true,
    noKeyboard: true,
    onDrop: (files: File[], rejections: FileRejection[]) => {
      photos.add(files.slice(0, room));
      const tooMany = files.length > room ? [t('pack.tooMany', { limit: MAX_PHOTOS })] : [];
      setRefused([...rejections.map(whyNot), ...tooMany]);
    },
  });
  const whyNot = ({ file, errors }: FileRejection): string =>
    t(errors[0]?.code === 'file-too-large' ? 'pack.tooLarge' : 'pack.wrongType', { name: file.name });

  function move(key: string, to: number) {
    photos.move(key, to);
    setMoved(t('pack.photoMoved', { number: to + 1, total }));
  }
  function dropped({ canceled, operation: { source } }: DragEndEvent) {
    if (canceled || !isSortable(source) || source.index === source.initialIndex) return;
    move(String(source.id), source.index);
  }

  return (
    <fieldset className="grid min-w-0 gap-2.5">
      <legend className="mb-2.5 text-sm font-semibold">
        {t('pack.photos')} <span className="font-normal text-2">{t('pack.photosHint')}</span>
      </legend>
      <div {...getRootProps()}>
        <input {...getInputProps({ 'aria-label': t('pack.photos') })} />
        <ul className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3">
          <li className="grid">
            <button
              type="button"
              onClick={open}
              disabled={room <= 0}
              data-invalid={error ? true : undefined}
              aria-describedby={error || refused.length ? note : undefined}
              className={cx(
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
          <DragDropProvider sensors={sensors} plugins={withoutNames} onDragEnd={dropped}>
            {photos.items.map((photo, index) => (
              <PhotoTile
                key={photo.key}
                photo={photo}
                index={index}
                total={total}
                onMove={(to) => move(photo.key, to)}
                onRemove={() => photos.removePhoto(photo.key)}
                onRetry={() => photos.retry(photo)}
              />
            ))}
          </DragDropProvider>
        </ul>
      </div>
      {total > 1 ? <p className="text-[.8125rem] leading-5 text-2">{t('pack.photoOrder')}</p> : null}
      <p role="status" className="sr-only">
        {moved}
      </p>
      <div id={note} className="grid gap-1 empty:hidden">
        {refused.map((reason) => (
          <FieldError key={reason}>{reason}</FieldError>
        ))}
        {error ? <FieldError>{error}</FieldError> : null}
      </div>
    </fieldset>
  );
}
