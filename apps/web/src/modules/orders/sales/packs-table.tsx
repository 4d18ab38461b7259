import { useTranslation } from 'react-i18next';
import type { Sales } from './sales.api.ts';
import { footClass, rowClass, rowHeadClass, SalesTable } from './sales-table.tsx';
import { SumsCells } from './sums-cells.tsx';

/** The same sums by place and pack. */
export function PacksTable({ sales }: { sales: Sales }) {
  const { t } = useTranslation('sales');
  return (
    <SalesTable
      title={t('byPack')}
      heads={[t('pack'), t('place')]}
      foot={
        <tr className={footClass}>
          <th scope="row" colSpan={2} className={rowHeadClass}>
            {t('total')}
          </th>
          <SumsCells sums={sales.totals} bold />
        </tr>
      }
    >
      {sales.packs.map(({ product, sale_place: place, ...sums }) => (
        <tr key={`${place.id} ${product.id}`} className={rowClass}>
          <th scope="row" className={rowHeadClass}>
            {product.name}
          </th>
          <td className="px-3 whitespace-nowrap">{place.name}</td>
          <SumsCells sums={sums} />
        </tr>
      ))}
    </SalesTable>
  );
}
