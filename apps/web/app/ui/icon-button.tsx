import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

interface Props extends Omit<ComponentProps<'button'>, 'children'> {
  /** What it does, for screen readers and as tooltip. */
  label: string;
  /** `raised` floats (shadow), `flat` is quiet, `photo` is white on a picture in both themes. */
  variant?: 'raised' | 'flat' | 'photo' | 'plain';
  children: ReactNode;
}

const VARIANT_CLASSES = {
  raised: 'bg-raised text-text shadow-1',
  flat: 'bg-quiet text-text',
  photo: 'bg-paper text-ink shadow-1',
  plain: 'text-2 hover:text-text hover:bg-quiet',
} as const;

/** A round button of 44 px that shows only an icon. */
export function IconButton({ label, variant = 'raised', className, children, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={cn(getIconButtonClass(variant), className)}
    >
      {children}
    </button>
  );
}

/** The same look for links. */
export const getIconButtonClass = (variant: keyof typeof VARIANT_CLASSES = 'raised'): string =>
  cn(
    'grid size-11 shrink-0 place-items-center rounded-full transition-transform active:scale-[.94] [&_svg]:size-[22px]',
    VARIANT_CLASSES[variant],
  );
