import Type from 'typebox';
import { Id, IdParams, Instant, Success, Text } from '../../common.ts';
import { endpoint } from '../../endpoint.ts';
import { list, period, ReasonBody } from './lists.ts';

const module = 'admin';

const jobs = list({
  path: '/api/v1/admin/jobs',
  right: 'system.view',
  summary: 'Background jobs that failed and are not tried again by themselves',
  filters: { queue: Type.Optional(Text(80, 1)) },
  sorts: ['failed_at'],
  row: Type.Object(
    {
      id: Type.String(),
      queue: Type.String(),
      tries: Type.Integer(),
      cause: Type.String(),
      created_at: Instant,
      failed_at: Instant,
    },
    { $id: 'AdminJob' },
  ),
});

const mails = list({
  path: '/api/v1/admin/mails',
  right: 'system.view',
  summary: 'Mails that could not be delivered; `q`: address',
  filters: { ...period, q: Type.Optional(Text(254)) },
  sorts: ['failed_at'],
  row: Type.Object(
    {
      id: Id,
      recipient: Type.String(),
      subject: Type.String(),
      cause: Type.String(),
      tries: Type.Integer(),
      failed_at: Instant,
      can_retry: Type.Boolean({ description: 'false: it has expired' }),
    },
    { $id: 'AdminMail' },
  ),
});

const JobParams = Type.Object({ job: Type.String({ format: 'uuid' }) });

const systemAction = {
  method: 'POST',
  module,
  auth: 'operator',
  right: 'system.manage',
  reply: Success,
} as const;

export const system = {
  listFailedJobs: jobs.rows,
  exportFailedJobs: jobs.csv,
  retryJob: endpoint({
    ...systemAction,
    path: '/api/v1/admin/jobs/{job}/retry',
    summary: 'Try a failed job again now',
    params: JobParams,
    errors: ['validation', 'notFound'],
  }),
  giveUpJob: endpoint({
    ...systemAction,
    path: '/api/v1/admin/jobs/{job}/give_up',
    summary: 'Delete a failed job',
    params: JobParams,
    body: ReasonBody,
    errors: ['validation', 'notFound'],
  }),
  listFailedMails: mails.rows,
  exportFailedMails: mails.csv,
  retryMail: endpoint({
    ...systemAction,
    path: '/api/v1/admin/mails/{id}/retry',
    summary: 'Send an undelivered mail again; code 5 for one that has expired',
    params: IdParams,
    errors: ['validation', 'notFound', 'conflict'],
  }),
  giveUpMail: endpoint({
    ...systemAction,
    path: '/api/v1/admin/mails/{id}/give_up',
    summary: 'Delete an undelivered mail',
    params: IdParams,
    body: ReasonBody,
    errors: ['validation', 'notFound'],
  }),
} as const;
