import { useTranslation } from 'react-i18next';
import type { Period } from './periods.ts';
import type { SalesStatistics } from './sales.api.ts';
import { footerRowClass, rowClass, rowHeaderClass, SalesTable } from './sales-table.tsx';
import { TotalsCells } from './totals-cells.tsx';
import { useSalesFormat } from './use-sales-format.ts';

interface Props {
  sales: SalesStatistics;
  periods: readonly Period[];
  byDay: boolean;
}

/** What the chart shows, in numbers; newest first. */
export function PeriodsTable({ sales, periods, byDay }: Props) {
  const { t } = useTranslation('sales');
  const salesFormat = useSalesFormat();
  return (
    <SalesTable
      title={t('table')}
      headers={[t(byDay ? 'day' : 'week')]}
      trailingHeaders={[t('change')]}
      footer={
        <tr className={footerRowClass}>
          <th scope="row" className={rowHeaderClass}>
            {t('total')}
          </th>
          <TotalsCells totals={sales.totals} bold />
          <td />
        </tr>
      }
    >
      {periods.toReversed().map(({ from, to, totals, previousTotals, unfinished }) => (
        <tr key={from} className={rowClass}>
          <th scope="row" className={rowHeaderClass}>
            {byDay ? `${salesFormat.weekday(from)}` : salesFormat.dateRange(from, to)}
            {unfinished ? (
              <span className="block text-xs font-normal text-muted">{t('counting')}</span>
            ) : null}
          </th>
          <TotalsCells totals={totals} />
          <td className="px-3 pr-4 text-right whitespace-nowrap text-muted tabular-nums sm:pr-6">
            {t('soldOf', { sold: previousTotals.sold, offered: previousTotals.offered })}
          </td>
        </tr>
      ))}
    </SalesTable>
  );
}
