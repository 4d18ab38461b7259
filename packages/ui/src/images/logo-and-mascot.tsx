import { useId } from 'react';
import { cn } from '../cn.ts';

const WORDMARK_PATH =
  'M102.4 41.1h-2.1l5.4-15.5h7l-7.3 19.4h-7.1l-6-16.1h2.3l-6.2 16.1h-7.1l-7.2-19.4h7l5.5 15.5h-2.2l5.7-15.5h6.6zm22.8 4.5q-3.7 0-6.5-1.3-2.8-1.3-4.4-3.6-1.5-2.4-1.5-5.4 0-3.1 1.5-5.4 1.6-2.3 4.4-3.6 2.8-1.3 6.5-1.3 3.7 0 6.5 1.3 2.8 1.3 4.4 3.6 1.5 2.3 1.5 5.4 0 3.1-1.5 5.4-1.6 2.3-4.4 3.6-2.8 1.3-6.5 1.3zm0-5.2q1.7 0 2.9-.6 1.2-.6 1.9-1.8.6-1.1.6-2.7 0-1.6-.6-2.8-.7-1.1-1.9-1.7-1.2-.6-2.9-.6-1.7 0-2.9.6-1.2.6-1.9 1.7-.6 1.2-.6 2.8 0 1.6.6 2.7.7 1.2 1.9 1.8 1.2.6 2.9.6zm29.1-20.9q3.3 0 5.6 1.1 2.3 1.1 3.5 3.1 1.2 2 1.2 4.6 0 2.6-1.2 4.6-1.2 2-3.5 3.1-2.3 1.1-5.6 1.1h-11v-5.7h10.6q1.7 0 2.7-.8.9-.8.9-2.3 0-1.5-.9-2.3-1-.8-2.7-.8h-10l3.2-3.3v23.1h-7.1v-25.5zm29.5 25.5l-.9-7 .9-2.7-.9-2.7.9-7h7.2l-1.3 9.7 1.3 9.7zm1.6-9.7q-.5 3.1-1.9 5.4-1.4 2.3-3.6 3.6-2.1 1.3-4.9 1.3-2.8 0-5-1.3-2.2-1.3-3.4-3.6-1.2-2.3-1.2-5.4 0-3.1 1.2-5.4 1.2-2.3 3.4-3.6 2.2-1.3 5-1.3 2.8 0 4.9 1.3 2.2 1.3 3.6 3.6 1.4 2.3 1.9 5.4zm-13 0q0 1.4.6 2.6.6 1.1 1.7 1.7 1 .7 2.4.7 1.4 0 2.7-.7 1.2-.6 2.2-1.7 1-1.2 1.4-2.6-.4-1.4-1.4-2.6-1-1.1-2.2-1.7-1.3-.7-2.7-.7-1.4 0-2.4.7-1.1.6-1.7 1.7-.6 1.2-.6 2.6zm44 1.5q-.2 2.6-1.9 4.6-1.6 2-4.2 3.1-2.6 1.1-5.8 1.1-3.6 0-6.3-1.3-2.8-1.3-4.3-3.6-1.5-2.4-1.5-5.4 0-3.1 1.5-5.4 1.5-2.3 4.3-3.6 2.7-1.3 6.3-1.3 3.2 0 5.8 1.1 2.6 1.1 4.2 3.1 1.7 1.9 1.9 4.6h-6.9q-.3-1.8-1.7-2.7-1.4-.9-3.3-.9-1.6 0-2.7.6-1.2.6-1.8 1.7-.6 1.2-.6 2.8 0 1.6.6 2.8.6 1.1 1.8 1.7 1.1.6 2.7.6 1.9 0 3.3-1 1.4-1 1.7-2.6zm8.7 2.6l-1.9-.6 10.8-13.2h7.3l-16.9 19.4h-6.2v-26.2h6.9zm3.3-3.9l5.3-3.6 8.1 13.1h-7.8z';

interface Props {
  /** Only the bag, for narrow places. */
  markOnly?: boolean;
  className?: string;
}

/** Colours follow the theme and the surface (`on-brand`, `on-contrast`). */
export function Logo({ markOnly = false, className }: Props) {
  return (
    <svg
      viewBox={markOnly ? '0 0 64 64' : '0 0 242 64'}
      role="img"
      aria-label="woPack"
      className={cn('brand-mark block w-auto', className ?? 'h-[34px]')}
    >
      <circle cx="32" cy="21" r="15" fill="var(--color-sun)" />
      <path
        fill="var(--logo-bag)"
        stroke="var(--logo-bag)"
        strokeWidth="4"
        strokeLinejoin="round"
        d="M9 25 20.5 37 32 26 43.5 37 55 25v26a8 8 0 0 1-8 8H17a8 8 0 0 1-8-8z"
      />
      {markOnly ? null : <path fill="var(--logo-word)" d={WORDMARK_PATH} />}
    </svg>
  );
}

export type Mood = 'smile' | 'round' | 'frown' | 'asleep';

/** Decorative: never inside a form or beside an allergen note. */
export function Mascot({ mood, className }: { mood: Mood; className?: string }) {
  const gradientId = useId();
  return (
    <svg viewBox="0 0 200 220" aria-hidden="true" className={cn('brand-mark', className)}>
      <defs>
        <linearGradient id={gradientId} x1="0" x2="1" y1="0" y2=".35">
          <stop offset="0" stopColor="var(--mascot-start)" />
          <stop offset=".45" stopColor="var(--mascot-middle)" />
          <stop offset="1" stopColor="var(--mascot-end)" />
        </linearGradient>
      </defs>
      <path
        d="M14 40 57 84 100 44 143 84 186 40V188a24 24 0 0 1-24 24H38a24 24 0 0 1-24-24z"
        fill={`url(#${gradientId})`}
        stroke={`url(#${gradientId})`}
        strokeWidth="14"
        strokeLinejoin="round"
      />
      <Face mood={mood} />
    </svg>
  );
}

function Face({ mood }: { mood: Mood }) {
  const lineProps = { fill: 'none', stroke: 'var(--mascot-face)', strokeLinecap: 'round' } as const;
  if (mood === 'asleep') {
    return <path {...lineProps} strokeWidth="8" d="M84 152h32M60 122c5 7 15 7 20 0M120 122c5 7 15 7 20 0" />;
  }
  const eyeY = mood === 'frown' ? 122 : 120;
  return (
    <>
      {mood === 'round' ? <circle {...lineProps} cx="100" cy="152" r="11" strokeWidth="8" /> : null}
      {mood === 'smile' ? <path {...lineProps} strokeWidth="9" d="M78 150c10 14 34 14 44 0" /> : null}
      {mood === 'frown' ? <path {...lineProps} strokeWidth="9" d="M80 156c10-12 30-12 40 0" /> : null}
      <circle cx="70" cy={eyeY} r="8" fill="var(--mascot-face)" />
      <circle cx="130" cy={eyeY} r="8" fill="var(--mascot-face)" />
    </>
  );
}
