import { cn } from '@wopack/ui/cn.ts';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Bag, type BagKind } from '../../../ui/images/bag.tsx';

interface LineBag {
  number: number;
  kind: BagKind;
}

export const MAX_BAGS = 7;

/**
 * The bags of a line, at most seven: of somebody further back only the first three and their own, with a gap between.
 * In a draw (`units` above zero) the line ends with the user.
 */
export function listBags({
  total,
  mine,
  units = 0,
}: {
  total: number;
  mine: number | null;
  units?: number;
}): { bags: LineBag[]; hasGap: boolean } {
  const toBag = (number: number): LineBag => ({
    number,
    kind: number === mine ? 'mine' : number <= units ? 'pack' : 'waiting',
  });
  const last = units > 0 && mine !== null ? mine : total;
  if (mine !== null && mine > MAX_BAGS) return { bags: [1, 2, 3, mine].map(toBag), hasGap: true };
  const numbers = Array.from({ length: Math.min(last, MAX_BAGS) }, (_, index) => index + 1);
  return { bags: numbers.map(toBag), hasGap: false };
}

/** The line of a waitlist. */
export function BagLine({ total, mine }: { total: number; mine: number | null }) {
  const { bags, hasGap } = listBags({ total, mine });
  return (
    <div aria-hidden="true" className="my-2 flex items-end gap-2.5">
      {bags.map(({ number, kind }, index) => (
        <Fragment key={number}>
          {hasGap && index === 3 ? <Ellipsis /> : null}
          <span className={cn('max-w-11 min-w-0 flex-1', kind === 'mine' && 'scale-118')}>
            <Bag kind={kind} number={number} className="w-full" />
          </span>
        </Fragment>
      ))}
    </div>
  );
}

const Ellipsis = () => <b className="self-center px-1 text-lg">…</b>;

interface RankedLineProps {
  /** The user's rank in the draw. */
  rank: number;
  units: number;
}

/** The line of a draw, by rank: who has a pack, who is ahead, and the user. */
export function RankedLine({ rank, units }: RankedLineProps) {
  const { t } = useTranslation('allocation');
  const { bags, hasGap } = listBags({ total: rank, mine: rank, units });
  const columns = bags.length + (hasGap ? 1 : 0);
  const bagCountWithUnit = bags.filter(({ kind }) => kind === 'pack').length;
  const aheadCount = columns - bagCountWithUnit - 1;
  return (
    <div aria-hidden="true" className="grid gap-2.5 rounded-lg bg-panel px-4 pt-6 pb-4.5">
      <div
        className="grid items-end gap-1.5"
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 64px))` }}
      >
        {bags.map(({ number, kind }, index) => (
          <span key={number} className="contents">
            {hasGap && index === 3 ? (
              <span className="grid justify-items-center pb-2">
                <Ellipsis />
              </span>
            ) : null}
            <Bag
              kind={kind}
              number={number}
              className={cn('w-full', kind === 'mine' && 'origin-bottom scale-118')}
            />
          </span>
        ))}
      </div>
      <div
        className="grid gap-1.5 text-center text-xs font-semibold text-muted *:border-t-2 *:border-line-strong *:pt-2"
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 64px))` }}
      >
        {bagCountWithUnit ? (
          <span style={{ gridColumn: `span ${bagCountWithUnit}` }}>
            {bagCountWithUnit > 1 ? t('line.withPack') : null}
          </span>
        ) : null}
        {aheadCount ? (
          <span style={{ gridColumn: `span ${aheadCount}` }}>{aheadCount > 1 ? t('line.ahead') : null}</span>
        ) : null}
        <b className="border-text! font-bold text-text">{t('line.you')}</b>
      </div>
    </div>
  );
}
