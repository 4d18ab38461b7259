import { type SqlBool, sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { hasTypedWords } from '../../../platform/db/typed-words.queries.ts';
import type { ListQuery } from '../lists/list.ts';

/** Jobs of pg-boss, whose retries are over. */
export const filterFailedJobs = (db: DbOrTrx, { queue }: ListQuery<'FailedJobs'>) =>
  db
    .selectFrom(sql<object>`pgboss.job`.as('job'))
    .where(sql<SqlBool>`job.state = 'failed'`)
    .$if(queue !== undefined, (query) => query.where(sql<SqlBool>`job.name = ${queue}`));

export const selectFailedJobs = (rows: ReturnType<typeof filterFailedJobs>) =>
  rows.select([
    sql<string>`job.id`.as('id'),
    sql<string>`job.name`.as('queue'),
    sql<number>`job.retry_count`.as('retry_count'),
    sql<string | null>`job.output ->> 'message'`.as('cause'),
    sql<Date>`job.created_on`.as('created_on'),
    sql<Date>`job.completed_on`.as('completed_on'),
  ]);

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

export const filterFailedMails = (db: DbOrTrx, { q = '' }: ListQuery<'FailedMails'>) =>
  db
    .selectFrom('mail_failures')
    .$if(q.trim() !== '', (query) => query.where(hasTypedWords(sql`mail_failures.recipient`, q.trim())));

export const selectFailedMails = (rows: ReturnType<typeof filterFailedMails>) =>
  rows
    .select(['mail_failures.id', 'mail_failures.recipient', 'mail_failures.subject', 'mail_failures.reason'])
    .select(['mail_failures.failures', 'mail_failures.failed_at'])
    .select(sql<boolean>`mail_failures.mail is not null`.as('can_retry'));

export const findFailedMail = (db: DbOrTrx, id: number) =>
  selectFailedMails(filterFailedMails(db, {})).where('mail_failures.id', '=', id).executeTakeFirst();
