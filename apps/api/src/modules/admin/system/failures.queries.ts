import { type SqlBool, sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { hasTypedWords } from '../../../platform/db/typed-words.queries.ts';
import type { Period } from '../lists/list.ts';
import type { RowQuery } from '../lists/lists.queries.ts';

/** Jobs of pg-boss, whose retries are over. */
export const filterFailedJobs = (db: DbOrTrx, { queue }: { queue?: string }) =>
  (db.selectFrom(sql<object>`pgboss.job`.as('job')) as unknown as RowQuery<unknown>)
    .where(sql<SqlBool>`job.state = 'failed'`)
    .$if(queue !== undefined, (query) => query.where(sql<SqlBool>`job.name = ${queue}`));

export interface FailedJobRow {
  id: string;
  queue: string;
  retry_count: number;
  cause: string | null;
  created_on: Date;
  completed_on: Date;
}

export const selectFailedJobs = (rows: RowQuery<unknown>) =>
  rows.select([
    sql<string>`job.id`.as('id'),
    sql<string>`job.name`.as('queue'),
    sql<number>`job.retry_count`.as('retry_count'),
    sql<string | null>`job.output ->> 'message'`.as('cause'),
    sql<Date>`job.created_on`.as('created_on'),
    sql<Date>`job.completed_on`.as('completed_on'),
  ]) as unknown as RowQuery<FailedJobRow>;

/** As pg-boss retries one; returns its queue. */
export const retryFailedJob = async (trx: Trx, id: string): Promise<string | undefined> =>
  (
    await sql<{ name: string }>`
      update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, start_after = now(), completed_on = null
      where id = ${id}::uuid and state = 'failed' returning name`.execute(trx)
  ).rows[0]?.name;

export const deleteFailedJob = async (trx: Trx, id: string): Promise<string | undefined> =>
  (
    await sql<{ name: string }>`
      delete from pgboss.job where id = ${id}::uuid and state = 'failed' returning name`.execute(trx)
  ).rows[0]?.name;

export const filterFailedMails = (db: DbOrTrx, { q = '' }: { q?: string }, { from, before }: Period) =>
  db
    .selectFrom('mail_failures')
    .$if(q.trim() !== '', (query) => query.where(hasTypedWords(sql`mail_failures.recipient`, q.trim())))
    .$if(from !== null, (query) => query.where('mail_failures.failed_at', '>=', from!))
    .$if(before !== null, (query) =>
      query.where('mail_failures.failed_at', '<', before!),
    ) as unknown as RowQuery<unknown>;

export interface FailedMailRow {
  id: number;
  recipient: string;
  subject: string;
  reason: string;
  failures: number;
  failed_at: Date;
  can_retry: boolean;
}

export const selectFailedMails = (rows: RowQuery<unknown>) =>
  rows
    .select(['mail_failures.id', 'mail_failures.recipient', 'mail_failures.subject', 'mail_failures.reason'])
    .select(['mail_failures.failures', 'mail_failures.failed_at'])
    .select(
      sql<boolean>`mail_failures.mail is not null`.as('can_retry'),
    ) as unknown as RowQuery<FailedMailRow>;

export const findFailedMail = (db: DbOrTrx, id: number): Promise<FailedMailRow | undefined> =>
  selectFailedMails(filterFailedMails(db, {}, { from: null, before: null }))
    .where('mail_failures.id', '=', id)
    .executeTakeFirst() as Promise<FailedMailRow | undefined>;
