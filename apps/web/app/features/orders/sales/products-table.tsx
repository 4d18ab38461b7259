import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SalesStatistics } from './sales.api.ts';
import { footerRowClass, rowClass, rowHeaderClass, SalesTable } from './sales-table.tsx';
import { TotalsCells } from './totals-cells.tsx';

/** More rows are a wall: whoever wants them asks, or takes the file. */
const MAX_ROWS = 20;

/** The same sums by place and pack: of very many, those that sold most. */
export function ProductsTable({ sales }: { sales: SalesStatistics }) {
  const { t } = useTranslation('sales');
  const [isExpanded, setIsExpanded] = useState(false);
  const visibleProducts =
    isExpanded || sales.packs.length <= MAX_ROWS
      ? sales.packs
      : sales.packs.toSorted((a, b) => b.sold - a.sold).slice(0, MAX_ROWS);
  const hiddenCount = sales.packs.length - visibleProducts.length;
  return (
    <SalesTable
      title={hiddenCount > 0 ? t('bestPacks', { number: MAX_ROWS }) : t('byPack')}
      headers={[t('pack'), t('place')]}
      below={
        hiddenCount > 0 ? (
          <button type="button" onClick={() => setIsExpanded(true)} className="link min-h-11 text-sm">
            {t('showAll', { number: sales.packs.length })}
          </button>
        ) : null
      }
      footer={
        <tr className={footerRowClass}>
          <th scope="row" colSpan={2} className={rowHeaderClass}>
            {t('total')}
          </th>
          <TotalsCells totals={sales.totals} bold />
        </tr>
      }
    >
      {visibleProducts.map(({ product, sale_place: salePlace, ...totals }) => (
        <tr key={`${salePlace.id} ${product.id}`} className={rowClass}>
          <th scope="row" className={rowHeaderClass}>
            {product.name}
          </th>
          <td className="px-3 whitespace-nowrap">{salePlace.name}</td>
          <TotalsCells totals={totals} />
        </tr>
      ))}
    </SalesTable>
  );
}
