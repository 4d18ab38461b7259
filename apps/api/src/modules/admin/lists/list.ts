import type { Language } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Cell } from '../../../platform/files/csv.ts';
import {
  countRows,
  type ListOrder,
  MAX_COUNTED_ROWS,
  type RowPage,
  type RowQuery,
  readPage,
  type SortColumn,
  type Summand,
} from './lists.queries.ts';

/** Instants of the filter's first day and of the day after its last, in the operator's time zone. */
export interface Period {
  from: Date | null;
  before: Date | null;
}

interface BaseQuery {
  from?: string | undefined;
  to?: string | undefined;
  sort?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

export interface ListPage<Item, Sum extends string = never> {
  items: Item[];
  next_cursor: string | null;
  total: number | null;
  total_is_exact: boolean;
  sums: Record<Sum, number> | null;
}

interface ListDefinition<Query, Row, Item, Sum extends string> {
  /** Of the exported file. */
  name: string;
  /** False: shows nothing about people, so that looking at it is not recorded. */
  showsPeople?: boolean;
  /** Rows of the filter, of as few tables as it needs: they are also counted. */
  filter(db: Db, query: Query, period: Period, now: Date): RowQuery<unknown> | Promise<RowQuery<unknown>>;
  /** Adds the columns that are shown. */
  select(rows: RowQuery<unknown>): RowQuery<Row>;
  /** The first one is the default, descending. */
  sorts: Record<string, SortColumn>;
  key: SortColumn;
  /** Of all rows of the filter, from its tables. */
  sums?: Record<Sum, Summand>;
  build(row: Row, now: Date, language: Language): Item;
  /** Columns of the export by name. */
  cells: Record<string, (item: Item) => Cell>;
}

/** A list of the console: pages for the screen, and all rows for a file. */
export interface AdminList<Query, Page> {
  name: string;
  showsPeople: boolean;
  header: string[];
  readPage(query: Query, language: Language): Promise<Page>;
  readCells(query: Query): AsyncGenerator<Cell[]>;
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

export function createList<Query extends BaseQuery, Row, Item, Sum extends string = never>(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  {
    name,
    showsPeople = true,
    filter,
    select,
    sorts,
    key,
    sums = {} as Record<Sum, Summand>,
    build,
    cells,
  }: ListDefinition<Query, Row, Item, Sum>,
): AdminList<Query, ListPage<Item, Sum>> {
  const parseOrder = ({ sort = `-${Object.keys(sorts)[0]}` }: BaseQuery): ListOrder => ({
    sort: sorts[sort.replace(/^-/, '')]!,
    key,
    isDescending: sort.startsWith('-'),
  });
  const filterRows = async (query: Query) =>
    filter(db, query, parsePeriod(query, config.operatorTimeZone), clock.now());
  return {
    name,
    showsPeople,
    header: Object.keys(cells),
    async readPage(query, language) {
      const { cursor = null, limit = DEFAULT_PAGE_SIZE } = query;
      const filtered = await filterRows(query);
      const [{ rows, nextCursor }, counted] = await Promise.all([
        readPage(select(filtered), parseOrder(query), { cursor, limit }),
        cursor === null ? countRows(db, filtered, sums) : null,
      ]);
      const isExact = counted !== null && counted.count <= MAX_COUNTED_ROWS;
      const now = clock.now();
      return {
        items: rows.map((row) => build(row, now, language)),
        next_cursor: nextCursor,
        total: counted && Math.min(counted.count, MAX_COUNTED_ROWS),
        total_is_exact: isExact,
        sums: isExact ? counted.sums : null,
      };
    },
    // Page by page, so that a slow client holds no database connection.
    async *readCells(query) {
      const rows = select(await filterRows(query));
      let cursor: string | null = null;
      do {
        const page: RowPage<Row> = await readPage(rows, parseOrder(query), {
          cursor,
          limit: EXPORT_PAGE_SIZE,
        });
        for (const row of page.rows) {
          const item = build(row, clock.now(), 'en');
          yield Object.values(cells).map((getCell) => getCell(item));
        }
        cursor = page.nextCursor;
      } while (cursor !== null);
    },
  };
}
