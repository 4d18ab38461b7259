import { Field } from '@base-ui/react/field';
import { cva } from 'class-variance-authority';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAlertTriangle } from '#icons';
import { getErrorMessage } from '../../lib/api/errors.ts';
import { cn } from '../../lib/cn.ts';

export interface FormFieldProps {
  label: string;
  hint?: ReactNode;
  /** The field's first error; replaces the hint. */
  error?: string;
  /** Visible to screen readers only (search boxes). */
  hideLabel?: boolean;
  className?: string;
}

/** Label, control (`Field.Control` or another of the library's), hint or error, associated by the library. */
export function FormField({
  label,
  hint,
  error,
  hideLabel,
  className,
  children,
}: FormFieldProps & { children: ReactNode }) {
  return (
    <Field.Root invalid={Boolean(error)} className={cn('grid content-start gap-1.5', className)}>
      <Field.Label className={hideLabel ? 'sr-only' : 'text-sm font-semibold'}>{label}</Field.Label>
      {children}
      {error ? <Field.Error match render={<FieldError>{error}</FieldError>} /> : null}
      {!error && hint ? (
        <Field.Description className="text-[.8125rem] leading-5 text-muted">{hint}</Field.Description>
      ) : null}
    </Field.Root>
  );
}

/** An error of a field or of a whole form. */
export function FieldError({ children, ...paragraph }: ComponentProps<'p'>) {
  return (
    <p
      {...paragraph}
      role="alert"
      className="flex items-center gap-1.5 text-[.8125rem] font-semibold leading-5 text-danger"
    >
      <IconAlertTriangle className="size-[18px] shrink-0" aria-hidden="true" />
      {children}
    </p>
  );
}

/** Styles of text-like controls: default, focus, error, disabled. */
export const controlVariants = cva(
  [
    'w-full min-w-0 px-4 text-base text-text outline-none',
    'focus:inset-ring-[2.5px] focus:inset-ring-focus',
    'aria-invalid:inset-ring-2 aria-invalid:inset-ring-danger',
    'disabled:bg-disabled disabled:text-on-disabled',
  ],
  {
    variants: {
      variant: {
        box: 'rounded-md bg-surface inset-ring-[1.5px] inset-ring-line-strong',
        /** Round and without an outline (search, filters). */
        quiet: 'rounded-full bg-panel',
      },
    },
    defaultVariants: { variant: 'box' },
  },
);

/** A part of a page that did not load: message and retry button on one line. */
export function InlineError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('errors');
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <FieldError>{getErrorMessage(error)}</FieldError>
      <button type="button" onClick={onRetry} className="link min-h-11 text-sm">
        {t('retry')}
      </button>
    </div>
  );
}
