import { isApiError } from '@wopack/contract/client';
import { Button } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { FieldError, InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { IconChevronLeft, IconChevronRight } from '@wopack/ui/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { exportRows, type ResourceName, resources } from '../lib/resources.ts';
import { getFirstMessage, useFormat, useOperator } from '../lib/use-console.ts';
import { type List, type Sort, useList } from '../lib/use-list.ts';
import { FilterBar, type FilterDeclaration } from './filter-bar.tsx';
import { DownloadButton } from './forms-and-actions.tsx';
import { type Column, ColumnMenu, ListTable, useColumnChoice } from './list-table.tsx';
import { PageHead } from './panels.tsx';

interface Props<R extends ResourceName> {
  resource: R;
  title: string;
  /** Beside the number of rows. */
  note?: ReactNode;
  /** The first column identifies the row: on a card it comes first, with the state. */
  columns: readonly Column<R>[];
  filters: readonly FilterDeclaration[];
  /** The default order; the first of the call. */
  sort: Sort;
  emptyText: string;
  actions?: ReactNode;
  /** Between the title and the filters. */
  intro?: ReactNode;
}

/** For those who may open the list. */
export function ListAccess({ resource, children }: { resource: ResourceName; children: ReactNode }) {
  const operator = useOperator();
  if (!operator) return null;
  return operator.rights.includes(resources[resource].right) ? (
    children
  ) : (
    <Navigate to="/access-denied" replace />
  );
}

/** A list of the console: filters, order and cursor in the address, and the same rows as a file. */
export const ListPage = <R extends ResourceName>(props: Props<R>) => (
  <ListAccess key={props.resource} resource={props.resource}>
    <AccessibleList {...props} />
  </ListAccess>
);

function AccessibleList<R extends ResourceName>(props: Props<R>) {
  const { resource, columns } = props;
  const list = useList(resource, { sort: props.sort });
  const { shown, options, setShown } = useColumnChoice(resource, columns);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ListHead
        {...props}
        list={list}
        columnMenu={options.length > 0 && <ColumnMenu options={options} onChange={setShown} />}
      />
      {props.intro}
      <FilterBar list={list} filters={props.filters} />
      <Rows {...props} list={list} columns={shown} />
      <Pages list={list} />
    </div>
  );
}

/** How many rows the filter has: '14', or 'more than 10,000'; null as long as nobody has counted. */
function useTotalText({ total, isTotalExact }: Pick<List<ResourceName>, 'total' | 'isTotalExact'>) {
  const { t } = useTranslation('admin');
  const { formatInteger } = useFormat();
  if (total === null) return null;
  return isTotalExact ? formatInteger(total) : t('list.moreThan', { count: formatInteger(total) });
}

interface WithList<R extends ResourceName> {
  list: List<R>;
}

function ListHead<R extends ResourceName>({
  list,
  title,
  note,
  actions,
  columnMenu,
}: Props<R> & WithList<R> & { columnMenu: ReactNode }) {
  const { t } = useTranslation('admin');
  const totalText = useTotalText(list);
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
          {columnMenu}
          <ExportButton list={list} />
          {actions}
        </>
      }
    />
  );
}

/** Never a page's main action, and none of an empty list. */
export function ExportButton<R extends ResourceName>({ list }: WithList<R>) {
  const { t } = useTranslation('admin');
  const totalText = useTotalText(list);
  if (list.total === 0) return null;
  return (
    <DownloadButton
      label={totalText === null ? t('list.export') : t('list.exportRows', { total: totalText })}
      file={`${list.resource}.csv`}
      type="text/csv"
      load={() => exportRows(list.resource, list.query)}
    />
  );
}

function Rows<R extends ResourceName>({ list, columns, emptyText, title }: Props<R> & WithList<R>) {
  const { t } = useTranslation('admin');
  const { rows, filter, setFilter } = list;
  const { error, isPlaceholderData } = list.page;
  if (error)
    return (
      <div className="rounded-md border border-line p-5">
        {isApiError(error, 'validation') ? (
          <FieldError>{getFirstMessage(error)}</FieldError>
        ) : (
          <InlineError query={list.page} />
        )}
      </div>
    );
  if (!rows) return <LoadingRows count={8} row="h-11" className="grid gap-2" />;
  if (rows.length === 0) {
    const isFiltered = Object.keys(filter).length > 0;
    return (
      <div className="grid justify-items-center gap-3 rounded-md border border-line px-5 py-10 text-center">
        <p className="text-muted">{isFiltered ? t('list.nothingInFilter') : emptyText}</p>
        {isFiltered ? (
          <Button variant="ghost" size="small" onClick={() => setFilter({})}>
            {t('list.clear')}
          </Button>
        ) : null}
      </div>
    );
  }
  return (
    <div aria-busy={isPlaceholderData || undefined} className={cn(isPlaceholderData && 'opacity-60')}>
      <ListTable list={list} rows={rows} columns={columns} caption={title} />
    </div>
  );
}

/** Which rows are shown, and the ways to the others. */
export function Pages<R extends ResourceName>({ list }: WithList<R>) {
  const { t } = useTranslation('admin');
  const { formatInteger, timeZone } = useFormat();
  const { firstRow, goBack, goOn, sort } = list;
  const isNewestFirst = sort.order === 'DESC';
  const totalText = useTotalText(list);
  const count = list.rows?.length ?? 0;
  const answeredMs = list.page.data?.answeredMs;
  const range = `${formatInteger(firstRow)}–${formatInteger(firstRow + count - 1)}`;
  const rangeText =
    totalText === null ? t('list.rows', { range }) : t('list.rowsOf', { range, total: totalText });
  const parts = [
    rangeText,
    ...(answeredMs === undefined ? [] : [t('list.answeredIn', { milliseconds: formatInteger(answeredMs) })]),
    t('list.timesIn', { zone: timeZone }),
  ];
  return (
    <nav aria-label={t('list.pages')} className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <p role="status" className="text-muted">
        {count ? parts.join(' · ') : null}
      </p>
      <div className="flex gap-2">
        {goBack ? (
          <Button variant="ghost" size="small" onClick={goBack}>
            <IconChevronLeft />
            {isNewestFirst ? t('list.newer') : t('list.older')}
          </Button>
        ) : null}
        {goOn ? (
          <Button variant="ghost" size="small" onClick={goOn}>
            {isNewestFirst ? t('list.older') : t('list.newer')}
            <IconChevronRight />
          </Button>
        ) : null}
      </div>
    </nav>
  );
}
