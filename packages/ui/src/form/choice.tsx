import { Field } from '@base-ui/react/field';
import { Fieldset } from '@base-ui/react/fieldset';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import { cva } from 'class-variance-authority';
import type { ReactNode } from 'react';
import { IconBan, IconCheck } from '#icons';
import { cn } from '../cn.ts';
import { FieldError } from '../feedback/inline-error.tsx';

/** Outlined; yellow with a dark outline when selected. */
export const choiceVariants = cva(
  [
    'max-w-full items-center justify-center gap-2 font-semibold wrap-anywhere inset-ring-[1.5px] inset-ring-line-strong not-data-checked:not-data-pressed:hover:bg-quiet',
    'data-checked:on-brand data-checked:bg-brand data-checked:text-on-brand data-checked:inset-ring-2 data-checked:inset-ring-on-brand',
    'data-pressed:on-brand data-pressed:bg-brand data-pressed:text-on-brand data-pressed:inset-ring-2 data-pressed:inset-ring-on-brand',
    // The dark outline of a yellow surface would be invisible around it in the dark theme.
    'data-checked:focus-visible:-outline-offset-6 data-pressed:focus-visible:-outline-offset-6',
  ],
  {
    variants: {
      shape: {
        /** Round, in a wrapping row (types). */
        chip: 'group inline-flex min-h-11 rounded-full px-4 text-[.9375rem]',
        /** A box in a grid (price, 1 to 7). */
        tile: 'grid min-h-16 content-center justify-items-center rounded-md px-2 py-3 text-center',
      },
    },
  },
);

interface ChipGroupProps {
  value: readonly string[];
  onChange: (values: string[]) => void;
  children: ReactNode;
}

/** Multiple choice as chips. */
export const ChoiceChips = ({ value, onChange, children }: ChipGroupProps) => (
  <ToggleGroup multiple value={value} onValueChange={onChange} className="flex flex-wrap gap-2.5">
    {children}
  </ToggleGroup>
);

/** Shows a tick when selected; a sign of refusal when choosing it leaves something out. */
export const ChoiceChip = ({
  value,
  icon,
  isExclusion = false,
  children,
}: {
  value: string;
  icon?: ReactNode;
  isExclusion?: boolean;
  children: ReactNode;
}) => (
  <Toggle
    value={value}
    className={cn(
      choiceVariants({ shape: 'chip' }),
      isExclusion && 'data-pressed:bg-urgent-soft data-pressed:text-text data-pressed:inset-ring-urgent',
    )}
  >
    {icon}
    {isExclusion ? <IconBan className="size-[18px] text-urgent not-group-data-pressed:hidden" /> : null}
    {children}
    {isExclusion ? null : <IconCheck className="size-[18px] not-group-data-pressed:hidden" stroke={3} />}
  </Toggle>
);

interface FilterProps<T> {
  /** Group label for screen readers. */
  legend: string;
  value: T;
  onChange: (value: T) => void;
  /** Classes for wrapping or scrolling. */
  className: string;
  children: ReactNode;
}

/** Single choice: a radio group. */
export const FilterChips = <T,>({ legend, value, onChange, className, children }: FilterProps<T>) => (
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

interface TileGroupProps<T> {
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
}: TileGroupProps<T>) => (
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
