import { Button } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { FieldError } from '@wopack/ui/feedback/inline-error.tsx';
import { IconCamera } from '@wopack/ui/icons';
import { useEffect, useId, useRef, useState } from 'react';
import { type FileRejection, useDropzone } from 'react-dropzone';
import { useTranslation } from 'react-i18next';
import type { UploadOptions } from '../../lib/api/upload.ts';
import {
  getPhotoErrorMessage,
  MAX_PHOTO_FILE_BYTES,
  PHOTO_TYPES,
  preparePhoto,
} from '../../lib/browser/prepare-photo.ts';

interface EvidencePhoto {
  key: string;
  file: File;
  /** Object URL, shown while uploading and after. */
  url: string;
  /** Path on the server; null until uploaded. */
  path: string | null;
  /** From 0 to 1. */
  progress: number;
  errorMessage: string | null;
}

type Upload = (file: Blob, options: UploadOptions) => Promise<{ path: string }>;

/** Photos that are to prove something, kept whole: each is uploaded as soon as it is chosen. */
export function useEvidencePhotos(upload: Upload) {
  const [items, setItems] = useState<EvidencePhoto[]>([]);
  const controllers = useRef(new Map<string, AbortController>());
  const urls = useRef(new Set<string>());
  useEffect(
    () => () => {
      for (const controller of controllers.current.values()) controller.abort();
      for (const url of urls.current) URL.revokeObjectURL(url);
    },
    [],
  );
  const updateItem = (key: string, changes: Partial<EvidencePhoto>) =>
    setItems((current) => current.map((item) => (item.key === key ? { ...item, ...changes } : item)));

  async function startUpload(key: string, file: File) {
    const controller = new AbortController();
    controllers.current.set(key, controller);
    const { signal } = controller;
    updateItem(key, { progress: 0, errorMessage: null });
    try {
      const prepared = await preparePhoto(file);
      if (signal.aborted) return;
      const { path } = await upload(prepared, {
        onProgress: (progress) => updateItem(key, { progress }),
        signal,
      });
      updateItem(key, { path, progress: 1 });
    } catch (error) {
      if (!signal.aborted) updateItem(key, { errorMessage: getPhotoErrorMessage(error) });
    } finally {
      controllers.current.delete(key);
    }
  }

  return {
    items,
    paths: items.flatMap(({ path }) => path ?? []),
    isUploading: items.some(({ path, errorMessage }) => path === null && errorMessage === null),
    hasFailed: items.some(({ errorMessage }) => errorMessage !== null),
    add(files: readonly File[]) {
      const newItems = files.map((file) => ({
        key: crypto.randomUUID(),
        file,
        url: URL.createObjectURL(file),
        path: null,
        progress: 0,
        errorMessage: null,
      }));
      for (const { url } of newItems) urls.current.add(url);
      setItems((current) => [...current, ...newItems]);
      for (const { key, file } of newItems) void startUpload(key, file);
    },
    retry: ({ key, file }: EvidencePhoto) => void startUpload(key, file),
    remove(key: string) {
      controllers.current.get(key)?.abort();
      setItems((current) => current.filter((item) => item.key !== key));
    },
  };
}

interface Props {
  photos: ReturnType<typeof useEvidencePhotos>;
  limit: number;
  label: string;
  /** Of each photo. */
  alt: string;
  hint?: string;
  error: string | undefined;
}

/** Drop, choose or take photos: phones offer the camera. */
export function EvidencePhotoField({ photos, limit, label, alt, hint, error }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [rejectionMessage, setRejectionMessage] = useState<string | null>(null);
  const remainingCount = limit - photos.items.length;
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept: PHOTO_TYPES,
    maxSize: MAX_PHOTO_FILE_BYTES,
    multiple: limit > 1,
    noClick: true,
    noKeyboard: true,
    onDrop: (files: File[], [rejection]: FileRejection[]) => {
      photos.add(files.slice(0, remainingCount));
      const isTooLarge = rejection?.errors[0]?.code === 'file-too-large';
      setRejectionMessage(rejection ? t(isTooLarge ? 'evidence.tooLarge' : 'evidence.wrongType') : null);
    },
  });
  const fieldError =
    rejectionMessage ?? error ?? photos.items.find(({ errorMessage }) => errorMessage)?.errorMessage;
  return (
    <div className="grid gap-1.5">
      <p id={id} className="text-sm font-semibold">
        {label} <span className="font-normal text-muted">{hint ?? t('evidence.optional')}</span>
      </p>
      <div {...getRootProps()} className="grid gap-2.5">
        <input {...getInputProps({ 'aria-label': label })} />
        {photos.items.map((item) => (
          <EvidencePreview
            key={item.key}
            item={item}
            alt={alt}
            onRemove={() => photos.remove(item.key)}
            onRetry={() => photos.retry(item)}
          />
        ))}
        {remainingCount > 0 ? (
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
            {isDragActive ? t('evidence.dropNow') : t('evidence.add')}
          </button>
        ) : null}
      </div>
      {fieldError ? <FieldError id={`${id}-note`}>{fieldError}</FieldError> : null}
    </div>
  );
}

interface PreviewProps {
  item: EvidencePhoto;
  alt: string;
  onRemove: () => void;
  onRetry: () => void;
}

function EvidencePreview({ item, alt, onRemove, onRetry }: PreviewProps) {
  const { t } = useTranslation(['common', 'errors']);
  const percent = Math.round(item.progress * 100);
  return (
    <div className="flex items-center gap-3.5 rounded-md bg-quiet p-2.5">
      <img src={item.url} alt={alt} className="h-20 w-28 shrink-0 rounded-sm object-contain" />
      <div className="grid min-w-0 flex-1 gap-2">
        {item.path === null && !item.errorMessage ? (
          <span
            role="progressbar"
            aria-label={t('evidence.sending')}
            aria-valuenow={percent}
            aria-valuemin={0}
            aria-valuemax={100}
            className="h-1.5 overflow-hidden rounded-full bg-line"
          >
            <span className="block h-full rounded-full bg-primary" style={{ width: `${percent}%` }} />
          </span>
        ) : null}
        <div className="flex flex-wrap gap-2">
          {item.errorMessage ? (
            <Button size="small" variant="ghost" onClick={onRetry}>
              {t('errors:retry')}
            </Button>
          ) : null}
          <Button size="small" variant="ghost" onClick={onRemove}>
            {t('evidence.remove')}
          </Button>
        </div>
      </div>
    </div>
  );
}
