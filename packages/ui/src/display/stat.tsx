import type { ReactNode } from 'react';

interface StatProps {
  name: string;
  /** Basis of the figure. */
  note: ReactNode;
  children: ReactNode;
}

/** Must be inside a `<dl>`. */
export const Stat = ({ name, note, children }: StatProps) => (
  <div className="grid content-start gap-1.5 rounded-lg bg-surface p-4 lg:px-[22px] lg:py-5">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="font-display text-[clamp(1.125rem,.6rem+2.2vw,1.625rem)] leading-[1.15] font-bold tracking-[-.03em]">
      {children}
    </dd>
    <dd className="text-xs text-muted">{note}</dd>
  </div>
);
