import type { CSSProperties } from 'react';

/** Buttons on a surface that stays light at night, such as a yellow page: figo in both themes, as by day. */
export const lightSurfaceStyle = {
  '--primary': 'var(--figo-800)',
  '--primary-hover': 'var(--figo-700)',
  '--primary-press': 'var(--figo-900)',
  '--on-primary': '#fff6ea',
  '--text': 'var(--figo-800)',
  '--line-strong': 'var(--figo-800)',
  '--quiet': 'rgb(255 255 255 / .35)',
} as CSSProperties;
