import type { EndpointName, endpoints } from '@wopack/contract';
import type { Language } from '@wopack/domain';
import type { SelectQueryBuilder } from 'kysely';
import type { Static } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Cell } from '../../../platform/files/csv.ts';
import {
  type AnyRows,
  countRows,
  type ListOrder,
  limitToPeriod,
  MAX_COUNTED_ROWS,
  type Period,
  type RowPage,
  readPage,
  type SortColumn,
  type Summand,
} from './lists.queries.ts';

type Endpoints = typeof endpoints;

/** A list with its export: `Refunds` of the calls `listRefunds` and `exportRefunds`. */
export type ListName = {
  [N in EndpointName]: N extends `list${infer L}`
    ? Endpoints[N] extends { auth: 'operator' }
      ? L
      : never
    : never;
}[EndpointName];

export type ListQuery<L extends ListName> = Static<Endpoints[`list${L}`]['query']>;
type Page<L extends ListName> = Static<Endpoints[`list${L}`]['reply']>;
type ListItem<L extends ListName> = Page<L>['items'][number];
type Sums<L extends ListName> = Page<L> extends { sums: infer S } ? keyof NonNullable<S> & string : never;

/** Where a column of an item is, e.g. `seller.id`. */
type Path<T> = {
  [K in keyof T & string]: NonNullable<T[K]> extends readonly unknown[]
    ? K
    : NonNullable<T[K]> extends object
      ? `${K}.${Path<NonNullable<T[K]>>}`
      : K;
}[keyof T & string];

/**
 * A column of the file: where it is in the item, which names it too (`seller.id` is `seller_id`, `seller.name` is
 * `seller`, `price_cents` is `price_eur`), or a name of its own with where it is or what it is.
 */
type CsvColumn<T> = Path<T> | Record<string, Path<T> | ((item: T) => Cell)>;

interface ListDefinition<L extends ListName, DB, TB extends keyof DB, O, Row> {
  /** Name of the exported file. */
  file: string;
  /** False: shows nothing about people, so that looking at it is not recorded. */
  showsPeople?: boolean;
  /** Rows of the filter, of as few tables as it needs: they are also counted. */
  filter(
    db: Db,
    query: ListQuery<L>,
    now: Date,
    period: Period,
  ): SelectQueryBuilder<DB, TB, O> | Promise<SelectQueryBuilder<DB, TB, O>>;
  /** What the filter's days are compared with, unless `filter` does it. */
  period?: string;
  /** Adds the columns that are shown. */
  select(rows: SelectQueryBuilder<DB, TB, O>, now: Date): AnyRows<Row>;
  /** The first one is the default, descending. */
  sorts: Record<string, SortColumn>;
  key: SortColumn;
  /** Added up over all rows of the filter. */
  sums?: Record<Sums<L>, Summand>;
  build(row: Row, now: Date, language: Language): ListItem<L>;
  csv: readonly CsvColumn<ListItem<L>>[];
}

interface BaseQuery {
  from?: string;
  to?: string;
  sort?: string;
  cursor?: string;
  limit?: number;
}

/** A list of the console: pages for the screen, and all rows for a file. Its calls validate the query. */
export interface AdminList {
  name: ListName;
  file: string;
  showsPeople: boolean;
  header: string[];
  readPage(query: BaseQuery, language: Language): Promise<Page<ListName>>;
  readCells(query: BaseQuery): AsyncGenerator<Cell[]>;
}

const DEFAULT_PAGE_SIZE = 25;
const EXPORT_PAGE_SIZE = 1000;

function parsePeriod({ from, to }: BaseQuery, timeZone: string): Period {
  const startOf = (day: string, addedDays: number) =>
    new Date(
      Temporal.PlainDate.from(day).add({ days: addedDays }).toZonedDateTime(timeZone).epochMilliseconds,
    );
  return { from: from ? startOf(from, 0) : null, before: to ? startOf(to, 1) : null };
}

function nameColumn(path: string): string {
  const [parent, field] = path.split('.').slice(-2) as [string, string?];
  if (field === 'name') return parent;
  return field === undefined ? parent.replace(/_cents$/, '_eur') : `${parent}_${field}`;
}

function readCell(item: unknown, path: string): Cell {
  let value = item;
  for (const key of path.split('.')) value = (value as Record<string, unknown> | null)?.[key];
  if (Array.isArray(value)) return value.join(' ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return path.endsWith('_cents') ? { cents: value } : value;
  return (value ?? null) as string | null;
}

export function createList<L extends ListName, DB, TB extends keyof DB, O, Row>(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  name: L,
  { file, showsPeople = true, period, sorts, key, csv, ...list }: ListDefinition<L, DB, TB, O, Row>,
): AdminList {
  const columns: [header: string, cell: string | ((item: ListItem<L>) => Cell)][] = csv.flatMap((column) =>
    typeof column === 'string' ? [[nameColumn(column), column]] : Object.entries(column),
  );
  const sums: Record<string, Summand> = list.sums ?? {};
  const parseOrder = ({ sort = `-${Object.keys(sorts)[0]}` }: BaseQuery): ListOrder => ({
    sort: sorts[sort.replace(/^-/, '')]!,
    key,
    isDescending: sort.startsWith('-'),
  });
  const filterRows = async (query: BaseQuery, now: Date) => {
    const days = parsePeriod(query, config.operatorTimeZone);
    const rows = await list.filter(db, query as ListQuery<L>, now, days);
    return period ? limitToPeriod(rows, period, days) : rows;
  };
  return {
    name,
    file,
    showsPeople,
    header: columns.map(([header]) => header),
    async readPage(query, language) {
      const { cursor = null, limit = DEFAULT_PAGE_SIZE } = query;
      const now = clock.now();
      const filtered = await filterRows(query, now);
      const [{ rows, nextCursor }, counted] = await Promise.all([
        readPage(list.select(filtered, now), parseOrder(query), { cursor, limit }),
        cursor === null ? countRows(db, filtered, sums) : null,
      ]);
      const isExact = counted !== null && counted.count <= MAX_COUNTED_ROWS;
      return {
        items: rows.map((row) => list.build(row, now, language)),
        next_cursor: nextCursor,
        total: counted && Math.min(counted.count, MAX_COUNTED_ROWS),
        total_is_exact: isExact,
        sums: isExact ? counted.sums : null,
      } as Page<ListName>;
    },
    // Page by page, so that a slow client holds no database connection.
    async *readCells(query) {
      const now = clock.now();
      const rows = list.select(await filterRows(query, now), now);
      let cursor: string | null = null;
      do {
        const page: RowPage<Row> = await readPage(rows, parseOrder(query), {
          cursor,
          limit: EXPORT_PAGE_SIZE,
        });
        for (const row of page.rows) {
          const item = list.build(row, clock.now(), 'en');
          yield columns.map(([, cell]) => (typeof cell === 'function' ? cell(item) : readCell(item, cell)));
        }
        cursor = page.nextCursor;
      } while (cursor !== null);
    },
  };
}
