import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../lib/cx.ts';
import { controlClass, FieldFrame, type FieldTexts } from './field-frame.tsx';

interface Props extends FieldTexts, Omit<ComponentProps<'input'>, 'className' | 'id'> {
  /** Icon inside the box, at its start. */
  icon?: ReactNode;
  /** `search`: round, quiet and without an outline. */
  look?: 'box' | 'search';
  /** Button or text inside the box, at its end. */
  end?: ReactNode;
  inputClassName?: string;
}

/** A one-line text field: `<Field label={…} error={errors.name?.message} {...register('name')} />`. */
export function Field({
  label,
  hint,
  error,
  hideLabel,
  className,
  icon,
  end,
  look,
  inputClassName,
  ...input
}: Props) {
  return (
    <FieldFrame {...{ label, hint, error, hideLabel, className }}>
      {(control) => (
        <div className="relative grid items-center">
          {icon ? (
            <span className="pointer-events-none absolute left-4 text-2 [&_svg]:size-5" aria-hidden="true">
              {icon}
            </span>
          ) : null}
          <input
            {...input}
            {...control}
            className={cx(
              controlClass(look === 'search' ? 'quiet' : 'box'),
              'h-[52px]',
              Boolean(icon) && 'pl-[46px]',
              Boolean(end) && 'pr-14',
              look === 'search' && '[&::-webkit-search-cancel-button]:hidden',
              inputClassName,
            )}
          />
          {end ? <span className="absolute right-1 grid">{end}</span> : null}
        </div>
      )}
    </FieldFrame>
  );
}
