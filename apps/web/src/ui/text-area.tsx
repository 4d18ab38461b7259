import type { ComponentProps } from 'react';
import { cx } from '../lib/cx.ts';
import { controlClass, FieldFrame, type FieldTexts } from './field-frame.tsx';

type Props = FieldTexts & Omit<ComponentProps<'textarea'>, 'className' | 'id'>;

/** A text field of several lines; grows with its content where the browser can. */
export function TextArea({ label, hint, error, hideLabel, className, rows = 4, ...area }: Props) {
  return (
    <FieldFrame {...{ label, hint, error, hideLabel, className }}>
      {(control) => (
        <textarea
          rows={rows}
          {...area}
          {...control}
          className={cx(controlClass(), 'field-sizing-content min-h-[108px] resize-y py-3.5 leading-6')}
        />
      )}
    </FieldFrame>
  );
}
