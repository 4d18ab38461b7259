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

/** Opens connections lazily: `poolSize`, and one for reads. Queries longer than `queryTimeoutMs` fail. */
export function openDatabase(url: string, poolSize: number, queryTimeoutMs?: number): Db {
  const pool = new PreparingPool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5000,
    query_timeout: queryTimeoutMs,
  });
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
