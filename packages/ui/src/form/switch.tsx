import { Switch as BaseSwitch } from '@base-ui/react/switch';
import { type ReactNode, useId } from 'react';

interface Props {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** A label and a switch that takes effect at once. */
export function Switch({ label, hint, checked, onChange, disabled }: Props) {
  const id = useId();
  return (
    <div className="flex min-h-[60px] items-center justify-between gap-4 py-2">
      <span className="grid min-w-0 leading-5">
        <span id={`${id}-label`} className="font-semibold">
          {label}
        </span>
        {hint ? (
          <span id={`${id}-hint`} className="text-[.8125rem] text-muted">
            {hint}
          </span>
        ) : null}
      </span>
      <BaseSwitch.Root
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="relative h-8 w-13 shrink-0 cursor-pointer rounded-full bg-line-strong transition-colors before:absolute before:-inset-1.5 data-checked:bg-save data-disabled:opacity-50"
      >
        <BaseSwitch.Thumb className="absolute left-[.1875rem] top-[.1875rem] size-6.5 rounded-full bg-knob transition-[translate] duration-[var(--t-fast)] data-checked:translate-x-5" />
      </BaseSwitch.Root>
    </div>
  );
}
