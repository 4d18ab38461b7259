import { getLocale } from '@wopack/domain';
import { TextButton } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { DataTable, type TableColumn } from '@wopack/ui/display/data-table.tsx';
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

interface Props<T> {
  title: string;
  rows: readonly T[];
  getKey: (row: T) => string;
  getTotals: (row: T) => SalesTotals;
  sum: SalesTotals;
  /** Before and after those of the totals. */
  columns: readonly TableColumn<T>[];
  trailingColumns?: readonly TableColumn<T>[];
  below?: ReactNode;
}

/** Rows with the figures of their sales. */
function SalesTable<T>({ title, getTotals, sum, columns, trailingColumns = [], below, ...rows }: Props<T>) {
  const totalColumns = useTotalColumns({ hasDiscounts: sum.discount_cents > 0 }).map(
    ({ render, ...column }) => ({
      ...column,
      isNumber: true,
      className: 'whitespace-nowrap',
      render: (row: T) => render(getTotals(row)),
      foot: render(sum),
    }),
  );
  return (
    <TableCard title={title} below={below}>
      <DataTable
        caption={title}
        columns={[...columns, ...totalColumns, ...trailingColumns]}
        className={TABLE_CLASS}
        {...rows}
      />
    </TableCard>
  );
}

export const TABLE_CLASS =
  '[&_tr>*]:whitespace-nowrap [&_tr>:first-child]:pl-4 sm:[&_tr>:first-child]:pl-6 [&_tr>:last-child]:pr-4 sm:[&_tr>:last-child]:pr-6 print:text-[.625rem] print:[&_tr>*]:px-1! print:[&_tr>*]:whitespace-normal [&_tfoot_tr>*]:pb-1';

interface TableCardProps {
  title: string;
  below?: ReactNode;
  children: ReactNode;
}

/** Scrolls sideways on narrow screens, by keyboard too, and says so; paper has all columns. */
export function TableCard({ title, below, children }: TableCardProps) {
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
      <section
        ref={ref}
        aria-labelledby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        className="relative overflow-x-auto -outline-offset-3! print:overflow-visible"
      >
        {children}
      </section>
      {below ? <div className="px-4 pt-2 sm:px-6">{below}</div> : null}
    </div>
  );
}

/** The figures of a row; discounts only where the business paid some. */
function useTotalColumns({ hasDiscounts }: { hasDiscounts: boolean }) {
  const { t } = useTranslation('sales');
  const { formatMoney } = useFormat();
  const { percent } = useSalesFormat();
  const share = (totals: SalesTotals) => {
    const rate = getSellThroughRate(totals);
    return rate === null ? '–' : percent(rate);
  };
  const columns: { key: string; head: string; render: (totals: SalesTotals) => ReactNode }[] = [
    { key: 'offered', head: t('offered'), render: ({ offered }) => offered },
    { key: 'sold', head: t('soldColumn'), render: ({ sold }) => sold },
    { key: 'share', head: t('share'), render: share },
    { key: 'collected', head: t('collected'), render: ({ collected }) => collected },
    { key: 'price', head: t('price'), render: (totals) => formatMoney(totals.price_cents) },
    { key: 'back', head: t('back'), render: (totals) => formatMoney(totals.refunded_cents) },
    { key: 'commission', head: t('commission'), render: (totals) => formatMoney(totals.commission_cents) },
    ...(hasDiscounts
      ? [
          {
            key: 'discount',
            head: t('discount'),
            render: (totals: SalesTotals) => formatMoney(totals.discount_cents),
          },
        ]
      : []),
    {
      key: 'earned',
      head: t('earnedColumn'),
      render: (totals) => <span className="font-bold">{formatMoney(totals.earning_cents)}</span>,
    },
  ];
  return columns;
}

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
      rows={visibleProducts}
      getKey={({ product, sale_place }) => `${sale_place.id} ${product.id}`}
      getTotals={(totals) => totals}
      sum={sales.totals}
      columns={[
        { key: 'pack', head: t('pack'), render: ({ product }) => product.name, foot: t('total') },
        { key: 'place', head: t('place'), render: ({ sale_place }) => sale_place.name },
      ]}
      below={
        hiddenCount > 0 ? (
          <TextButton onClick={() => setIsExpanded(true)} className="text-sm print:hidden">
            {t('showAll', { number: sales.packs.length })}
          </TextButton>
        ) : null
      }
    />
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
      rows={periods.toReversed()}
      getKey={({ from }) => from}
      getTotals={({ totals }) => totals}
      sum={sales.totals}
      columns={[
        {
          key: 'period',
          head: t(byDay ? 'day' : 'week'),
          render: ({ from, to, unfinished }) => (
            <>
              {byDay ? salesFormat.weekday(from) : salesFormat.dateRange(from, to)}
              {unfinished ? (
                <span className="block text-xs font-normal text-muted">{t('counting')}</span>
              ) : null}
            </>
          ),
          foot: t('total'),
        },
      ]}
      trailingColumns={[
        {
          key: 'change',
          head: t(byDay ? 'changeDay' : 'change'),
          render: ({ previousTotals: { sold, offered } }) => (
            <span className="text-muted">{t('soldOf', { sold, offered })}</span>
          ),
          isNumber: true,
        },
      ]}
    />
  );
}

