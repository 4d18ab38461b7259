import { Field } from '@base-ui/react/field';
import { Fieldset } from '@base-ui/react/fieldset';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { ReactNode } from 'react';
import { cn } from '../../cn.ts';
import { FieldError } from '../../feedback/inline-error.tsx';
import { choiceVariants } from './choice-chips.tsx';

interface GroupProps<T> {
  legend: string;
  /** Visible to screen readers only. */
  hideLegend?: boolean;
  value: T | null;
  onChange: (value: T) => void;
  error?: string;
  /** Classes of the group; by default a grid. */
  className?: string;
  /** Radio buttons, or a loading state. */
  children: ReactNode;
}

/** Single choice: a radio group with legend and error. */
export const ChoiceTiles = <T,>({
  legend,
  hideLegend,
  value,
  onChange,
  error,
  className,
  children,
}: GroupProps<T>) => (
  <Field.Root invalid={Boolean(error)} className="grid min-w-0 gap-2.5">
    <Fieldset.Root
      render={
        <RadioGroup value={value} onValueChange={(selected) => onChange(selected as T)} tabIndex={-1} />
      }
      className={cn('grid min-w-0 gap-2.5 outline-none', className)}
    >
      <Fieldset.Legend className={hideLegend ? 'sr-only' : 'col-span-full text-sm font-semibold'}>
        {legend}
      </Fieldset.Legend>
      {children}
    </Fieldset.Root>
    {error ? <Field.Error match render={<FieldError>{error}</FieldError>} /> : null}
  </Field.Root>
);

/** Outlined; yellow with a dark outline when selected. */
export const ChoiceTile = ({
  value,
  className,
  children,
}: {
  value: unknown;
  className?: string;
  children: ReactNode;
}) => (
  <Radio.Root
    value={value}
    nativeButton
    render={<button type="button" />}
    className={cn(choiceVariants({ shape: 'tile' }), className)}
  >
    {children}
  </Radio.Root>
);
