import { useTranslation } from 'react-i18next';
import type { Period } from './periods.ts';
import type { Sales } from './sales.api.ts';
import { footClass, rowClass, rowHeadClass, SalesTable } from './sales-table.tsx';
import { SumsCells } from './sums-cells.tsx';
import { useDays } from './use-days.ts';

interface Props {
  sales: Sales;
  periods: readonly Period[];
  byDay: boolean;
}

/** What the chart shows, in numbers; newest first. */
export function PeriodsTable({ sales, periods, byDay }: Props) {
  const { t } = useTranslation('sales');
  const days = useDays();
  return (
    <SalesTable
      title={t('table')}
      heads={[t(byDay ? 'day' : 'week')]}
      after={[t('change')]}
      foot={
        <tr className={footClass}>
          <th scope="row" className={rowHeadClass}>
            {t('total')}
          </th>
          <SumsCells sums={sales.totals} bold />
          <td />
        </tr>
      }
    >
      {periods.toReversed().map(({ from, to, sums, before, unfinished }) => (
        <tr key={from} className={rowClass}>
          <th scope="row" className={rowHeadClass}>
            {byDay ? `${days.weekday(from)}` : days.span(from, to)}
            {unfinished ? <span className="block text-xs font-normal text-2">{t('counting')}</span> : null}
          </th>
          <SumsCells sums={sums} />
          <td className="px-3 pr-4 text-right whitespace-nowrap text-2 tabular-nums sm:pr-6">
            {t('soldOf', { sold: before.sold, offered: before.offered })}
          </td>
        </tr>
      ))}
    </SalesTable>
  );
}
