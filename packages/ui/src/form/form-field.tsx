import { Field } from '@base-ui/react/field';
import type { ReactNode } from 'react';
import { cn } from '../cn.ts';
import { FieldError } from '../feedback/inline-error.tsx';

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
