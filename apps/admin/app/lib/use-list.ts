import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsArrayOf, parseAsJson, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { pageQuery } from './queries.ts';
import type { ResourceName } from './resources.ts';

export interface Sort {
  field: string;
  order: 'ASC' | 'DESC';
}

export type Filter = Readonly<Record<string, string>>;

/** An empty value is no filter. */
const parseFilter = (value: unknown): Filter | null =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, set]) => (set === '' ? [] : [[name, String(set)]])),
      )
    : null;

const parsers = {
  filter: parseAsJson(parseFilter),
  sort: parseAsString,
  order: parseAsStringLiteral(['ASC', 'DESC']),
  /** The cursors of the pages from the second one to the one shown, so that there is a way back. */
  cursor: parseAsArrayOf(parseAsString).withDefault([]),
};

/** Where a list stands, in the address: Back, reload and bookmarks keep it. */
export const useListAddress = () =>
  useQueryStates(parsers, { history: 'push', shallow: false, scroll: false });

interface ListOptions {
  /** The default order; the first of the call. */
  sort: Sort;
  /** The filter of an address that has none. */
  filter?: Filter;
  pageSize?: number;
}

/** A list as its address says: its rows, and the ways to others. */
export function useList<R extends ResourceName>(
  resource: R,
  { sort: defaultSort, filter: defaultFilter = {}, pageSize = 25 }: ListOptions,
) {
  const [address, setAddress] = useListAddress();
  const { cursor: cursors } = address;
  const filter = address.filter ?? defaultFilter;
  const sort: Sort = {
    field: address.sort ?? defaultSort.field,
    order: address.order ?? defaultSort.order,
  };
  const query = { ...filter, sort: sort.order === 'DESC' ? `-${sort.field}` : sort.field };
  const firstPage = pageQuery(resource, { ...query, limit: pageSize });
  // Rows are counted and added up with the first page.
  const { data: first } = useQuery({ ...firstPage, placeholderData: keepPreviousData });
  const shown = useQuery({
    ...(cursors.length === 0
      ? firstPage
      : pageQuery(resource, { ...query, cursor: cursors.at(-1), limit: pageSize })),
    placeholderData: keepPreviousData,
  });
  const { data: page } = shown;
  return {
    resource,
    filter,
    sort,
    /** The same rows in all pages. */
    query,
    page: shown,
    rows: page?.items,
    total: first?.total ?? null,
    isTotalExact: first?.total_is_exact ?? false,
    sums: first?.sums ?? null,
    /** Number of the first row shown. */
    firstRow: cursors.length * pageSize + 1,
    setFilter: (next: Filter) => void setAddress({ filter: next, cursor: null }),
    setSort: ({ field, order }: Sort) => void setAddress({ sort: field, order, cursor: null }),
    goBack: cursors.length > 0 ? () => void setAddress({ cursor: cursors.slice(0, -1) }) : null,
    goOn: page?.next_cursor ? () => void setAddress({ cursor: [...cursors, page.next_cursor!] }) : null,
  };
}

export type List<R extends ResourceName> = ReturnType<typeof useList<R>>;
