import { cva } from 'class-variance-authority';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';

const chipVariants = cva(
  'inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full px-4 text-[.9375rem] font-semibold whitespace-nowrap',
  {
    variants: {
      active: { true: 'bg-primary text-on-primary', false: 'bg-panel text-text' },
      hasIcon: { true: 'pl-3' },
    },
  },
);

interface Props extends Omit<ComponentProps<'button'>, 'children'> {
  active: boolean;
  /** A small picture before the words. */
  icon?: ReactNode;
  children: ReactNode;
}

/** One of a row of filters; one is active. */
export function Chip({ active, icon, children, className, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-pressed={active}
      {...rest}
      className={cn(chipVariants({ active, hasIcon: Boolean(icon) }), className)}
    >
      {icon}
      {children}
    </button>
  );
}
