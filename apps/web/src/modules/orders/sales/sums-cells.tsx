import { useTranslation } from 'react-i18next';
import { cx } from '../../../lib/cx.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { type Sums, sellThrough } from './periods.ts';
import { useDays } from './use-days.ts';

const number = 'px-3 text-right whitespace-nowrap tabular-nums last:pr-4 sm:last:pr-6';

/** The heads of what `SumsCells` fills. */
export function SumsHeads() {
  const { t } = useTranslation('sales');
  return (
    <>
      {(
        [
          'offered',
          'soldColumn',
          'share',
          'collected',
          'price',
          'back',
          'commission',
          'earnedColumn',
        ] as const
      ).map((name) => (
        <th key={name} scope="col" className={number}>
          {t(name)}
        </th>
      ))}
    </>
  );
}

/** Figures of one line of a table. */
export function SumsCells({ sums, bold }: { sums: Sums; bold?: boolean }) {
  const { money } = useFormat();
  const { percent } = useDays();
  const share = sellThrough(sums);
  const cells: [name: string, text: string | number][] = [
    ['offered', sums.offered],
    ['sold', sums.sold],
    ['share', share === null ? '–' : percent(share)],
    ['collected', sums.collected],
    ['price', money(sums.price_cents)],
    ['back', money(sums.refunded_cents)],
    ['commission', money(sums.commission_cents)],
    ['earned', money(sums.earning_cents)],
  ];
  return (
    <>
      {cells.map(([name, text]) => (
        <td key={name} className={cx(number, (bold || name === 'earned') && 'font-bold')}>
          {text}
        </td>
      ))}
    </>
  );
}
