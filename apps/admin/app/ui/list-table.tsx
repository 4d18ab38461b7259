import { Menu } from '@base-ui/react/menu';
import { buttonVariants } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { DataTable } from '@wopack/ui/display/data-table.tsx';
import { IconCheck, IconColumns3 } from '@wopack/ui/icons';
import { useMediaQuery } from '@wopack/ui/use-media-query.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { readColumnChoice, storeColumnChoice } from '../lib/preferences.ts';
import type { ResourceName, Row, Sums } from '../lib/resources.ts';
import { useFormat } from '../lib/use-console.ts';
import type { List } from '../lib/use-list.ts';

export interface Column<R extends ResourceName> {
  key: string;
  head: string;
  render: (row: Row<R>) => ReactNode;
  /** Name of the order in the call, if the list can be sorted by it. */
  sort?: string;
  /** Amounts, to the right. */
  isAmount?: boolean;
  /** Shows the sum over all rows of the filter, in the foot of the table. */
  sum?: (sums: Sums<R>) => ReactNode;
  /** Shown only when chosen. */
  isOptional?: boolean;
  /** The row's state, or its kind where rows have no state: a card shows it beside its name. One at most. */
  isState?: true;
}

/** Columns of a list's instants, amounts and numbers, and the number of a row, which leads to its page. */
export function useColumns<R extends ResourceName>(resource: R) {
  const { t } = useTranslation('admin');
  const { formatAmount, formatDateTime, formatInteger } = useFormat();
  const show =
    <V,>(format: (value: V) => string, isAmount: boolean) =>
    (key: string, head: string, read: (row: Row<R>) => V | null, rest?: Partial<Column<R>>): Column<R> => ({
      key,
      head,
      isAmount,
      render: (row) => {
        const value = read(row);
        return value === null ? '–' : format(value);
      },
      ...rest,
    });
  return {
    time: show(formatDateTime, false),
    amount: show(formatAmount, true),
    count: show(formatInteger, true),
    linkedNumber: (rest?: Partial<Column<R>>): Column<R> => ({
      key: 'id',
      head: t('shared.number'),
      render: ({ id }) => (
        <Link to={`/${resource}/${id}`} className="underline underline-offset-3">
          {id}
        </Link>
      ),
      ...rest,
    }),
  };
}

/** The columns to show, as last chosen for this list in this browser. The first one names the row and always stays. */
export function useColumnChoice<R extends ResourceName>(resource: R, columns: readonly Column<R>[]) {
  const [choice, setChoice] = useState(() => readColumnChoice(resource));
  const isShown = (column: Column<R>) => choice[column.key] ?? !column.isOptional;
  const [first, ...others] = columns;
  return {
    shown: [first!, ...others.filter(isShown)],
    options: others.map((column) => ({ ...column, isShown: isShown(column) })),
    setShown: (key: string, isColumnShown: boolean) => {
      const next = { ...choice, [key]: isColumnShown };
      setChoice(next);
      storeColumnChoice(resource, next);
    },
  };
}

interface ColumnMenuProps {
  options: readonly { key: string; head: string; isShown: boolean }[];
  onChange: (key: string, isShown: boolean) => void;
}

