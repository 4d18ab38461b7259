import { useTranslation } from 'react-i18next';
import { cn } from '../../../lib/cn.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { getSellThroughRate, type SalesTotals } from './periods.ts';
import { useSalesFormat } from './use-sales-format.ts';

const numericCellClass = 'px-3 text-right whitespace-nowrap tabular-nums last:pr-4 sm:last:pr-6';

/** The heads of what `SumsCells` fills. */
export function TotalsHeaderCells() {
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
        <th key={name} scope="col" className={numericCellClass}>
          {t(name)}
        </th>
      ))}
    </>
  );
}

/** Figures of one line of a table. */
export function TotalsCells({ totals, bold }: { totals: SalesTotals; bold?: boolean }) {
  const { formatMoney } = useFormat();
  const { percent } = useSalesFormat();
  const sellThroughRate = getSellThroughRate(totals);
  const cells: [name: string, text: string | number][] = [
    ['offered', totals.offered],
    ['sold', totals.sold],
    ['share', sellThroughRate === null ? '–' : percent(sellThroughRate)],
    ['collected', totals.collected],
    ['price', formatMoney(totals.price_cents)],
    ['back', formatMoney(totals.refunded_cents)],
    ['commission', formatMoney(totals.commission_cents)],
    ['earned', formatMoney(totals.earning_cents)],
  ];
  return (
    <>
      {cells.map(([name, text]) => (
        <td key={name} className={cn(numericCellClass, (bold || name === 'earned') && 'font-bold')}>
          {text}
        </td>
      ))}
    </>
  );
}
