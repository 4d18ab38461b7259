import { Fieldset } from '@base-ui/react/fieldset';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { ReactNode } from 'react';

interface Props<T> {
  /** Group label for screen readers. */
  legend: string;
  value: T;
  onChange: (value: T) => void;
  /** Classes for wrapping or scrolling. */
  className: string;
  children: ReactNode;
}

/** Single choice: a radio group. */
export const FilterChips = <T,>({ legend, value, onChange, className, children }: Props<T>) => (
  <Fieldset.Root
    render={<RadioGroup value={value} onValueChange={(selected) => onChange(selected as T)} />}
    className={className}
  >
    <Fieldset.Legend className="sr-only">{legend}</Fieldset.Legend>
    {children}
  </Fieldset.Root>
);

export const FilterChip = ({ value, children }: { value: unknown; children: ReactNode }) => (
  <Radio.Root
    value={value}
    nativeButton
    render={<button type="button" />}
    className="inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full bg-panel px-4 text-[.9375rem] font-semibold whitespace-nowrap text-text data-checked:bg-primary data-checked:text-on-primary"
  >
    {children}
  </Radio.Root>
);
