import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Per queue: due jobs, seconds since the oldest became due, failed jobs. */
export async function listQueueMetrics(db: Db, now: Date) {
  const { rows } = await sql<{ queue: string; due: number; delay_seconds: number; failed: number }>`
    SELECT name AS queue,
      count(*) FILTER (WHERE state IN ('created', 'retry') AND start_after <= ${now})::int AS due,
      coalesce(extract(epoch FROM ${now}::timestamptz - min(start_after)
        FILTER (WHERE state IN ('created', 'retry') AND start_after <= ${now})), 0)::float8 AS delay_seconds,
      count(*) FILTER (WHERE state = 'failed')::int AS failed
    FROM pgboss.job WHERE name NOT LIKE '\\_\\_%' GROUP BY name`.execute(db);
  return rows;
}

/** Orders of the last 24 hours by state, and the number of pending payments. */
export async function getMarketMetrics(db: Db, now: Date) {
  const { rows } = await sql<{ state: string; orders: number }>`
    SELECT state, count(*)::int AS orders FROM orders
    WHERE created_at > ${now}::timestamptz - interval '1 day' GROUP BY state`.execute(db);
  const pending = await db
    .selectFrom('payments')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow();
  return { orders: rows, pendingPayments: Number(pending.count) };
}

/** In the last 24 hours. */
export async function countUndeliveredMails(db: Db, now: Date): Promise<number> {
  const row = await db
    .selectFrom('mail_failures')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('failed_at', '>', new Date(now.getTime() - 86_400_000))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Full and partial refunds. */
export async function countStuckRefunds(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT (SELECT count(*) FROM payments WHERE refund_stuck_at IS NOT NULL AND state = 'refund_due')::int
      + (SELECT count(*) FROM partial_refunds WHERE refund_stuck_at IS NOT NULL AND sent_at IS NULL)::int
      AS count`.execute(db);
  return rows[0]!.count;
}
