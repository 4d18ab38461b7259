import { IconCheck } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';

interface Props extends Omit<ComponentProps<'button'>, 'children'> {
  selected: boolean;
  /** Several may be selected: shows a tick. */
  multiple?: boolean;
  /** `chip`: round, in a wrapping row (categories). `tile`: a box in a grid (price, 1 to 7). */
  shape?: 'chip' | 'tile';
  icon?: ReactNode;
  children: ReactNode;
}

/** A category, a price, a daily limit: outlined; yellow with a dark outline when selected. */
export function ChoiceButton({
  selected,
  multiple,
  shape = 'chip',
  icon,
  children,
  className,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      aria-pressed={selected}
      {...rest}
      className={cn(
        'items-center justify-center gap-2 font-semibold',
        shape === 'chip'
          ? 'inline-flex min-h-11 rounded-full px-4 text-[.9375rem]'
          : 'grid min-h-16 content-center justify-items-center rounded-md px-2 py-3 text-center',
        selected
          ? 'on-brand bg-brand text-on-brand inset-ring-2 inset-ring-on-brand'
          : 'inset-ring-[1.5px] inset-ring-line-strong hover:bg-quiet',
        className,
      )}
    >
      {icon}
      {children}
      {multiple && selected ? <IconCheck className="size-[18px]" stroke={3} aria-hidden="true" /> : null}
    </button>
  );
}
