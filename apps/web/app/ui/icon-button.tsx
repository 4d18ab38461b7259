import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

/** Also for links. */
export const iconButtonVariants = cva(
  'grid size-11 shrink-0 place-items-center rounded-full transition-transform active:scale-[.94] [&_svg]:size-[22px]',
  {
    variants: {
      variant: {
        /** Above other content. */
        raised: 'bg-raised text-text shadow-resting',
        flat: 'bg-quiet text-text',
        /** White on photos in both themes. */
        photo: 'bg-paper text-on-paper shadow-resting',
        plain: 'text-muted hover:text-text hover:bg-quiet',
      },
    },
    defaultVariants: { variant: 'raised' },
  },
);

interface Props extends Omit<ComponentProps<'button'>, 'children'>, VariantProps<typeof iconButtonVariants> {
  /** Accessible name and tooltip. */
  label: string;
  children: ReactNode;
}

/** A round button of 44 px. */
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
