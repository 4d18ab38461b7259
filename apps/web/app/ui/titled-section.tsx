import { cn } from '@wopack/ui/cn.ts';
import type { ReactNode } from 'react';

interface Props {
  id: string;
  title: string;
  text: string;
  /** On the colour of the brand. */
  isOnBrand?: boolean;
  children: ReactNode;
}

/** A part of a page with its heading and a sentence about it. */
export const TitledSection = ({ id, title, text, isOnBrand = false, children }: Props) => (
  <section aria-labelledby={id} className="grid gap-3">
    <div>
      <h2 id={id} className="h2">
        {title}
      </h2>
      <p className={cn('text-sm text-pretty', !isOnBrand && 'text-muted')}>{text}</p>
    </div>
    {children}
  </section>
);
