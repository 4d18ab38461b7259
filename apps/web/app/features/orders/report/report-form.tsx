import { useMutation } from '@tanstack/react-query';
import { Button } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { FieldError, getErrorMessage, setServerErrors } from '@wopack/ui/feedback/inline-error.tsx';
import { TextArea } from '@wopack/ui/form/text-field.tsx';
import { IconCamera } from '@wopack/ui/icons';
import { useEffect, useId, useRef, useState } from 'react';
import { type FileRejection, useDropzone } from 'react-dropzone';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { uploadReportPhoto } from '../../../lib/api/upload.ts';
import { type BuyerOrder, useReportOrder } from '../buyer-orders.api.ts';

/** MIME types the server accepts. */
const ACCEPTED_TYPES = { 'image/jpeg': ['.jpg', '.jpeg'], 'image/png': ['.png'], 'image/webp': ['.webp'] };

const MAX_BYTES = 10 * 1024 * 1024;

interface Props {
  photo: ReturnType<typeof useReportPhoto>;
  error: string | undefined;
}

/** Drop, choose or take a photo: phones offer the camera. */
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

export function ReportForm({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  const reportOrder = useReportOrder(order.id);
  const photo = useReportPhoto();
  const [formError, setFormError] = useState<string | null>(null);
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { text: '', photo: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ text }) => {
    setFormError(null);
    if (photo.item && !photo.item.path) return;
    try {
      await reportOrder.mutateAsync({ text: text.trim(), photo: photo.item?.path ?? undefined });
    } catch (error) {
      if (!setServerErrors(error, setError, ['text', 'photo'])) setFormError(getErrorMessage(error));
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3.5">
      <TextArea
        label={t('help.text')}
        maxLength={2000}
        error={errors.text?.message}
        {...register('text', { validate: (text) => text.trim() !== '' || t('help.textMissing') })}
      />
      <ReportPhotoField photo={photo} error={errors.photo?.message} />
      {formError ? <FieldError>{formError}</FieldError> : null}
      <Button type="submit" fullWidth loading={isSubmitting || photo.isUploading}>
        {t('help.send')}
      </Button>
    </form>
  );
}

interface PhotoItem {
  file: File;
  /** Object URL, shown while uploading and after. */
  url: string;
  /** Path on the server; null until uploaded. */
  path: string | null;
  /** From 0 to 1. */
  progress: number;
  errorMessage: string | null;
}

interface UploadInput {
  file: File;
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

/** The one photo of a report: uploaded as soon as it is chosen; choosing another replaces it. */
export function useReportPhoto() {
  const [item, setItem] = useState<PhotoItem | null>(null);
  const activeUpload = useRef<AbortController | null>(null);
  const upload = useMutation({
    mutationFn: ({ file, ...options }: UploadInput) => uploadReportPhoto(file, options),
  });

  useEffect(() => () => activeUpload.current?.abort(), []);
  const url = item?.url;
  useEffect(() => (url ? () => URL.revokeObjectURL(url) : undefined), [url]);

  async function startUpload(file: File, previewUrl: string) {
    activeUpload.current?.abort();
    const controller = new AbortController();
    activeUpload.current = controller;
    const updateItem = (changes: Partial<PhotoItem>) => {
      if (activeUpload.current === controller) setItem((current) => current && { ...current, ...changes });
    };
    setItem({ file, url: previewUrl, path: null, progress: 0, errorMessage: null });
    try {
      const onProgress = (progress: number) => updateItem({ progress });
      const { path } = await upload.mutateAsync({ file, onProgress, signal: controller.signal });
      updateItem({ path, progress: 1 });
    } catch (error) {
      if (!controller.signal.aborted) updateItem({ errorMessage: getErrorMessage(error) });
    }
  }

  return {
    item,
    isUploading: item !== null && item.path === null && item.errorMessage === null,
    choose: (file: File) => void startUpload(file, URL.createObjectURL(file)),
    retry: () => {
      if (item) void startUpload(item.file, item.url);
    },
    clear: () => {
      activeUpload.current?.abort();
      activeUpload.current = null;
      setItem(null);
    },
  };
}

interface ReportPhotoPreviewProps {
  item: NonNullable<ReturnType<typeof useReportPhoto>['item']>;
  onRemove: () => void;
  onRetry: () => void;
}

export function ReportPhotoPreview({ item, onRemove, onRetry }: ReportPhotoPreviewProps) {
  const { t } = useTranslation(['orders', 'errors']);
  const percent = Math.round(item.progress * 100);
  return (
    <div className="flex items-center gap-3.5 rounded-md bg-quiet p-2.5">
      <img
        src={item.url}
        alt={t('help.photoAlt')}
        className="aspect-video w-28 shrink-0 rounded-sm object-cover"
      />
      <div className="grid min-w-0 flex-1 gap-2">
        {item.path === null && !item.errorMessage ? (
          <span
            role="progressbar"
            aria-label={t('help.sendingPhoto')}
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
            {t('help.removePhoto')}
          </Button>
        </div>
      </div>
    </div>
  );
}
