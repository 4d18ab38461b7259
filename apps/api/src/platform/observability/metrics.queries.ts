import { DAY_MS, MINUTE_MS } from '@wopack/domain';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/**
 * Per queue: due jobs, seconds since the oldest became due, and failed jobs as pg-boss counted them last, each minute.
 * Reads waiting jobs alone, by their index; those that are done are far more.
 */
export async function listQueueMetrics(db: Db, now: Date) {
  const { rows } = await sql<{ queue: string; due: number; delay_seconds: number; failed: number }>`
    SELECT queue.name AS queue, waiting.due,
      coalesce(extract(epoch FROM ${now}::timestamptz - waiting.since), 0)::float8 AS delay_seconds,
      queue.failed_count AS failed
    FROM pgboss.queue CROSS JOIN LATERAL (
      SELECT count(*)::int AS due, min(start_after) AS since FROM pgboss.job
      WHERE job.name = queue.name AND state < 'active' AND NOT blocked AND start_after <= ${now}) waiting
    WHERE queue.name NOT LIKE '\\_\\_%'`.execute(db);
  return rows;
}

/** Orders of the last 24 hours by state, and the number of pending payments. */
export async function getMarketMetrics(db: Db, now: Date) {
  const { rows } = await sql<{ state: string; orders: number }>`
    SELECT state, count(*)::int AS orders FROM orders
    WHERE created_at > ${now}::timestamptz - interval '1 day' GROUP BY state`.execute(db);
  const pending = await db
    .selectFrom('payments')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow();
  return { orders: rows, pendingPayments: pending.count };
}

/** In the last 24 hours. */
export async function countUndeliveredMails(db: Db, now: Date): Promise<number> {
  const row = await db
    .selectFrom('mail_failures')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('failed_at', '>', new Date(now.getTime() - DAY_MS))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** stuck: refused six times or more, by the provider; failed: returned by the bank. They wait for the operator. */
export async function countOpenRefunds(db: Db): Promise<{ stuck: number; failed: number }> {
  const { rows } = await sql<{ stuck: number; failed: number }>`
    SELECT count(*) FILTER (WHERE state <> 'failed' AND stuck_at IS NOT NULL)::int AS stuck,
      count(*) FILTER (WHERE state = 'failed')::int AS failed
    FROM refunds WHERE done_at IS NULL`.execute(db);
  return rows[0]!;
}

/** In the last fifteen minutes, by kind. */
export const countSecurityEvents = (db: Db, now: Date) =>
  db
    .selectFrom('security_events')
    .select(['kind', (select) => select.fn.countAll<number>().as('count')])
    .where('created_at', '>', new Date(now.getTime() - 15 * MINUTE_MS))
    .groupBy('kind')
    .execute();

/** Counts all databases of the PostgreSQL server, without its own processes. */
export async function countConnections(db: Db): Promise<{ used: number; max: number }> {
  const { rows } = await sql<{ used: number; max: number }>`
    SELECT count(*)::int AS used, current_setting('max_connections')::int AS max
    FROM pg_stat_activity WHERE datid IS NOT NULL OR usesysid IS NOT NULL`.execute(db);
  return rows[0]!;
}

/** Bytes that a replica has not replayed. */
export async function listStandbys(db: Db): Promise<{ standby: string; lag_bytes: number }[]> {
  const { rows } = await sql<{ standby: string; lag_bytes: number }>`
    SELECT standby, coalesce(lag_bytes, 0) AS lag_bytes FROM list_standbys()`.execute(db);
  return rows;
}

export async function findLastBackup(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('backups')
    .select('made_at')
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.made_at ?? null;
}

/** The last of each kind, with the number of differences. */
export const listLastReconciliations = (db: Db) =>
  db
    .selectFrom('reconciliations')
    .distinctOn('kind')
    .select(['kind', 'checked_at', sql<number>`cardinality(differences)`.as('differences')])
    .orderBy('kind')
    .orderBy('checked_at', 'desc')
    .execute();
