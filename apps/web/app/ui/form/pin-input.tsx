import { Field } from '@base-ui/react/field';
import { cn } from '@wopack/ui/cn.ts';
import { FormField, type FormFieldProps } from '@wopack/ui/form/form-field.tsx';
import type { ComponentProps } from 'react';

interface Props
  extends FormFieldProps,
    Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'className' | 'id'> {
  value: string;
  /** At most four digits. */
  onChange: (value: string) => void;
}

/** The four-digit PIN: one input, drawn as four boxes. */
export function PinInput({ label, hint, error, hideLabel, className, value, onChange, ...input }: Props) {
  return (
    <FormField {...{ label, hint, error, hideLabel, className }}>
      <div className="group relative">
        <Field.Control
          inputMode="numeric"
          autoComplete="off"
          {...input}
          value={value}
          onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, 4))}
          className="absolute inset-0 z-1 w-full cursor-text rounded-sm bg-transparent text-transparent caret-transparent outline-none selection:bg-transparent"
        />
        <div aria-hidden="true" className="grid grid-cols-4 gap-2">
          {[0, 1, 2, 3].map((index) => (
            <span
              key={index}
              className={cn(
                'grid h-[62px] place-items-center rounded-sm bg-surface font-display text-[1.625rem] font-bold text-text',
                error ? 'inset-ring-2 inset-ring-danger' : 'inset-ring-[1.5px] inset-ring-line-strong',
                index === Math.min(value.length, 3) &&
                  'group-focus-within:inset-ring-[2.5px] group-focus-within:inset-ring-focus',
              )}
            >
              {value[index]}
            </span>
          ))}
        </div>
      </div>
    </FormField>
  );
}
