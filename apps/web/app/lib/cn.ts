import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

const twMerge = extendTailwindMerge<'type-role'>({
  extend: {
    theme: {
      shadow: ['resting', 'floating', 'overlay'],
      text: ['h1', 'h2', 'h3', 'd1', 'd2', 'hero'],
      ease: ['pop'],
    },
    classGroups: { 'type-role': ['hero', 'd1', 'd2', 'h1', 'h2', 'h3'] },
  },
  // A line height set by itself holds whatever font size comes after it, as in Tailwind's own sheet.
  override: { conflictingClassGroups: { 'font-size': [] } },
});

/** Joins class names, leaving out what is false or missing; of two that set the same, the later one stays. */
export const cn = (...names: ClassValue[]): string => twMerge(clsx(names));
