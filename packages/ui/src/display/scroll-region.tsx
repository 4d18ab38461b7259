import type { ReactNode } from 'react';
import { cn } from '../cn.ts';

interface Props {
  label: string;
  className?: string;
  children: ReactNode;
}

/** Scrolls sideways where its content, such as a table, is wider than the screen; by keyboard too. */
export const ScrollRegion = ({ label, className, children }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
  <section aria-label={label} tabIndex={0} className={cn('overflow-x-auto -outline-offset-3!', className)}>
    {children}
  </section>
);
