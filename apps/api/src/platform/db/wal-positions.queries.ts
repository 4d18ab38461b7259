import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Bytes of the write-ahead log since its beginning; only grows. */
export type WalPosition = bigint;

const WAL_START = sql.lit('0/0');

/** Includes everything committed before the call. */
export async function getWrittenPosition(db: Db): Promise<WalPosition> {
  const { rows } = await sql<{ position: string }>`
    SELECT pg_current_wal_insert_lsn() - ${WAL_START}::pg_lsn AS position`.execute(db);
  return BigInt(rows[0]!.position);
}

/** For a dedicated connection to a replica; null when it has become a primary. */
export const REPLAYED_POSITION_SQL = `
  SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() - '0/0'::pg_lsn END AS position`;

export const upsertLastWrite = (db: Db, userId: number) =>
  sql`INSERT INTO last_writes (user_id, lsn) VALUES (${userId}, pg_current_wal_insert_lsn())
      ON CONFLICT (user_id) DO UPDATE SET lsn = pg_current_wal_insert_lsn()`.execute(db);

/** Zero for a user who has never written. */
export async function getLastWritePosition(db: Db, userId: number): Promise<WalPosition> {
  const { rows } = await sql<{ position: string }>`
    SELECT lsn - ${WAL_START}::pg_lsn AS position FROM last_writes WHERE user_id = ${userId} /* prepared */`.execute(
    db,
  );
  return BigInt(rows[0]?.position ?? 0);
}
