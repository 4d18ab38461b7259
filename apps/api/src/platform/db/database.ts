import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import { Pool, types } from 'pg';
import { PreparingClient } from '../performance/prepared-statements.ts';
import type { DB as Database } from './schema.gen.ts';

export type { Database };

export type Db = Kysely<Database>;
/** A pool, or an open transaction. */
export type DbOrTrx = Db | Transaction<Database>;
export type Trx = Transaction<Database>;

// A date is a calendar day of a sale place, not an instant, so it stays text.
types.setTypeParser(types.builtins.DATE, (text) => text);

/** Opens a connection pool lazily. Queries longer than `queryTimeoutMs` fail. */
export function openDatabase(url: string, poolSize: number, queryTimeoutMs?: number): Db {
  const pool = new Pool({
    Client: PreparingClient,
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5000,
    query_timeout: queryTimeoutMs,
  });
  // The pool replaces lost connections and rejects their queries. Without error listeners, on the pool for
  // idle clients and on the clients in use, a lost connection would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
