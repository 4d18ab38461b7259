import { cn } from '@wopack/ui/cn.ts';
import type { CSSProperties, ReactNode } from 'react';

interface Props {
  edge: 'bottom' | 'top' | 'left';
  /** Width of a tooth in px: 16–20 for paper, 39–48 for a page. */
  toothWidth?: number;
  className?: string;
  children?: ReactNode;
}

const EDGE_CLASSES = { bottom: 'zz-bottom', top: 'zz-top', left: 'zz-left' } as const;

/** A block with a zigzag edge. Needs a background, and padding of half a tooth at that edge. */
export function Zigzag({ edge, toothWidth = 32, className, children }: Props) {
  return (
    <div className={cn(EDGE_CLASSES[edge], className)} style={{ '--zz': `${toothWidth}px` } as CSSProperties}>
      {children}
    </div>
  );
}
