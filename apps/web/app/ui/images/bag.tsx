import { cn } from '@wopack/ui/cn.ts';

/** `pack`: solid, has a pack; `waiting`: dashed; `mine`: yellow. */
export type BagKind = 'pack' | 'waiting' | 'mine';

const BAG_PATH = 'M9 25 20.5 37 32 26 43.5 37 55 25v26a8 8 0 0 1-8 8H17a8 8 0 0 1-8-8z';

/** A paper bag with a number. Decorative: the text beside it says the same. */
export function Bag({ kind, number, className }: { kind: BagKind; number?: number; className?: string }) {
  return (
    <svg viewBox="4 18 56 46" aria-hidden="true" className={cn('block', className)}>
      <path
        d={BAG_PATH}
        strokeLinejoin="round"
        strokeWidth={kind === 'waiting' ? 2 : 4}
        strokeDasharray={kind === 'waiting' ? '4 3.4' : undefined}
        className={
          kind === 'pack'
            ? 'fill-inverse stroke-inverse'
            : kind === 'mine'
              ? 'fill-brand stroke-brand'
              : 'fill-none stroke-line-strong'
        }
      />
      {number === undefined ? null : (
        <text
          x="32"
          y="54"
          textAnchor="middle"
          fontSize={number > 99 ? 13 : 17}
          fontWeight="700"
          className={cn(
            'font-display',
            kind === 'pack'
              ? 'fill-brand dark:fill-page'
              : kind === 'mine'
                ? 'fill-on-brand'
                : 'fill-text opacity-80',
          )}
        >
          {number}
        </text>
      )}
    </svg>
  );
}
