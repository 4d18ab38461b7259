import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely';
import { types } from 'pg';
import { DatabasePool } from './database-pool.ts';
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

/** Ids and sums stay far below 2^53; what is beyond fails rather than being another number. */
types.setTypeParser(types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large a bigint`);
  return value;
});

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

const openConnections = (url: string, onChange?: DatabaseOptions['onChange']) =>
  new DatabasePool({ connectionString: url, connectionTimeoutMillis: 5000, ...KEEP_ALIVE }, onChange);

const queryThrough = (pool: PostgresPool): Db =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });

/** Opens connections lazily: `poolSize`, and one for reads. */
export const openDatabase = (
  url: string,
  poolSize: number,
  { queryLimitMs = null, onChange }: DatabaseOptions = {},
): Db => queryThrough(openConnections(url, onChange).openView({ max: poolSize, queryLimitMs }));

/** Requests keep the others, also while jobs are busy. */
const countJobConnections = (poolSize: number) => Math.ceil(poolSize / 3);
/** A job may wait for a connection. */
const JOB_CONNECTION_TIMEOUT_MS = 30_000;

/**
 * For requests, and for jobs, whose queries may take longer. Each has its part of the connections; reads of both share one.
 * Ending the first ends both.
 */
export function openServerDatabases(
  url: string,
  poolSize: number,
  onChange?: DatabaseOptions['onChange'],
): { db: Db; jobsDb: Db } {
  const connections = openConnections(url, onChange);
  const jobConnections = countJobConnections(poolSize);
  return {
    db: queryThrough(
      connections.openView({ max: poolSize - jobConnections, queryLimitMs: REQUEST_QUERY_LIMIT_MS }),
    ),
    jobsDb: queryThrough(
      connections.openView({
        max: jobConnections,
        queryLimitMs: null,
        connectionTimeoutMillis: JOB_CONNECTION_TIMEOUT_MS,
      }),
    ),
  };
}