export function ColumnMenu({ options, onChange }: ColumnMenuProps) {
  const { t } = useTranslation('admin');
  return (
    <Menu.Root>
      <Menu.Trigger className={buttonVariants({ variant: 'ghost', size: 'small' })}>
        <IconColumns3 />
        {t('list.columns')}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align="end" collisionPadding={12} className="z-40">
          <Menu.Popup className="max-h-(--available-height) min-w-52 on-raised overflow-y-auto rounded-md border border-line bg-raised p-1.5 text-sm text-text shadow-overlay outline-none">
            {options.map(({ key, head, isShown }) => (
              <Menu.CheckboxItem
                key={key}
                checked={isShown}
                onCheckedChange={(checked) => onChange(key, checked)}
                className="flex min-h-9 cursor-default items-center gap-2.5 rounded-xs px-2.5 outline-none data-highlighted:bg-quiet pointer-coarse:min-h-11"
              >
                <span
                  aria-hidden="true"
                  className={cn(
                    'grid size-5 shrink-0 place-items-center rounded-[6px]',
                    isShown ? 'bg-primary text-on-primary' : 'inset-ring-2 inset-ring-line-strong',
                  )}
                >
                  {isShown ? <IconCheck stroke={3} className="size-3.5" /> : null}
                </span>
                {head}
              </Menu.CheckboxItem>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

interface Props<R extends ResourceName> {
  list: List<R>;
  rows: readonly Row<R>[];
  columns: readonly Column<R>[];
  caption: string;
}

/** A table, or below 992 px one card a row; with the sums of the filter at the end. */
export function ListTable<R extends ResourceName>(props: Props<R>) {
  const isWide = useMediaQuery('(min-width: 62rem)');
  return isWide ? <Table {...props} /> : <Cards {...props} />;
}

/** Null while they are unknown; `isTooMany`: the filter has more rows than are added up. */
function getSums<R extends ResourceName>(
  { sums, total, isTotalExact }: List<R>,
  columns: readonly Column<R>[],
) {
  if (!columns.some(({ sum }) => sum)) return null;
  if (sums) return { sums, isTooMany: false as const };
  return total !== null && !isTotalExact ? { sums: null, isTooMany: true as const, total } : null;
}

function Table<R extends ResourceName>({ list, rows, columns, caption }: Props<R>) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a table wider than the window
      tabIndex={0}
      aria-label={caption}
      className="overflow-x-auto rounded-md border border-line bg-surface"
    >
      <DataTable
        caption={caption}
        rows={rows}
        getKey={({ id }) => id}
        size="list"
        columns={columns.map(({ key, head, sort, render, isAmount }) => ({
          key,
          head,
          sort: sort !== list.sort.field ? undefined : list.sort.order === 'ASC' ? 'ascending' : 'descending',
          onSort: sort ? () => sortBy(sort, list) : undefined,
          render,
          isNumber: isAmount,
        }))}
      >
        <Foot list={list} columns={columns} />
      </DataTable>
    </section>
  );
}

const sortBy = (field: string, { sort, setSort }: Pick<List<ResourceName>, 'sort' | 'setSort'>) =>
  setSort({ field, order: sort.field === field && sort.order === 'DESC' ? 'ASC' : 'DESC' });

/** A sum in words, which needs more room than its column has: it stands last and has the rest of the row. */
const isNote = <R extends ResourceName>({ sum, isAmount }: Column<R>) => Boolean(sum) && !isAmount;

/** The sums of the filter below their columns; the label takes the room before the first of them. */
function Foot<R extends ResourceName>({ list, columns }: Pick<Props<R>, 'list' | 'columns'>) {
  const { t } = useTranslation('admin');
  const { formatInteger } = useFormat();
  const state = getSums(list, columns);
  if (!state) return null;
  const labelSpan = Math.max(
    columns.findIndex(({ sum }) => sum),
    1,
  );
  const noteIndex = columns.findIndex(isNote);
  const cells = columns.slice(labelSpan, noteIndex < 0 ? undefined : noteIndex + 1);
  return (
    <tfoot>
      <tr className="h-11 border-t border-dashed border-line-strong">
        {state.isTooMany ? (
          <td colSpan={columns.length} className="px-5 text-muted">
            {t('list.tooManyToSum', { limit: formatInteger(state.total) })}
          </td>
        ) : (
          <>
            <th scope="row" colSpan={labelSpan} className="pr-2.5 pl-5 text-left font-bold whitespace-nowrap">
              {t('list.sum')}
            </th>
            {cells.map((column, index) => (
              <td
                key={column.key}
                colSpan={isNote(column) ? columns.length - labelSpan - index : undefined}
                className={cn(
                  'px-2.5 last:pr-5',
                  column.isAmount ? 'text-right font-bold whitespace-nowrap tabular-nums' : 'text-muted',
                )}
              >
                {column.sum?.(state.sums)}
              </td>
            ))}
          </>
        )}
      </tr>
    </tfoot>
  );
}

/** One card a row: what identifies it and its state first. */
function Cards<R extends ResourceName>({ list, rows, columns }: Props<R>) {
  const { t } = useTranslation('admin');
  const { formatInteger } = useFormat();
  const summary = getSums(list, columns);
  const [first, ...others] = columns;
  const state = others.find(({ isState }) => isState);
  const facts = others.filter((column) => column !== state);
  return (
    <ul className="grid gap-3">
      {rows.map((row) => (
        <li key={row.id} className="grid gap-2.5 rounded-md border border-line bg-surface p-4 text-sm">
          <div className="flex flex-wrap items-center justify-between gap-2 font-semibold">
            <span className="min-w-0 break-words">{first!.render(row)}</span>
            {state ? <span>{state.render(row)}</span> : null}
          </div>
          {facts.length === 0 ? null : (
            <dl className="grid gap-1.5">
              {facts.map((column) => (
                <div key={column.key} className="flex justify-between gap-4">
                  <dt className="text-muted">{column.head}</dt>
                  <dd className="min-w-0 text-right break-words">{column.render(row)}</dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
      {summary ? (
        <li className="grid gap-2.5 rounded-md border border-dashed border-line-strong p-4 text-sm">
          {summary.isTooMany ? (
            <p className="text-muted">{t('list.tooManyToSum', { limit: formatInteger(summary.total) })}</p>
          ) : (
            <>
              <p className="font-bold">{t('list.sum')}</p>
              <dl className="grid gap-1.5">
                {columns.map(({ key, head, sum }) =>
                  sum ? (
                    <div key={key} className="flex justify-between gap-4">
                      <dt className="text-muted">{head}</dt>
                      <dd className="min-w-0 text-right font-semibold break-words">{sum(summary.sums)}</dd>
                    </div>
                  ) : null,
                )}
              </dl>
            </>
          )}
        </li>
      ) : null}
    </ul>
  );
}
