import { type InferResult, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tables of a list's query vary, and only its rows matter here.
export type AnyRows<Row> = SelectQueryBuilder<any, any, Row>;

/** The rows of a `select` of a list. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type RowOf<Select extends (...args: any[]) => AnyRows<unknown>> = InferResult<
  ReturnType<Select>
>[number];

/** Instants of the filter's first day and of the day after its last, in the operator's time zone. */
export interface Period {
  from: Date | null;
  before: Date | null;
}

export const limitToPeriod = <DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  column: string,
  { from, before }: Period,
): SelectQueryBuilder<DB, TB, O> => {
  const since = from ? rows.where(sql<SqlBool>`${sql.ref(column)} >= ${from}`) : rows;
  return before ? since.where(sql<SqlBool>`${sql.ref(column)} < ${before}`) : since;
};

/** Name and surname of a row of `users`; null when an outer join found none. */
export const fullName = <Name extends string | null = string>(alias: string) =>
  sql<Name>`trim(${sql.ref(`${alias}.name`)} || ' ' || ${sql.ref(`${alias}.surname`)})`;

/** The legal name of a row of `users`, or else the full one. */
export const legalOrFullName = (alias: string) =>
  sql<string>`coalesce((select legal_name from legal_identities where user_id = ${sql.ref(`${alias}.id`)}), ${fullName(alias)})`;

export interface SortColumn {
  column: string;
  type: 'integer' | 'bigint' | 'timestamptz' | 'uuid';
}

/** Order of a list: a column, then the key, which makes it total. */
export interface ListOrder {
  sort: SortColumn;
  key: SortColumn;
  isDescending: boolean;
}

/** Sort value and key of the last row of a page. */
type Position = [sortValue: string, key: string];

export interface RowPage<Row> {
  rows: Row[];
  nextCursor: string | null;
}

const POSITION_PATTERNS = {
  integer: /^-?\d{1,9}$/,
  bigint: /^-?\d{1,18}$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  timestamptz: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/,
};

const isPositionValue = (text: unknown, type: SortColumn['type']): text is string =>
  typeof text === 'string' &&
  POSITION_PATTERNS[type].test(text) &&
  (type !== 'timestamptz' || !Number.isNaN(Date.parse(text)));

function parseCursor(cursor: string, { sort, key }: ListOrder): Position {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    value = null;
  }
  if (
    !Array.isArray(value) ||
    value.length !== 2 ||
    !isPositionValue(value[0], sort.type) ||
    !isPositionValue(value[1], key.type)
  )
    throw new AppError('validation', { fields: { cursor: 'offers.cursor' } });
  return value as Position;
}

/** As text with all its digits: a `Date` has milliseconds, PostgreSQL microseconds. */
const toPositionText = ({ column, type }: SortColumn) =>
  type === 'timestamptz'
    ? sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
    : sql<string>`${sql.ref(column)}::text`;

/** A page after the cursor, by comparing with the position, so that late pages cost as much as early ones. */
export async function readPage<Row>(
  query: AnyRows<Row>,
  order: ListOrder,
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<RowPage<Row>> {
  const { sort, key, isDescending } = order;
  const direction = isDescending ? 'desc' : 'asc';
  const operator = sql.raw(isDescending ? '<' : '>');
  const [sortRef, keyRef] = [sql.ref(sort.column), sql.ref(key.column)];
  const position = cursor === null ? null : parseCursor(cursor, order);
  const isByKey = sort.column === key.column;
  const rows = await query
    .select([toPositionText(sort).as('position_sort'), toPositionText(key).as('position_key')])
    .$if(position !== null && isByKey, (page) =>
      page.where(sql<SqlBool>`${keyRef} ${operator} ${position![1]}::${sql.raw(key.type)}`),
    )
    .$if(position !== null && !isByKey, (page) =>
      page
        // For an index on the column of the order alone.
        .where(sql<SqlBool>`${sortRef} ${operator}= ${position![0]}::${sql.raw(sort.type)}`)
        .where(
          sql<SqlBool>`(${sortRef}, ${keyRef}) ${operator} (${position![0]}::${sql.raw(sort.type)}, ${position![1]}::${sql.raw(key.type)})`,
        ),
    )
    .$if(!isByKey, (page) => page.orderBy(sortRef, direction))
    .orderBy(keyRef, direction)
    .limit(limit + 1)
    .execute();
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    rows: rows.slice(0, limit) as Row[],
    nextCursor: last
      ? Buffer.from(JSON.stringify([last.position_sort, last.position_key])).toString('base64url')
      : null,
  };
}

/** A number of each row, as an expression over the tables of a filter. */
export type Summand = RawBuilder<number>;

/** Counts and adds up at most this many rows: a list of a million says that there are more. */
export const MAX_COUNTED_ROWS = 10_000;

export async function countRows<Sum extends string>(
  db: Db,
  query: AnyRows<unknown>,
  summands: Record<Sum, Summand>,
): Promise<{ count: number; sums: Record<Sum, number> }> {
  const named = Object.entries<Summand>(summands);
  const counted = query
    .clearSelect()
    .select([sql`1`.as('one'), ...named.map(([name, summand]) => summand.as(name))])
    .limit(MAX_COUNTED_ROWS + 1);
  const { row_count, ...sums } = await db
    .selectFrom(counted.as('counted'))
    .select(sql<number>`count(*)::int`.as('row_count'))
    .select(named.map(([name]) => sql<number>`coalesce(sum(${sql.ref(name)}), 0)::float8`.as(name)))
    .executeTakeFirstOrThrow();
  return { count: row_count, sums: sums as Record<Sum, number> };
}
