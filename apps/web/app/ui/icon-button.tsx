import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

/** The same look for links. */
export const iconButtonVariants = cva(
  'grid size-11 shrink-0 place-items-center rounded-full transition-transform active:scale-[.94] [&_svg]:size-[22px]',
  {
    variants: {
      variant: {
        /** Floats. */
        raised: 'bg-raised text-text shadow-resting',
        flat: 'bg-quiet text-text',
        /** White on a picture in both themes. */
        photo: 'bg-paper text-on-paper shadow-resting',
        plain: 'text-muted hover:text-text hover:bg-quiet',
      },
    },
    defaultVariants: { variant: 'raised' },
  },
);

interface Props extends Omit<ComponentProps<'button'>, 'children'>, VariantProps<typeof iconButtonVariants> {
  /** What it does, for screen readers and as tooltip. */
  label: string;
  children: ReactNode;
}

/** A round button of 44 px that shows only an icon. */
export function IconButton({ label, variant, className, children, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={cn(iconButtonVariants({ variant }), className)}
    >
      {children}
    </button>
  );
}
