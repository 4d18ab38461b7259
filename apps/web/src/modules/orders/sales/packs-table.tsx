import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Sales } from './sales.api.ts';
import { footClass, rowClass, rowHeadClass, SalesTable } from './sales-table.tsx';
import { SumsCells } from './sums-cells.tsx';

/** More rows are a wall: whoever wants them asks, or takes the file. */
const SHOWN = 20;

/** The same sums by place and pack: of very many, those that sold most. */
export function PacksTable({ sales }: { sales: Sales }) {
  const { t } = useTranslation('sales');
  const [all, setAll] = useState(false);
  const shown =
    all || sales.packs.length <= SHOWN
      ? sales.packs
      : sales.packs.toSorted((a, b) => b.sold - a.sold).slice(0, SHOWN);
  const rest = sales.packs.length - shown.length;
  return (
    <SalesTable
      title={rest > 0 ? t('bestPacks', { number: SHOWN }) : t('byPack')}
      heads={[t('pack'), t('place')]}
      below={
        rest > 0 ? (
          <button type="button" onClick={() => setAll(true)} className="link min-h-11 text-sm">
            {t('showAll', { number: sales.packs.length })}
          </button>
        ) : null
      }
      foot={
        <tr className={footClass}>
          <th scope="row" colSpan={2} className={rowHeadClass}>
            {t('total')}
          </th>
          <SumsCells sums={sales.totals} bold />
        </tr>
      }
    >
      {shown.map(({ product, sale_place: place, ...sums }) => (
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
