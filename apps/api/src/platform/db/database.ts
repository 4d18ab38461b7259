import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import { types } from 'pg';
import { PreparingPool } from '../performance/prepared-statements.ts';
import type { DB as Database } from './schema.gen.ts';

export type { Database };

export type Db = Kysely<Database>;
/** A pool, or an open transaction. */
export type DbOrTrx = Db | Transaction<Database>;
export type Trx = Transaction<Database>;

// A date is a calendar day of a sale place, not an instant, so it stays text.
types.setTypeParser(types.builtins.DATE, (text) => text);
// Times of day are to the minute, as in the API: 'HH:MM'.
types.setTypeParser(types.builtins.TIME, (text) => text.slice(0, 5));

/** A connection that is lost silently is noticed by the system too, not only by a query. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Queries of requests end after this time with their connection; jobs may take longer, up to the limit of their role. */
const REQUEST_QUERY_LIMIT_MS = 15_000;

export interface DatabaseOptions {
  /** Queries that take longer fail; null: none does while the database answers. */
  queryLimitMs?: number | null;
  /** The database stops answering, or answers again. */
  onChange?: (isAnswering: boolean) => void;
}

const openPool = (url: string, poolSize: number, onChange?: DatabaseOptions['onChange']) =>
  new PreparingPool(
    { connectionString: url, max: poolSize, connectionTimeoutMillis: 5000, ...KEEP_ALIVE },
    onChange,
  );

const queryThrough = (pool: PreparingPool, queryLimitMs: number | null): Db =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool: pool.limitedTo(queryLimitMs) }) });

/** Opens connections lazily: `poolSize`, and one for reads. */
export const openDatabase = (
  url: string,
  poolSize: number,
  { queryLimitMs = null, onChange }: DatabaseOptions = {},
): Db => queryThrough(openPool(url, poolSize, onChange), queryLimitMs);

/** The same connections for requests and for jobs, which may take longer. Ending the first ends both. */
export function openServerDatabases(
  url: string,
  poolSize: number,
  onChange?: DatabaseOptions['onChange'],
): { db: Db; jobsDb: Db } {
  const pool = openPool(url, poolSize, onChange);
  return { db: queryThrough(pool, REQUEST_QUERY_LIMIT_MS), jobsDb: queryThrough(pool, null) };
}
