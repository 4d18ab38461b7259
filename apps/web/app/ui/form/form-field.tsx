import { IconAlertTriangle } from '@tabler/icons-react';
import { cva } from 'class-variance-authority';
import { type ReactNode, useId } from 'react';
import { cn } from '../../lib/cn.ts';

export interface FormFieldProps {
  label: string;
  hint?: ReactNode;
  /** The first message for this field; takes the hint's place. */
  error?: string;
  /** Keeps the label for screen readers only (search boxes). */
  hideLabel?: boolean;
  className?: string;
}

interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Label above, control, hint or error below, tied together for assistive technology. */
export function FormField({
  label,
  hint,
  error,
  hideLabel,
  className,
  children,
}: FormFieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={cn('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-semibold'}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': error || hint ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error ? <FieldError id={noteId}>{error}</FieldError> : null}
      {!error && hint ? (
        <p id={noteId} className="text-[.8125rem] leading-5 text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p
      id={id}
      role="alert"
      className="flex items-center gap-1.5 text-[.8125rem] font-semibold leading-5 text-danger"
    >
      <IconAlertTriangle className="size-[18px] shrink-0" aria-hidden="true" />
      {children}
    </p>
  );
}

/** Every text-like control: rest, focus, error, disabled. */
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
