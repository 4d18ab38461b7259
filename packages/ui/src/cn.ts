import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

const twMerge = extendTailwindMerge<'type-role'>({
  extend: {
    theme: { shadow: ['resting', 'floating', 'overlay'] },
    classGroups: { 'type-role': ['hero', 'd1', 'd2', 'h1', 'h2', 'h3'] },
  },
  // A line height set separately stays, whatever font size follows, as in Tailwind's own order.
  override: { conflictingClassGroups: { 'font-size': [] } },
});

/** Joins class names, dropping falsy ones; of two that conflict, the later one wins. */
export const cn = (...names: ClassValue[]): string => twMerge(clsx(names));
