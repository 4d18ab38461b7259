import { TextButton } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { IconArrowsHorizontal } from '@wopack/ui/icons';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import {
  getSellThroughRate,
  type Period,
  type SalesStatistics,
  type SalesTotals,
  useSalesFormat,
} from './sales.api.ts';

const numericCellClass =
  'px-3 text-right whitespace-nowrap tabular-nums last:pr-4 sm:last:pr-6 print:px-1! print:whitespace-normal';

/** Header cells for `TotalsCells`. */
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

interface Props {
  title: string;
  /** Headers before and after those of the totals. */
  headers: readonly string[];
  trailingHeaders?: readonly string[];
  footer: ReactNode;
  below?: ReactNode;
  children: ReactNode;
}

/** Whether the content is wider than its box, which then scrolls. */
function useOverflow() {
  const ref = useRef<HTMLElement>(null);
  const [hasOverflow, setHasOverflow] = useState(false);
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const measure = () => setHasOverflow(box.scrollWidth > box.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    if (box.firstElementChild) observer.observe(box.firstElementChild);
    measure();
    return () => observer.disconnect();
  }, []);
  return { ref, hasOverflow };
}

/** Scrolls sideways on narrow screens, by keyboard too, and says so; paper has all columns. */
export function SalesTable({ title, headers, trailingHeaders = [], footer, below, children }: Props) {
  const { t } = useTranslation('sales');
  const id = useId();
  const { ref, hasOverflow } = useOverflow();
  return (
    <div className="min-w-0 rounded-lg bg-surface py-4 sm:py-6 print:break-inside-avoid">
      <h2 id={id} className="h2 mb-3.5 px-4 sm:px-6">
        {title}
      </h2>
      {hasOverflow ? (
        <p className="-mt-2 mb-2 flex items-center gap-1.5 px-4 text-[.8125rem] text-muted sm:px-6 print:hidden">
          <IconArrowsHorizontal className="size-4 shrink-0" />
          {t('scroll')}
        </p>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section ref={ref} aria-labelledby={id} tabIndex={0} className={scrollClass}>
        <table className="w-full border-collapse text-[.9375rem] print:text-[.625rem]">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="border-b border-line text-[.8125rem] text-muted *:pb-2.5 *:font-semibold *:whitespace-nowrap print:text-[.625rem] print:*:whitespace-normal">
              {headers.map((header, index) => (
                <th key={header} scope="col" className={cn('pr-3 text-left', edgeClass(index))}>
                  {header}
                </th>
              ))}
              <TotalsHeaderCells />
              {trailingHeaders.map((header) => (
                <th key={header} scope="col" className="px-3 pr-4 text-right sm:pr-6">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
          <tfoot>{footer}</tfoot>
        </table>
      </section>
      {below ? <div className="px-4 pt-2 sm:px-6 print:hidden">{below}</div> : null}
    </div>
  );
}

const scrollClass = 'overflow-x-auto -outline-offset-3! print:overflow-visible';
const edgeClass = (index: number) => (index === 0 ? 'pl-4 sm:pl-6 print:pl-1' : 'pl-3 print:pl-1');

export const rowClass = 'border-b border-line *:py-3';
export const footerRowClass = 'border-t-[1.5px] border-dashed border-line-strong *:pt-3.5 *:pb-1 *:font-bold';
export const rowHeaderClass =
  'pr-3 pl-4 text-left font-semibold whitespace-nowrap sm:pl-6 print:px-1 print:whitespace-normal';

/** More rows are shown on demand and are in the CSV file. */
const MAX_ROWS = 20;

/** Totals by sale place and product; limited to those with most orders. */
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
          <TextButton onClick={() => setIsExpanded(true)} className="text-sm">
            {t('showAll', { number: sales.packs.length })}
          </TextButton>
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
          <td className="px-3 whitespace-nowrap print:px-1 print:whitespace-normal">{salePlace.name}</td>
          <TotalsCells totals={totals} />
        </tr>
      ))}
    </SalesTable>
  );
}

interface PeriodsTableProps {
  sales: SalesStatistics;
  periods: readonly Period[];
  byDay: boolean;
}

/** The chart's figures, newest first. */
export function PeriodsTable({ sales, periods, byDay }: PeriodsTableProps) {
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
          <td className="px-3 pr-4 text-right whitespace-nowrap text-muted tabular-nums sm:pr-6 print:px-1">
            {t('soldOf', { sold: previousTotals.sold, offered: previousTotals.offered })}
          </td>
        </tr>
      ))}
    </SalesTable>
  );
}
