import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import { Pool, types } from 'pg';
import { PreparingClient } from './prepared-statements.ts';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;
/** A database, or a transaction open in it. */
export type DbOrTrx = Db | Transaction<Database>;
export type Trx = Transaction<Database>;

// A date is a day on a venue's calendar, not an instant: keep its text.
types.setTypeParser(types.builtins.DATE, (text) => text);

/** Opens a pool of connections. Nothing is sent until the first query. What takes longer than `patience` fails. */
export function openDatabase(url: string, poolSize: number, queryTimeoutMs?: number): Db {
  const pool = new Pool({
    Client: PreparingClient,
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5000,
    query_timeout: queryTimeoutMs,
  });
  // A connection that is lost is replaced by the pool, and whoever was waiting on it is told; without a listener, on
  // the pool for the idle ones and on those in use themselves, it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
