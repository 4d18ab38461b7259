import { isApiError } from '@wopack/contract/client';
import { Button } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { download } from '@wopack/ui/download.ts';
import { FieldError, InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { IconChevronLeft, IconChevronRight, IconDownload } from '@wopack/ui/icons';
import { ListBase, useListContext } from 'ra-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { exportList } from '../lib/providers-and-queries.ts';
import type { ListMeta, ResourceName, Row } from '../lib/resources.ts';
import { getFirstMessage, useAction, useFormat } from '../lib/use-console.ts';
import { FilterBar, type FilterDeclaration } from './filter-bar.tsx';
import { type Column, ColumnMenu, useColumnChoice } from './list-columns.tsx';
import { ListRows } from './list-rows.tsx';
import { PageHead } from './panels.tsx';

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

/** A list of the console: filters, order and page in the address, and the same rows as a file. */
export function ListPage<R extends ResourceName>(props: Props<R>) {
  const { resource, columns } = props;
  const { shown, options, setShown } = useColumnChoice(resource, columns);
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
        <ListHead
          {...props}
          columnMenu={options.length > 0 && <ColumnMenu options={options} onChange={setShown} />}
        />
        {props.intro}
        <FilterBar filters={props.filters} />
        <Rows {...props} columns={shown} stateKey={columns.at(-1)?.key} />
        <Pages />
      </div>
    </ListBase>
  );
}

/** How many rows the filter has: '14', or 'more than 10,000'; null as long as nobody has counted. */
function useTotalText(): string | null {
  const { t } = useTranslation('admin');
  const { formatInteger } = useFormat();
  const { total, isTotalExact } = (useListContext().meta ?? {}) as Partial<ListMeta>;
  if (total === undefined || total === null) return null;
  return isTotalExact ? formatInteger(total) : t('list.moreThan', { count: formatInteger(total) });
}

function ListHead<R extends ResourceName>({
  resource,
  title,
  note,
  actions,
  intro,
  columnMenu,
}: Props<R> & { columnMenu: ReactNode }) {
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
          {columnMenu}
          <ExportButton resource={resource} variant={actions || intro ? 'ghost' : 'brand'} />
          {actions}
        </>
      }
    />
  );
}

interface ExportButtonProps {
  resource: ResourceName;
  /** `brand` where nothing else is the page's main action. */
  variant?: 'ghost' | 'brand';
}

export function ExportButton({ resource, variant = 'ghost' }: ExportButtonProps) {
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
      variant={variant}
      size="small"
      icon={<IconDownload aria-hidden="true" />}
      loading={isRunning}
      onClick={() => run(undefined)}
    >
      {totalText === null ? t('list.export') : t('list.exportRows', { total: totalText })}
    </Button>
  );
}

function Rows<R extends ResourceName>({
  columns,
  stateKey,
  emptyText,
  title,
}: Props<R> & { stateKey: string | undefined }) {
  const { t } = useTranslation('admin');
  const { data, error, isPending, isPlaceholderData, refetch, filterValues, setFilters } = useListContext();
  if (error)
    return (
      <div className="rounded-md border border-line p-5">
        {isApiError(error, 'validation') ? (
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
      <ListRows rows={data as Row<R>[]} columns={columns} stateKey={stateKey} caption={title} />
    </div>
  );
}

/** Which rows are shown, and the ways to the others. */
export function Pages() {
  const { t } = useTranslation('admin');
  const { formatInteger, timeZone } = useFormat();
  const { answeredMs } = (useListContext().meta ?? {}) as Partial<ListMeta>;
  const { data, page, perPage, setPage, hasNextPage, hasPreviousPage, sort } = useListContext();
  const isNewestFirst = sort.order === 'DESC';
  const totalText = useTotalText();
  const count = data?.length ?? 0;
  const first = (page - 1) * perPage + 1;
  const range = `${formatInteger(first)}–${formatInteger(first + count - 1)}`;
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
