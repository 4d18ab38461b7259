import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

/** As build_audit_content of the migration, which is not called: whoever may change rows may change functions too. */
const CONTENT = sql`convert_to(jsonb_build_array(entry.id, (extract(epoch FROM entry.at) * 1000000)::bigint,
  entry.operator_id, entry.action, entry.subject_kind, entry.subject_id, entry.before, entry.after, entry.reason,
  entry.request_id)::text, 'UTF8')`;

export interface AuditChainCheck {
  entries: number;
  /** Hash of the last entry, in hexadecimal; null without entries. */
  head: string | null;
  /** The first entry that is not as it was written; null when all are. */
  broken: { entry: string; fault: 'changed' | 'missing' | 'out of order' | 'unchained' } | null;
}

/** Recomputes the hashes of the audit log, in one snapshot. */
export const checkAuditChain = ({ db }: { db: Db }): Promise<AuditChainCheck> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const { rows } = await sql<NonNullable<AuditChainCheck['broken']>>`
        WITH chain AS (
          SELECT position, entry_id, hash, lag(hash, 1, '') OVER (ORDER BY position) AS previous_hash,
            lag(position, 1, 0::bigint) OVER (ORDER BY position) AS previous_position
          FROM audit_chain)
        SELECT entry_id::text AS entry, CASE
            WHEN entry.id IS NULL THEN 'missing'
            WHEN position <> previous_position + 1 THEN 'out of order'
            ELSE 'changed' END AS fault
        FROM chain LEFT JOIN audit_entries entry ON entry.id = entry_id
        WHERE entry.id IS NULL OR position <> previous_position + 1
          OR hash <> sha256(previous_hash || ${CONTENT})
        ORDER BY position LIMIT 1`.execute(trx);
      const unchained = await sql<NonNullable<AuditChainCheck['broken']>>`
        SELECT id::text AS entry, 'unchained' AS fault FROM audit_entries
        WHERE NOT EXISTS (SELECT FROM audit_chain WHERE entry_id = audit_entries.id)
        ORDER BY id LIMIT 1`.execute(trx);
      const last = await sql<{ position: number; head: string }>`
        SELECT position, encode(hash, 'hex') AS head FROM audit_chain ORDER BY position DESC LIMIT 1`.execute(
        trx,
      );
      return {
        entries: last.rows[0]?.position ?? 0,
        head: last.rows[0]?.head ?? null,
        broken: rows[0] ?? unchained.rows[0] ?? null,
      };
    });

/**
 * How many entries follow the one whose hash was noted elsewhere; null if no entry has it: those at the end were removed,
 * whole and in order, which the chain itself cannot show.
 */
export async function countEntriesAfter(db: Db, head: string): Promise<number | null> {
  const { rows } = await sql<{ count: number }>`
    SELECT (SELECT count(*) FROM audit_chain later WHERE later.position > noted.position)::int AS count
    FROM audit_chain noted WHERE encode(noted.hash, 'hex') = ${head.toLowerCase()}`.execute(db);
  return rows[0]?.count ?? null;
}

/** One line for a log or mail. */
export const formatBrokenEntry = ({ entry, fault }: NonNullable<AuditChainCheck['broken']>): string =>
  `entry ${entry} of the audit log is ${fault}`;
