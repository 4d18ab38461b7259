import { Field } from '@base-ui/react/field';
import { Fieldset } from '@base-ui/react/fieldset';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { ReactNode } from 'react';
import { cn } from '../../../lib/cn.ts';
import { FieldError } from '../form-field.tsx';
import { choiceVariants } from './choice-chips.tsx';

interface GroupProps<T> {
  legend: string;
  value: T | null;
  onChange: (value: T) => void;
  error?: string;
  /** The tiles in a grid, or a loading state. */
  children: ReactNode;
}

/** Single choice as tiles: a radio group. */
export const ChoiceTiles = <T,>({ legend, value, onChange, error, children }: GroupProps<T>) => (
  <Field.Root invalid={Boolean(error)}>
    <Fieldset.Root
      render={
        <RadioGroup value={value} onValueChange={(selected) => onChange(selected as T)} tabIndex={-1} />
      }
      className="grid min-w-0 gap-2.5 outline-none"
    >
      <Fieldset.Legend className="text-sm font-semibold">{legend}</Fieldset.Legend>
      {children}
      {error ? <Field.Error match render={<FieldError>{error}</FieldError>} /> : null}
    </Fieldset.Root>
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
