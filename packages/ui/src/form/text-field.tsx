import { Field } from '@base-ui/react/field';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../cn.ts';
import { FieldError } from '../feedback/inline-error.tsx';
import { controlVariants } from './control-variants.ts';

interface Props extends FormFieldProps, Omit<ComponentProps<'input'>, 'className' | 'id'> {
  /** Inside the box, at its start. */
  icon?: ReactNode;
  /** `search`: round, without an outline. */
  variant?: 'box' | 'search';
  /** Inside the box, at its end. */
  endAdornment?: ReactNode;
  inputClassName?: string;
}

/** `<TextField label={…} error={errors.name?.message} {...register('name')} />`. */
export function TextField({
  label,
  hint,
  error,
  hideLabel,
  className,
  icon,
  endAdornment,
  variant,
  inputClassName,
  ...input
}: Props) {
  return (
    <FormField label={label} hint={hint} error={error} hideLabel={hideLabel} className={className}>
      <div className="relative grid items-center">
        {icon ? (
          <span className="pointer-events-none absolute left-4 text-muted [&_svg]:size-5" aria-hidden="true">
            {icon}
          </span>
        ) : null}
        <Field.Control
          {...input}
          className={cn(
            controlVariants({ variant: variant === 'search' ? 'quiet' : 'box' }),
            'h-[52px]',
            Boolean(icon) && 'pl-11.5',
            Boolean(endAdornment) && 'pr-14',
            variant === 'search' && '[&::-webkit-search-cancel-button]:hidden',
            inputClassName,
          )}
        />
        {endAdornment ? <span className="absolute right-1 grid">{endAdornment}</span> : null}
      </div>
    </FormField>
  );
}

interface TextAreaProps extends FormFieldProps, Omit<ComponentProps<'textarea'>, 'className' | 'id'> {
  /** Shown below: how much of what is accepted is used. Nothing is cut, the form refuses what is too long. */
  length?: { used: number; max: number };
}

/** Grows with its content where the browser supports it. */
export function TextArea({
  label,
  hint,
  error,
  hideLabel,
  className,
  rows = 4,
  length,
  ...textAreaProps
}: TextAreaProps) {
  return (
    <FormField label={label} hint={hint} error={error} hideLabel={hideLabel} className={className}>
      <Field.Control
        render={<textarea rows={rows} {...textAreaProps} />}
        className={cn(controlVariants(), 'field-sizing-content min-h-[108px] resize-y py-3.5 leading-6')}
      />
      {length ? (
        <span
          className={cn(
            'justify-self-end text-[.8125rem] tabular-nums',
            length.used > length.max ? 'font-bold text-danger' : 'text-muted',
          )}
        >
          {length.used} / {length.max}
        </span>
      ) : null}
    </FormField>
  );
}

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
