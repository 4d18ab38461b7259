import { Button } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { FieldError } from '@wopack/ui/feedback/inline-error.tsx';
import { IconCamera } from '@wopack/ui/icons';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type PhotoUpload,
  removeKeepingFocus,
  usePhotoDrop,
  type usePhotoUploads,
} from '../../lib/browser/use-photo-uploads.ts';

interface Props {
  photos: ReturnType<typeof usePhotoUploads>;
  limit: number;
  label: string;
  /** Said of each photo alike. */
  alt: string;
  hint?: string;
  error: string | undefined;
}

/** Photos that are to prove something, kept whole. Drop, choose or take them: phones offer the camera. */
export function EvidencePhotoField({ photos, limit, label, alt, hint, error }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const listRef = useRef<HTMLDivElement>(null);
  const count = photos.items.length;
  const { getRootProps, getInputProps, isDragActive, open, messages, clearMessages } = usePhotoDrop({
    limit,
    count,
    onAdd: photos.add,
  });
  const errors = [
    ...messages,
    ...(error ? [error] : []),
    ...photos.items.flatMap(({ error: failure }) => failure ?? []),
  ];
  const handleRemove = (index: number, key: string) =>
    removeKeepingFocus(listRef.current, index, () => {
      photos.remove(key);
      clearMessages();
    });
  return (
    <div className="grid gap-1.5">
      <p id={id} className="text-sm font-semibold">
        {label} <span className="font-normal text-muted">{hint ?? t('evidence.optional')}</span>
      </p>
      <div {...getRootProps({ ref: listRef })} className="grid gap-2.5">
        <input {...getInputProps({ 'aria-label': label, multiple: limit > 1 })} />
        {photos.items.map((item, index) => (
          <EvidencePreview
            key={item.key}
            item={item}
            number={index + 1}
            alt={limit > 1 ? t('photos.alt', { what: alt, number: index + 1 }) : alt}
            onRemove={() => handleRemove(index, item.key)}
            onRetry={() => item.file && void photos.send(item.key, item.file)}
          />
        ))}
        {count < limit ? (
          <button
            type="button"
            data-add=""
            onClick={open}
            aria-describedby={errors.length > 0 ? `${id}-note` : id}
            className={cn(
              'flex min-h-16 w-full items-center justify-center gap-2.5 rounded-md border-2 border-dashed px-4 py-3 font-semibold',
              isDragActive ? 'border-on-brand bg-brand text-on-brand' : 'border-line-strong hover:bg-quiet',
            )}
          >
            <IconCamera className="size-6 shrink-0" />
            {isDragActive ? t('evidence.dropNow') : t('evidence.add')}
          </button>
        ) : null}
      </div>
      <div id={`${id}-note`} className="grid gap-1 empty:hidden">
        {[...new Set(errors)].map((message) => (
          <FieldError key={message}>{message}</FieldError>
        ))}
      </div>
    </div>
  );
}

interface PreviewProps {
  item: PhotoUpload;
  number: number;
  alt: string;
  onRemove: () => void;
  onRetry: () => void;
}

function EvidencePreview({ item, number, alt, onRemove, onRetry }: PreviewProps) {
  const { t } = useTranslation(['common', 'errors']);
  return (
    <div className="flex items-center gap-3.5 rounded-md bg-quiet p-2.5">
      <img src={item.url} alt={alt} className="h-20 w-28 shrink-0 rounded-sm object-contain" />
      <div className="grid min-w-0 flex-1 gap-2">
        {item.progress === null ? null : (
          <UploadProgress
            progress={item.progress}
            number={number}
            className="bg-line"
            barClass="bg-primary"
          />
        )}
        <div className="flex flex-wrap gap-2">
          {item.error && item.canRetry ? (
            <Button
              size="small"
              variant="ghost"
              aria-label={t('common:photos.retry', { number })}
              onClick={onRetry}
            >
              {t('errors:retry')}
            </Button>
          ) : null}
          <Button
            size="small"
            variant="ghost"
            data-remove=""
            aria-label={t('common:photos.remove', { number })}
            onClick={onRemove}
          >
            {t('evidence.remove')}
          </Button>
        </div>
      </div>
    </div>
  );
}

interface ProgressProps {
  /** From 0 to 1. */
  progress: number;
  number: number;
  className: string;
  barClass: string;
}

export function UploadProgress({ progress, number, className, barClass }: ProgressProps) {
  const { t } = useTranslation('common');
  const percent = Math.round(progress * 100);
  return (
    <span
      role="progressbar"
      aria-label={t('photos.progress', { number })}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className={cn('block h-1.5 overflow-hidden rounded-full', className)}
    >
      <span className={cn('block h-full rounded-full', barClass)} style={{ width: `${percent}%` }} />
    </span>
  );
}
