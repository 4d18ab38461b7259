import { Field } from '@base-ui/react/field';
import type { ComponentProps, ReactNode } from 'react';
import { IconChevronDown } from '#icons';
import { cn } from '../cn.ts';
import { controlVariants } from './control-variants.ts';
import { FormField, type FormFieldProps } from './text-field.tsx';

interface Props extends FormFieldProps, Omit<ComponentProps<'select'>, 'className' | 'id'> {
  /** `<option>` elements. */
  children: ReactNode;
  /** `pill`: round, for filters. */
  variant?: 'box' | 'pill';
  icon?: ReactNode;
}

/** The native select, so that phones show their own picker. */
export function Select({
  label,
  hint,
  error,
  hideLabel,
  className,
  variant,
  icon,
  children,
  ...select
}: Props) {
  return (
    <FormField label={label} hint={hint} error={error} hideLabel={hideLabel} className={className}>
      <div className="relative grid items-center">
        {icon ? (
          <span className="pointer-events-none absolute left-4 [&_svg]:size-5" aria-hidden="true">
            {icon}
          </span>
        ) : null}
        <Field.Control
          render={<select {...select}>{children}</select>}
          className={cn(
            controlVariants({ variant: variant === 'pill' ? 'quiet' : 'box' }),
            'appearance-none truncate pr-11',
            variant === 'pill' ? 'h-12 font-semibold' : 'h-[52px]',
            Boolean(icon) && 'pl-11',
          )}
        />
        <IconChevronDown className="pointer-events-none absolute right-4 size-5 text-muted" />
      </div>
    </FormField>
  );
}
