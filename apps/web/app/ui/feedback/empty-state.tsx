import type { ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import { Mascot, type Mood } from '../images/mascot.tsx';

interface Props {
  title: string;
  children?: ReactNode;
  /** One action at most. */
  action?: ReactNode;
  mood?: Mood;
  /** Shown beside the mascot. */
  mascotAccessory?: ReactNode;
  className?: string;
}

export function EmptyState({ title, children, action, mood = 'smile', mascotAccessory, className }: Props) {
  return (
    <div
      className={cn(
        'mx-auto grid max-w-md justify-items-center gap-3 px-4 py-6 text-center sm:py-10',
        className,
      )}
    >
      <span className="relative grid size-[clamp(140px,23dvh,220px)] place-items-center">
        <span className="absolute inset-1.5 rounded-full bg-brand-soft" />
        <Mascot mood={mood} className="relative mt-[11%] w-3/5" />
        {mascotAccessory ? (
          <span className="absolute top-[8%] right-[5%] w-[29%] rotate-12">{mascotAccessory}</span>
        ) : null}
      </span>
      <h2 className="d2">{title}</h2>
      {children ? <div className="text-pretty text-muted">{children}</div> : null}
      {action ? <div className="mt-2">{action}</div> : null}
    </div>
  );
}
