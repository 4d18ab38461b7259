import { type ReactNode, useId } from 'react';
import { cn } from '../cn.ts';

interface Option<T extends string> {
  value: T;
  label: string;
  icon?: ReactNode;
}

interface Props<T extends string> {
  /** Group label for screen readers. */
  legend: string;
  options: readonly Option<T>[];
  value: T;
  onChange: (value: T) => void;
  /** Icons only below 576 px; the labels stay for screen readers. */
  isCompact?: boolean;
  className?: string;
}

/** A choice between two or three views or languages. */
export function SegmentedControl<T extends string>({
  legend,
  options,
  value,
  onChange,
  isCompact,
  className,
}: Props<T>) {
  const groupName = useId();
  return (
    <fieldset
      className={cn('inline-flex max-w-full shrink-0 flex-wrap rounded-[26px] bg-panel p-1', className)}
    >
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="inline-flex min-h-[36px] min-w-[44px] items-center justify-center gap-1.5 rounded-full px-[14px] text-sm font-semibold text-muted has-checked:bg-segment has-checked:text-on-segment has-checked:shadow-resting has-focus-visible:outline-3 has-focus-visible:outline-focus pointer-coarse:min-h-[44px] [&_svg]:size-[20px]"
        >
          <input
            type="radio"
            name={groupName}
            className="sr-only"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon}
          <span className={isCompact && option.icon ? 'max-sm:sr-only' : undefined}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
