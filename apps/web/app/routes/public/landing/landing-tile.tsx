import type { CSSProperties, ReactNode } from 'react';
import { cn } from '../../../lib/cn.ts';

interface Props {
  /** Where '#…' leads. */
  id: string;
  label: string;
  title: string;
  /** The figure the tile is about. */
  figure: ReactNode;
  className: string;
  style?: CSSProperties;
  children: ReactNode;
}

/** A large coloured tile: who it is for, one huge figure, what it means. */
export const LandingTile = ({ id, label, title, figure, className, style, children }: Props) => (
  <section
    id={id}
    aria-labelledby={`${id}-title`}
    className={cn(
      'relative flex flex-col items-start gap-4 overflow-hidden rounded-xl px-6 py-8 outline-none lg:min-h-[560px] lg:p-12',
      className,
    )}
    style={style}
  >
    <p className="font-semibold">{label}</p>
    <div className="mt-2">{figure}</div>
    <h2 id={`${id}-title`} className="d2 max-w-[440px]">
      {title}
    </h2>
    {children}
  </section>
);

/** Type of the huge figure. */
export const HUGE_FIGURE_CLASS =
  'font-display text-[5rem]! leading-[.95]! font-[800]! tracking-[-.06em]! lg:text-[7rem]!';
