import { cva } from 'class-variance-authority';

/** Styles of text-like controls: default, focus, error, disabled. */
export const controlVariants = cva(
  [
    'w-full min-w-0 px-4 text-base text-text outline-none',
    'focus:inset-ring-[2.5px] focus:inset-ring-focus',
    'aria-invalid:inset-ring-2 aria-invalid:inset-ring-danger',
    'disabled:bg-disabled disabled:text-on-disabled',
  ],
  {
    variants: {
      variant: {
        box: 'rounded-md bg-surface inset-ring-[1.5px] inset-ring-line-strong',
        /** Round and without an outline (search, filters). */
        quiet: 'rounded-full bg-panel',
      },
    },
    defaultVariants: { variant: 'box' },
  },
);