/** How many packs were bought in which hour of which weekday; the more, the stronger its colour. */
export function HoursTable({ hours }: { hours: SalesStatistics['hours'] }) {
  const { t, i18n } = useTranslation('sales');
  const best = hours.reduce((first, second) => (second.sold > first.sold ? second : first), hours[0]!);
  const firstHour = Math.min(...hours.map(({ hour }) => hour));
  const lastHour = Math.max(...hours.map(({ hour }) => hour));
  const getSold = (weekday: number, hour: number) =>
    hours.find((cell) => cell.weekday === weekday && cell.hour === hour)?.sold ?? 0;
  const columns: TableColumn<number>[] = Array.from(
    { length: lastHour - firstHour + 1 },
    (_, i) => firstHour + i,
  ).map((hour) => ({
    key: String(hour),
    head: t('hour', { hour }),
    isNumber: true,
    // All hours of a day fit beside each other on a wide screen.
    className: 'px-1.5',
    render: (weekday) => {
      const sold = getSold(weekday, hour);
      return (
        <span
          className={cn('-mx-1 block rounded-sm px-1 py-1', sold > 0 && 'text-on-brand')}
          style={{
            backgroundColor:
              sold > 0
                ? `color-mix(in oklab, var(--color-brand) ${Math.round(35 + (65 * sold) / best.sold)}%, white)`
                : undefined,
          }}
        >
          {sold > 0 ? sold : <span className="text-muted">–</span>}
        </span>
      );
    },
  }));
  return (
    <TableCard
      title={t('hours')}
      below={
        <p className="text-sm text-pretty text-muted">
          {t('hoursBest', {
            weekday: getWeekdayName(best.weekday, i18n.language, 'long'),
            hour: best.hour,
            sold: best.sold,
          })}{' '}
          {t('hoursNote')}
        </p>
      }
    >
      <DataTable
        caption={t('hours')}
        rows={[1, 2, 3, 4, 5, 6, 7]}
        getKey={String}
        columns={[
          {
            key: 'weekday',
            head: t('day'),
            render: (weekday) => getWeekdayName(weekday, i18n.language, 'short'),
          },
          ...columns,
        ]}
        className={TABLE_CLASS}
      />
    </TableCard>
  );
}

/** 1 is Monday. */
const getWeekdayName = (weekday: number, language: string, form: 'long' | 'short'): string =>
  new Intl.DateTimeFormat(getLocale(language), { weekday: form, timeZone: 'UTC' }).format(
    Date.UTC(2026, 0, 4 + weekday),
  );
