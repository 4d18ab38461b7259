import { useId } from 'react';
import { cn } from '../cn.ts';

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
