import { Field } from '@base-ui/react/field';
import type { ComponentProps } from 'react';
import { cn } from '../../lib/cn.ts';
import { controlVariants, FormField, type FormFieldProps } from './form-field.tsx';

type Props = FormFieldProps & Omit<ComponentProps<'textarea'>, 'className' | 'id'>;

/** Grows with its content where the browser supports it. */
export function TextArea({ label, hint, error, hideLabel, className, rows = 4, ...textAreaProps }: Props) {
  return (
    <FormField {...{ label, hint, error, hideLabel, className }}>
      <Field.Control
        render={<textarea rows={rows} {...textAreaProps} />}
        className={cn(controlVariants(), 'field-sizing-content min-h-[108px] resize-y py-3.5 leading-6')}
      />
    </FormField>
  );
}
