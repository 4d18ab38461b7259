import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { SUCCESS } from '../../../platform/http/route.ts';
import { removeFailedMail, resendFailedMail } from '../../notifications/index.ts';
import { createList } from '../lists/list.ts';
import type { OperatorCall } from '../operator-route.ts';
import {
  deleteFailedJob,
  filterFailedJobs,
  filterFailedMails,
  findFailedMail,
  retryFailedJob,
  selectFailedJobs,
  selectFailedMails,
} from './failures.queries.ts';

export const createJobList = (context: Context) =>
  createList(context, 'FailedJobs', {
    file: 'jobs',
    showsPeople: false,
    filter: filterFailedJobs,
    select: selectFailedJobs,
    sorts: { failed_at: { column: 'job.completed_on', type: 'timestamptz' } },
    key: { column: 'job.id', type: 'uuid' },
    build: (row) => ({
      ...row,
      tries: row.retry_count + 1,
      cause: row.cause ?? '',
      created_at: row.created_on.toISOString(),
      failed_at: row.completed_on.toISOString(),
    }),
    csv: ['id', 'queue', 'tries', 'cause', 'created_at', 'failed_at'],
  });

export const createMailList = (context: Context) =>
  createList(context, 'FailedMails', {
    file: 'mails',
    filter: filterFailedMails,
    period: 'mail_failures.failed_at',
    select: selectFailedMails,
    sorts: { failed_at: { column: 'mail_failures.failed_at', type: 'timestamptz' } },
    key: { column: 'mail_failures.id', type: 'integer' },
    build: (row) => ({
      ...row,
      cause: row.reason,
      tries: row.failures,
      failed_at: row.failed_at.toISOString(),
    }),
    csv: ['id', 'recipient', 'subject', 'cause', 'tries', 'failed_at'],
  });

export async function changeFailedJob(
  { db }: Context,
  { params: { job: id }, record, ...call }: OperatorCall<'retryJob'> | OperatorCall<'giveUpJob'>,
) {
  const reason = 'body' in call && call.body ? call.body.reason.trim() : undefined;
  await db.transaction().execute(async (trx) => {
    const queue = await (reason === undefined ? retryFailedJob(trx, id) : deleteFailedJob(trx, id));
    if (!queue) throw new AppError('notFound');
    await record(trx, { subject: ['job', id], before: { queue }, reason });
  });
  return SUCCESS;
}

export async function retryMail(context: Context, { params: { id }, record }: OperatorCall<'retryMail'>) {
  const mail = await findFailedMail(context.db, id);
  if (!mail) throw new AppError('notFound');
  if (!mail.can_retry) throw new AppError('conflict');
  await context.db.transaction().execute(async (trx) => {
    await resendFailedMail(context, trx, [id]);
    await record(trx, { subject: ['mail', id] });
  });
  return SUCCESS;
}

export async function giveUpMail(
  { db }: Context,
  { params: { id }, body, record }: OperatorCall<'giveUpMail'>,
) {
  await db.transaction().execute(async (trx) => {
    if (!(await removeFailedMail(trx, id))) throw new AppError('notFound');
    await record(trx, { subject: ['mail', id], reason: body.reason.trim() });
  });
  return SUCCESS;
}
