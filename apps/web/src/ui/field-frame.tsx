import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { cx } from '../lib/cx.ts';

export interface FieldTexts {
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
export function FieldFrame({
  label,
  hint,
  error,
  hideLabel,
  className,
  children,
}: FieldTexts & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const note = `${id}-note`;
  return (
    <div className={cx('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-semibold'}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': error || hint ? note : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error ? <FieldError id={note}>{error}</FieldError> : null}
      {!error && hint ? (
        <p id={note} className="text-[.8125rem] leading-5 text-2">
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

const looks = {
  box: 'rounded-md bg-surface inset-ring-[1.5px] inset-ring-line-strong',
  quiet: 'rounded-full bg-quiet-2',
} as const;

/** Every text-like control: rest, focus, error, disabled. `quiet` is round and has no outline (search, filters). */
export const controlClass = (look: keyof typeof looks = 'box'): string =>
  cx(
    'w-full min-w-0 px-4 text-base text-text outline-none',
    looks[look],
    'focus:inset-ring-[2.5px] focus:inset-ring-focus',
    'aria-invalid:inset-ring-2 aria-invalid:inset-ring-danger',
    'disabled:bg-disabled disabled:text-on-disabled',
  );
