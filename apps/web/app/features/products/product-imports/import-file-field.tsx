import { isApiError } from '@wopack/contract/client';
import { Button, IconButton, TextButton } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { FieldError, getErrorMessage, isNetworkError } from '@wopack/ui/feedback/inline-error.tsx';
import { IconCheck, IconUpload, IconX } from '@wopack/ui/icons';
import { type ReactNode, useId, useRef, useState } from 'react';
import { type Accept, useDropzone } from 'react-dropzone';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import type { ImportFileKind } from './product-imports.api.ts';

const MEGABYTE = 1_048_576;

const fileKinds: Record<ImportFileKind, { accept: Accept; maxMegabytes: number }> = {
  table: {
    accept: {
      'text/csv': ['.csv'],
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
    },
    maxMegabytes: 5,
  },
  photos: { accept: { 'application/zip': ['.zip'] }, maxMegabytes: 50 },
};

/** Takes a file that is chosen or dropped, and says why it takes another one not. */
function useImportFile(kind: ImportFileKind, onChoose: (file: File) => void) {
  const { t } = useTranslation('imports');
  const [refusal, setRefusal] = useState<string | null>(null);
  const { accept, maxMegabytes } = fileKinds[kind];
  const dropzone = useDropzone({
    accept,
    maxSize: maxMegabytes * MEGABYTE,
    multiple: false,
    noClick: true,
    noKeyboard: true,
    onDrop: ([file], [rejection]) => {
      const code = rejection?.errors[0]?.code;
      setRefusal(
        code === undefined
          ? null
          : code === 'too-many-files'
            ? t('refused.several')
            : code === 'file-too-large'
              ? t(`refused.${kind}TooLarge`, { name: rejection!.file.name, limit: maxMegabytes })
              : t(`refused.${kind}Type`, { name: rejection!.file.name }),
      );
      if (file) onChoose(file);
    },
  });
  return { ...dropzone, refusal };
}

interface FieldProps {
  kind: ImportFileKind;
  file: File | null;
  onChange: (file: File | null) => void;
  /** Below the field. */
  error?: ReactNode;
  disabled: boolean;
}

/** A place to drop a file on, with a button to choose it. */
export function ImportFileField({ kind, file, onChange, error, disabled }: FieldProps) {
  const { t } = useTranslation('imports');
  const { formatDecimal } = useFormat();
  const noteId = useId();
  const buttonRef = useRef<HTMLButtonElement>(null);
  const { getRootProps, getInputProps, isDragActive, open, refusal } = useImportFile(kind, onChange);
  return (
    <div className="grid min-w-0 content-start gap-2.5">
      <p className="text-sm font-semibold">
        {t(`files.${kind}`)}{' '}
        {kind === 'photos' ? <span className="font-normal text-muted">{t('files.optional')}</span> : null}
      </p>
      <div {...getRootProps()} className="relative grid">
        <input {...getInputProps({ 'aria-label': t(`files.${kind}`), disabled })} />
        <button
          ref={buttonRef}
          type="button"
          onClick={open}
          disabled={disabled}
          aria-describedby={noteId}
          className={cn(
            'grid min-h-36 content-center justify-items-center gap-1.5 rounded-md border-2 border-dashed px-4 py-4 text-center disabled:opacity-60',
            file && 'px-14',
            isDragActive ? 'border-on-brand bg-brand text-on-brand' : 'border-line-strong hover:bg-quiet',
          )}
        >
          {file ? <IconCheck className="size-7" /> : <IconUpload className="size-7" />}
          <b className="leading-tight wrap-anywhere">
            {isDragActive ? t('files.dropNow') : (file?.name ?? t(`files.${kind}Drop`))}
          </b>
          {file ? (
            <span className="text-sm">
              {t('files.size', { size: formatDecimal(Math.max(0.1, file.size / MEGABYTE)) })}
            </span>
          ) : null}
          <span className="link text-sm leading-tight">{t(file ? 'files.other' : 'files.choose')}</span>
        </button>
        {file && !disabled ? (
          <IconButton
            label={t('files.remove', { name: file.name })}
            variant="plain"
            className="absolute top-1.5 right-1.5"
            onClick={() => {
              onChange(null);
              buttonRef.current?.focus();
            }}
          >
            <IconX />
          </IconButton>
        ) : null}
      </div>
      <p id={noteId} className="text-[.8125rem] leading-5 text-pretty text-muted">
        {t(`files.${kind}Hint`)}
      </p>
      {refusal ? <FieldError>{refusal}</FieldError> : null}
      {error}
    </div>
  );
}

interface ButtonProps {
  kind: ImportFileKind;
  onChoose: (file: File) => void;
  variant: 'primary' | 'ghost' | 'soft';
  size?: 'normal' | 'small';
  disabled?: boolean;
  children: ReactNode;
}

/** Chooses a file that is sent at once; the button takes a dropped one too. */
export function ImportFileButton({ kind, onChoose, variant, size, disabled, children }: ButtonProps) {
  const { getRootProps, getInputProps, isDragActive, open, refusal } = useImportFile(kind, onChoose);
  return (
    <div {...getRootProps()} className="grid max-w-full">
      <input {...getInputProps({ 'aria-hidden': true, disabled })} />
      <Button
        variant={isDragActive ? 'brand' : variant}
        size={size}
        icon={<IconUpload />}
        onClick={open}
        disabled={disabled}
      >
        {children}
      </Button>
      {refusal ? (
        <div className="mt-1.5">
          <FieldError>{refusal}</FieldError>
        </div>
      ) : null}
    </div>
  );
}

/** Everything that the server says about a file. */
export function FileFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('errors');
  const details = isApiError(error, 'validation') ? Object.values(error.errors).flat() : [];
  const messages = details.length > 0 ? details : [getErrorMessage(error)];
  return (
    <div className="grid justify-items-start gap-1">
      {messages.map((message) => (
        <FieldError key={message}>
          <span className="min-w-0 wrap-anywhere">{message}</span>
        </FieldError>
      ))}
      {isNetworkError(error) ? (
        <TextButton onClick={onRetry} className="text-sm">
          {t('retry')}
        </TextButton>
      ) : null}
    </div>
  );
}
