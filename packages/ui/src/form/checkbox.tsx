import { Field } from '@base-ui/react/field';
import type { ComponentProps, ReactNode } from 'react';
import { IconCheck } from '#icons';
import { cn } from '../cn.ts';
import { FieldError } from '../feedback/inline-error.tsx';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'children' | 'className' | 'id'> {
  children: ReactNode;
  error?: string;
  className?: string;
}

/** `<Checkbox {...register('check_terms')}>…</Checkbox>`. */
export function Checkbox({ children, error, className, ...input }: Props) {
  return (
    <Field.Root invalid={Boolean(error)} className={cn('grid gap-1', className)}>
      <Field.Label className="flex min-h-11 items-center gap-3">
        <span className="relative grid size-6 shrink-0">
          <Field.Control
            {...input}
            type="checkbox"
            className="peer size-6 appearance-none rounded-[7px] inset-ring-2 inset-ring-line-strong checked:bg-primary checked:inset-ring-0 aria-invalid:inset-ring-danger disabled:opacity-50"
          />
          <IconCheck
            stroke={3}
            className="pointer-events-none absolute inset-1 size-4 text-on-primary opacity-0 peer-checked:opacity-100"
          />
        </span>
        <span className="min-w-0">{children}</span>
      </Field.Label>
      {error ? <Field.Error match render={<FieldError>{error}</FieldError>} /> : null}
    </Field.Root>
  );
}
