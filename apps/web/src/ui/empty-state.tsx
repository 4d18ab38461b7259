import type { ReactNode } from 'react';
import { cx } from '../lib/cx.ts';
import { Mascot, type Mood } from './mascot.tsx';

interface Props {
  title: string;
  children?: ReactNode;
  /** One action at most. */
  action?: ReactNode;
  mood?: Mood;
  className?: string;
}

/** Mascot, one line, one action. */
export function EmptyState({ title, children, action, mood = 'smile', className }: Props) {
  return (
    <div className={cx('mx-auto grid max-w-md justify-items-center gap-3 px-4 py-10 text-center', className)}>
      <span className="relative grid size-[220px] place-items-center">
        <span className="absolute inset-1.5 rounded-full bg-brand-soft" />
        <Mascot mood={mood} className="relative mt-6 w-[132px]" />
      </span>
      <h2 className="d2">{title}</h2>
      {children ? <div className="text-pretty text-2">{children}</div> : null}
      {action ? <div className="mt-2">{action}</div> : null}
    </div>
  );
}
