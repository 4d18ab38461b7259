import { sql } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';

interface WaitingJobs {
  queue: string;
  due: number;
  later: number;
  first_at: Date;
}

/** Jobs of pg-boss itself have names that begin with two underscores. */
const IS_WAITING = sql`state in ('created', 'retry', 'active') and name not like '\\_\\_%'`;

/** By queue; those that have been due for longest first. */
export async function listWaitingJobs(db: Db, now: Date): Promise<WaitingJobs[]> {
  const { rows } = await sql<WaitingJobs>`
    select name as queue, count(*) filter (where start_after <= ${now})::int as due,
      count(*) filter (where start_after > ${now})::int as later, min(start_after) as first_at
    from pgboss.job where ${IS_WAITING} group by name order by first_at`.execute(db);
  return rows;
}

export interface FirstJob {
  queue: string;
  start_after: Date;
  data: Record<string, unknown> | null;
}

/** The first of each queue that are about something. */
export async function listFirstJobs(db: Db, limit: number): Promise<FirstJob[]> {
  const { rows } = await sql<FirstJob>`
    select queue, start_after, data from (
      select name as queue, start_after, data,
        row_number() over (partition by name order by start_after, id) as position,
        min(start_after) over (partition by name) as first_at
      from pgboss.job where ${IS_WAITING} and data is not null and data <> '{}') job
    where position <= ${limit} order by first_at, queue, position`.execute(db);
  return rows;
}

export const listUnsentRefunds = (db: Db) =>
  db
    .selectFrom('refunds')
    .select(['payment_id', 'amount_cents'])
    .where('done_at', 'is', null)
    .orderBy('created_at')
    .execute();

/** Pending payments that the provider has. */
export const listWaitingPayments = (db: Db) =>
  db
    .selectFrom('payments')
    .select(['id', 'provider_ref', 'created_at'])
    .where('state', '=', 'pending')
    .where('provider_ref', 'is not', null)
    .orderBy('created_at')
    .execute();

/** Returns how many. */
export async function discardDueJobs(trx: Trx, queues: readonly string[], now: Date): Promise<number> {
  const { rows } = await sql`delete from pgboss.job
    where name = any(${queues}) and start_after <= ${now} and ${IS_WAITING} returning id`.execute(trx);
  return rows.length;
}
