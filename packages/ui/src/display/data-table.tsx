import type { AriaAttributes, Key, ReactNode } from 'react';
import { IconArrowsSort, IconChevronDown } from '#icons';
import { cn } from '../cn.ts';

export interface TableColumn<T> {
  key: string;
  head: ReactNode;
  /** How the rows are sorted by it, if they are. */
  sort?: AriaAttributes['aria-sort'];
  /** Sorts the rows by it, or turns their order round: its head is a button. */
  onSort?: () => void;
  render: (row: T) => ReactNode;
  /** Numbers, to the right. */
  isNumber?: boolean;
  /** Below all rows. */
  foot?: ReactNode;
  /** Set on all its cells. */
  className?: string;
}

const styles = {
  normal: {
    table: 'text-[.9375rem]',
    head: 'border-b border-line text-[.8125rem] *:pb-2.5 *:whitespace-nowrap',
    row: 'border-b border-line *:py-3',
    rowHead: 'font-semibold',
    cell: 'px-3 first:pl-0 last:pr-0',
    foot: 'border-t-[1.5px] *:pt-3.5',
  },
  small: {
    table: 'text-sm',
    head: 'h-9 text-xs',
    row: 'h-9 border-t border-line',
    rowHead: 'font-normal',
    cell: 'px-3 first:pl-0 last:pr-0',
    foot: 'h-9 border-t',
  },
  list: {
    table: 'text-sm',
    head: 'h-10 border-b border-line text-xs *:whitespace-nowrap',
    row: 'h-11 border-b border-line last:border-0 hover:bg-quiet *:py-1.5 *:whitespace-nowrap',
    rowHead: 'font-semibold',
    cell: 'px-2.5 first:pl-5 last:pr-5',
    foot: 'h-11 border-t',
  },
} as const;

interface Props<T> {
  /** Read out by screen readers, not shown. */
  caption: string;
  columns: readonly TableColumn<T>[];
  rows: readonly T[];
  getKey: (row: T) => Key;
  /** `small`: figures in a panel. `list`: as wide as the page, one line a row. */
  size?: keyof typeof styles;
  className?: string;
  /** A foot of other cells than the columns'. */
  children?: ReactNode;
}

/** Rows of data; the first column names the row. */
export function DataTable<T>({
  caption,
  columns,
  rows,
  getKey,
  size = 'normal',
  className,
  children,
}: Props<T>) {
  const style = styles[size];
  const cellClass = ({ isNumber, className: columnClass }: TableColumn<T>) =>
    cn(style.cell, isNumber ? 'text-right tabular-nums' : 'text-left', columnClass);
  // Columns that tell rows apart have no foot: that of the first spans them.
  const footSpan = Math.max(
    1,
    columns.findIndex(({ foot }, index) => index > 0 && foot !== undefined),
  );
  return (
    <table className={cn('w-full border-collapse', style.table, className)}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className={cn('text-muted *:font-semibold', style.head)}>
          {columns.map((column) => (
            <th key={column.key} scope="col" aria-sort={column.sort} className={cellClass(column)}>
              {column.onSort ? <SortHead column={column} /> : column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={getKey(row)} className={style.row}>
            {columns.map((column, index) =>
              index === 0 ? (
                <th key={column.key} scope="row" className={cn(style.rowHead, cellClass(column))}>
                  {column.render(row)}
                </th>
              ) : (
                <td key={column.key} className={cellClass(column)}>
                  {column.render(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
      {children}
      {columns.some(({ foot }) => foot !== undefined) ? (
        <tfoot>
          <tr className={cn('border-dashed border-line-strong font-bold', style.foot)}>
            {columns.map((column, index) =>
              index === 0 ? (
                <th key={column.key} scope="row" colSpan={footSpan} className={cellClass(column)}>
                  {column.foot}
                </th>
              ) : index < footSpan ? null : (
                <td key={column.key} className={cellClass(column)}>
                  {column.foot}
                </td>
              ),
            )}
          </tr>
        </tfoot>
      ) : null}
    </table>
  );
}

const SortHead = <T,>({ column: { head, sort, onSort } }: { column: TableColumn<T> }) => (
  <button
    type="button"
    className="inline-flex min-h-9 items-center gap-1 rounded-xs hover:text-text"
    onClick={onSort}
  >
    {head}
    {sort && sort !== 'none' ? (
      <IconChevronDown className={cn('size-4', sort === 'ascending' && 'rotate-180')} />
    ) : (
      <IconArrowsSort className="size-3.5 opacity-60" />
    )}
  </button>
);
