import type { CSSProperties, ReactNode } from 'react';
import { cx } from '../lib/cx.ts';

interface Props {
  edge: 'bottom' | 'top' | 'left';
  /** Width of a tooth in px: 16–20 for paper, 39–48 for a page. */
  teeth?: number;
  className?: string;
  children?: ReactNode;
}

const masks = { bottom: 'zz-bottom', top: 'zz-top', left: 'zz-left' } as const;

/** A block that ends in the zigzag tear. Give it a background and room for half a tooth at that edge. */
export function Zigzag({ edge, teeth = 32, className, children }: Props) {
  return (
    <div className={cx(masks[edge], className)} style={{ '--zz': `${teeth}px` } as CSSProperties}>
      {children}
    </div>
  );
}
