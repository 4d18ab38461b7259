import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button, TextButton } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { useInView } from '@wopack/ui/element-observers.ts';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { IconChevronRight } from '@wopack/ui/icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { flattenPages } from '../lib/api/query-client.ts';

interface LoadMoreProps {
  /** State of the next page, as in an infinite query. */
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: (options: { cancelRefetch: boolean }) => unknown;
  };
  moreLabel?: string;
  /** Shown when the next page did not load. */
  errorMessage?: string;
  className?: string;
}

/**
 * The end of the loaded part of a list: the next page loads shortly before it is in view, or on a press. After a
 * failure only a press retries.
 */
export function LoadMore({ query, moreLabel, errorMessage, className }: LoadMoreProps) {
  const { t } = useTranslation(['common', 'errors']);
  const loadNextPage = () => void query.fetchNextPage({ cancelRefetch: false });
  const hasFailed = query.isFetchNextPageError;
  const endRef = useInView(loadNextPage, query.hasNextPage && !query.isFetchingNextPage && !hasFailed);
  if (!query.hasNextPage) return null;
  return (
    <div
      ref={endRef}
      className={cn('mt-6 grid justify-items-center gap-3 text-center print:hidden', className)}
    >
      {hasFailed ? (
        <p role="alert" className="text-muted">
          {errorMessage ?? t('moreFailed')}
        </p>
      ) : null}
      <Button variant="soft" loading={query.isFetchingNextPage} onClick={loadNextPage}>
        {hasFailed ? t('errors:retry') : (moreLabel ?? t('more'))}
      </Button>
    </div>
  );
}

interface PageOfRows {
  data: readonly { id: number | string }[];
}

interface PagedListProps<P extends PageOfRows> extends Omit<LoadMoreProps, 'query'> {
  list: UseInfiniteQueryResult<InfiniteData<P>>;
  loading: ReactNode;
  reassurance?: string;
  isInline?: boolean;
  /** Shown instead of a list without rows. */
  empty: ReactNode;
  children: (rows: P['data'][number][], firstPage: P) => ReactNode;
}

/** A list that loads page by page while it is scrolled, with its states. */
export const PagedList = <P extends PageOfRows>({
  list,
  empty,
  moreLabel,
  errorMessage,
  className,
  children,
  ...states
}: PagedListProps<P>) => (
  <QueryState query={list} {...states}>
    {({ pages }) => {
      const rows = flattenPages<P['data'][number]>(pages);
      return rows.length === 0 ? (
        empty
      ) : (
        <>
          {children(rows, pages[0]!)}
          <LoadMore query={list} moreLabel={moreLabel} errorMessage={errorMessage} className={className} />
        </>
      );
    }}
  </QueryState>
);

interface CollapsibleListProps<T> {
  items: readonly T[];
  initialCount: number;
  /** Label of the button that shows the rest. */
  moreLabel: string;
  /** Classes of the list; by default a column. */
  className?: string;
  children: (item: T, index: number) => ReactNode;
}

export function CollapsibleList<T>({
  items,
  initialCount,
  moreLabel,
  className = 'grid grid-cols-[minmax(0,1fr)]',
  children,
}: CollapsibleListProps<T>) {
  const [isExpanded, setExpanded] = useState(false);
  const visibleItems = isExpanded ? items : items.slice(0, initialCount);
  return (
    <>
      <ul className={className}>{visibleItems.map(children)}</ul>
      {items.length > visibleItems.length ? (
        <TextButton onClick={() => setExpanded(true)} className="justify-self-start text-sm">
          {moreLabel}
        </TextButton>
      ) : null}
    </>
  );
}

const ROW_CLASS =
  'flex min-h-[60px] items-center gap-3.5 py-1.5 leading-5 font-semibold [&>svg]:size-5 [&>svg]:shrink-0';

export const RowGroup = ({ children }: { children: ReactNode }) => (
  <ul className="divide-y divide-line rounded-lg bg-panel px-4 py-0.5">{children}</ul>
);

interface Props {
  icon: ReactNode;
  label: string;
  /** The control, at the end of the row. */
  children?: ReactNode;
}

export const Row = ({ icon, label, children }: Props) => (
  <li className={cn(ROW_CLASS, 'flex-wrap')}>
    {icon}
    <span className="min-w-0 flex-1 basis-24">{label}</span>
    {children}
  </li>
);

/** A row that links to a page; `value`: the current setting. */
export const RowLink = ({
  icon,
  label,
  to,
  value,
}: Omit<Props, 'children'> & { to: string; value?: string }) => (
  <li>
    <Link to={to} className={cn(ROW_CLASS, 'rounded-xs')}>
      {icon}
      <span className="min-w-0 flex-1">{label}</span>
      {value ? <span className="max-w-1/2 truncate font-normal text-muted">{value}</span> : null}
      <IconChevronRight className="text-muted" />
    </Link>
  </li>
);
