import { Button } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { download } from '@wopack/ui/download.ts';
import { FieldError, InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import {
  IconArrowsSort,
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
} from '@wopack/ui/icons';
import { ListBase, useListContext } from 'ra-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { exportList } from '../lib/data-provider.ts';
import type { ResourceName, Row } from '../lib/resources.ts';
import { getFirstMessage, useAction, useFormat, useMediaQuery } from '../lib/use-console.ts';
import { FilterBar, type FilterDeclaration } from './filter-bar.tsx';
import { PageHead } from './panels.tsx';

export interface Column<R extends ResourceName> {
  key: string;
  head: string;
  render: (row: Row<R>) => ReactNode;
  /** Name of the order in the call, if the list can be sorted by it. */
  sort?: string;
  /** Amounts, to the right. */
  isAmount?: boolean;
}

interface Props<R extends ResourceName> {
  resource: R;
  title: string;
  /** Beside the number of rows. */
  note?: ReactNode;
  /** The first column identifies the row, the last one is its state: on a card they come first. */
  columns: readonly Column<R>[];
  filters: readonly FilterDeclaration[];
  /** The default order; the first of the call. */
  sort: { field: string; order: 'ASC' | 'DESC' };
  emptyText: string;
  actions?: ReactNode;
  /** Between the title and the filters. */
  intro?: ReactNode;
}

const PER_PAGE = 25;
const WIDE = '(min-width: 992px)';

/** A list of the console: filters, order and page in the address, and the same rows as a file. */
export function ListPage<R extends ResourceName>(props: Props<R>) {
  return (
    <ListBase
      key={props.resource}
      resource={props.resource}
      sort={props.sort}
      perPage={PER_PAGE}
      storeKey={false}
      debounce={0}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <ListHead {...props} />
        {props.intro}
        <FilterBar filters={props.filters} />
        <Rows {...props} />
        <Pages />
      </div>
    </ListBase>
  );
}

interface ListMeta {
  total: number | null;
  isTotalExact: boolean;
}

/** How many rows the filter has: '14', or 'more than 10,000'; null as long as nobody has counted. */
function useTotalText(): string | null {
  const { t } = useTranslation('admin');
  const { formatInteger } = useFormat();
  const { total, isTotalExact } = (useListContext().meta ?? {}) as Partial<ListMeta>;
  if (total === undefined || total === null) return null;
  return isTotalExact ? formatInteger(total) : t('list.moreThan', { count: formatInteger(total) });
}

function ListHead<R extends ResourceName>({ resource, title, note, actions }: Props<R>) {
  const { t } = useTranslation('admin');
  const totalText = useTotalText();
  return (
    <PageHead
      title={title}
      subtitle={
        <>
          {totalText === null ? null : t('list.inFilter', { total: totalText })}
          {note ? <span className="block">{note}</span> : null}
        </>
      }
      actions={
        <>
          <ExportButton resource={resource} />
          {actions}
        </>
      }
    />
  );
}

export function ExportButton({ resource }: { resource: ResourceName }) {
  const { t } = useTranslation('admin');
  const { filterValues, sort } = useListContext();
  const totalText = useTotalText();
  const { run, isRunning } = useAction(
    async () =>
      download(`${resource}.csv`, await exportList(resource, filterValues as object, sort), 'text/csv'),
    { done: t('list.exported') },
  );
  return (
    <Button
      variant="ghost"
      size="small"
      icon={<IconDownload aria-hidden="true" />}
      loading={isRunning}
      onClick={() => run(undefined)}
    >
      {totalText === null ? t('list.export') : t('list.exportRows', { total: totalText })}
    </Button>
  );
}

function Rows<R extends ResourceName>({ columns, emptyText, title }: Props<R>) {
  const { t } = useTranslation('admin');
  const { data, error, isPending, isPlaceholderData, refetch, filterValues, setFilters } = useListContext();
  const isWide = useMediaQuery(WIDE);
  if (error)
    return (
      <div className="rounded-md border border-line p-5">
        {(error as { code?: number }).code === 1 ? (
          <FieldError>{getFirstMessage(error)}</FieldError>
        ) : (
          <InlineError error={error} onRetry={() => void refetch()} />
        )}
      </div>
    );
  if (isPending)
    return (
      <Loading className="grid gap-2">
        {[...'12345678'].map((row) => (
          <Skeleton key={row} className="h-11" />
        ))}
      </Loading>
    );
  if (data.length === 0) {
    const isFiltered = Object.keys(filterValues as object).length > 0;
    return (
      <div className="grid justify-items-center gap-3 rounded-md border border-line px-5 py-10 text-center">
        <p className="text-muted">{isFiltered ? t('list.nothingInFilter') : emptyText}</p>
        {isFiltered ? (
          <Button variant="ghost" size="small" onClick={() => setFilters({})}>
            {t('list.clear')}
          </Button>
        ) : null}
      </div>
    );
  }
  return (
    <div aria-busy={isPlaceholderData || undefined} className={cn(isPlaceholderData && 'opacity-60')}>
      {isWide ? (
        <Table rows={data as Row<R>[]} columns={columns} caption={title} />
      ) : (
        <Cards rows={data as Row<R>[]} columns={columns} />
      )}
    </div>
  );
}

interface RowsProps<R extends ResourceName> {
  rows: readonly Row<R>[];
  columns: readonly Column<R>[];
}

function Table<R extends ResourceName>({ rows, columns, caption }: RowsProps<R> & { caption: string }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a table wider than the window
      tabIndex={0}
      aria-label={caption}
      className="overflow-x-auto rounded-md border border-line bg-surface"
    >
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="h-10 border-b border-line text-xs">
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} />
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={row.id} className="h-11 hover:bg-quiet">
              {columns.map((column, index) => {
                const className = cn(
                  'px-2.5 py-1.5 whitespace-nowrap first:pl-5 last:pr-5',
                  column.isAmount && 'text-right tabular-nums',
                );
                return index === 0 ? (
                  <th key={column.key} scope="row" className={cn(className, 'text-left font-semibold')}>
                    {column.render(row)}
                  </th>
                ) : (
                  <td key={column.key} className={className}>
                    {column.render(row)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function HeadCell<R extends ResourceName>({ column }: { column: Column<R> }) {
  const { sort, setSort } = useListContext();
  const isSorted = sort.field === column.sort;
  const className = cn(
    'px-2.5 font-semibold whitespace-nowrap text-muted first:pl-5 last:pr-5',
    column.isAmount ? 'text-right' : 'text-left',
  );
  if (!column.sort)
    return (
      <th scope="col" className={className}>
        {column.head}
      </th>
    );
  const order = sort.order === 'ASC' ? 'ascending' : 'descending';
  return (
    <th scope="col" aria-sort={isSorted ? order : undefined} className={className}>
      <button
        type="button"
        className="inline-flex min-h-9 items-center gap-1 hover:text-text"
        onClick={() =>
          setSort({ field: column.sort!, order: isSorted && sort.order === 'DESC' ? 'ASC' : 'DESC' })
        }
      >
        {column.head}
        {isSorted ? (
          <IconChevronDown
            className={cn('size-4', sort.order === 'ASC' && 'rotate-180')}
            aria-hidden="true"
          />
        ) : (
          <IconArrowsSort className="size-3.5 opacity-60" aria-hidden="true" />
        )}
      </button>
    </th>
  );
}

/** One card a row: what identifies it and its state first. */
function Cards<R extends ResourceName>({ rows, columns }: RowsProps<R>) {
  const [first, ...others] = columns;
  const state = others.at(-1);
  const facts = others.slice(0, -1);
  return (
    <ul className="grid gap-3">
      {rows.map((row) => (
        <li key={row.id} className="grid gap-2.5 rounded-md border border-line bg-surface p-4 text-sm">
          <div className="flex flex-wrap items-center justify-between gap-2 font-semibold">
            <span className="min-w-0 break-words">{first!.render(row)}</span>
            {state ? <span>{state.render(row)}</span> : null}
          </div>
          <dl className="grid gap-1.5">
            {facts.map((column) => (
              <div key={column.key} className="flex justify-between gap-4">
                <dt className="text-muted">{column.head}</dt>
                <dd className="min-w-0 text-right break-words">{column.render(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Pages() {
  const { t } = useTranslation('admin');
  const { formatInteger, timeZone } = useFormat();
  const { data, page, setPage, hasNextPage, hasPreviousPage, sort } = useListContext();
  const isNewestFirst = sort.order === 'DESC';
  const totalText = useTotalText();
  const count = data?.length ?? 0;
  const first = (page - 1) * PER_PAGE + 1;
  const range = `${formatInteger(first)}–${formatInteger(first + count - 1)}`;
  const rangeText =
    totalText === null ? t('list.rows', { range }) : t('list.rowsOf', { range, total: totalText });
  return (
    <nav aria-label={t('list.pages')} className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <p role="status" className="text-muted">
        {count ? `${rangeText} · ` : null}
        {t('list.timesIn', { zone: timeZone })}
      </p>
      <div className="flex gap-2">
        {hasPreviousPage ? (
          <Button variant="ghost" size="small" onClick={() => setPage(page - 1)}>
            <IconChevronLeft aria-hidden="true" />
            {isNewestFirst ? t('list.newer') : t('list.older')}
          </Button>
        ) : null}
        {hasNextPage ? (
          <Button variant="ghost" size="small" onClick={() => setPage(page + 1)}>
            {isNewestFirst ? t('list.older') : t('list.newer')}
            <IconChevronRight aria-hidden="true" />
          </Button>
        ) : null}
      </div>
    </nav>
  );
}
