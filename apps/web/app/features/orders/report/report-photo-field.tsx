import { IconCamera } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { type FileRejection, useDropzone } from 'react-dropzone';
import { useTranslation } from 'react-i18next';
import { cn } from '../../../lib/cn.ts';
import { FieldError } from '../../../ui/form/form-field.tsx';
import { ReportPhotoPreview } from './report-photo-preview.tsx';
import type { useReportPhoto } from './use-report-photo.ts';

/** As the server takes them. */
const ACCEPTED_TYPES = { 'image/jpeg': ['.jpg', '.jpeg'], 'image/png': ['.png'], 'image/webp': ['.webp'] };
const MAX_BYTES = 10 * 1024 * 1024;

interface Props {
  photo: ReturnType<typeof useReportPhoto>;
  error: string | undefined;
}

/** Drop a photo, choose one, or take one: phones offer the camera by themselves. */
export function ReportPhotoField({ photo, error }: Props) {
  const { t } = useTranslation('orders');
  const id = useId();
  const [rejectionMessage, setRejectionMessage] = useState<string | null>(null);
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept: ACCEPTED_TYPES,
    maxSize: MAX_BYTES,
    multiple: false,
    noClick: true,
    noKeyboard: true,
    onDrop: ([file]: File[], [rejection]: FileRejection[]) => {
      if (file) photo.choose(file);
      const isTooLarge = rejection?.errors[0]?.code === 'file-too-large';
      setRejectionMessage(rejection ? t(isTooLarge ? 'help.tooLarge' : 'help.wrongType') : null);
    },
  });
  const fieldError = rejectionMessage ?? error ?? photo.item?.errorMessage;
  return (
    <div className="grid gap-1.5">
      <p id={id} className="text-sm font-semibold">
        {t('help.photo')} <span className="font-normal text-muted">{t('help.optional')}</span>
      </p>
      <div {...getRootProps()}>
        <input {...getInputProps({ 'aria-label': t('help.photo') })} />
        {photo.item ? (
          <ReportPhotoPreview item={photo.item} onRemove={photo.clear} onRetry={photo.retry} />
        ) : (
          <button
            type="button"
            onClick={open}
            aria-describedby={fieldError ? `${id}-note` : id}
            className={cn(
              'flex min-h-16 w-full items-center justify-center gap-2.5 rounded-md border-2 border-dashed px-4 py-3 font-semibold',
              isDragActive ? 'border-on-brand bg-brand text-on-brand' : 'border-line-strong hover:bg-quiet',
            )}
          >
            <IconCamera className="size-6 shrink-0" aria-hidden="true" />
            {isDragActive ? t('help.dropNow') : t('help.addPhoto')}
          </button>
        )}
      </div>
      {fieldError ? <FieldError id={`${id}-note`}>{fieldError}</FieldError> : null}
    </div>
  );
}
