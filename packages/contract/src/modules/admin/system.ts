import Type from 'typebox';
import { Data, Email, endpoint, Id, IdParams, Instant, Nullable, Success, Text } from '../../endpoint.ts';
import { operatorRoles } from '../../vocabulary.ts';
import { list, operatorChange, period, q, Reason, ReasonBody } from './lists.ts';

export const Role = Type.Enum(operatorRoles, { $id: 'OperatorRole' });
export const Code = Text(40, 1);

const Operator = Type.Object(
  {
    id: Type.Integer({ description: 'of the user' }),
    name: Type.String(),
    email: Type.String(),
    role: Role,
    has_totp: Type.Boolean(),
    sessions: Type.Integer({ description: 'open now' }),
    last_seen_at: Nullable(Instant),
    created_at: Instant,
  },
  { $id: 'Operator' },
);

const AuditEntry = Type.Object(
  {
    id: Type.String({ description: 'increases with time' }),
    at: Instant,
    operator_id: Nullable(Type.Integer({ description: 'null: by a command of the server' })),
    operator_name: Type.String(),
    action: Type.String({ description: 'name of the call or command' }),
    subject_kind: Type.String({ description: "e.g. 'order'; empty if there is none" }),
    subject_id: Type.String(),
    reason: Type.String(),
    request: Type.String({ description: 'its id in the log of the server' }),
    before: Type.String({ description: 'JSON; empty if nothing changed' }),
    after: Type.String({ description: 'JSON; empty if nothing changed' }),
  },
  { $id: 'AuditEntry' },
);

const operatorList = list({
  path: '/api/v1/admin/operators',
  right: 'operators.manage',
  summary: 'Operators by name or e-mail address',
  filters: { q, role: Type.Optional(Role) },
  sorts: ['id', 'created_at'],
  row: Operator,
});

const auditList = list({
  path: '/api/v1/admin/audit',
  right: 'audit.view',
  summary: 'Audit log',
  filters: {
    ...period,
    operator_id: Type.Optional(Id),
    action: Type.Optional(Text(60, 1)),
    subject_kind: Type.Optional(Text(40, 1)),
    subject_id: Type.Optional(Text(60, 1)),
  },
  sorts: ['id'],
  row: AuditEntry,
});

export const operators = {
  listOperators: operatorList.rows,
  exportOperators: operatorList.csv,
  inviteOperator: endpoint({
    ...operatorChange,
    path: '/api/v1/admin/operators',
    right: 'operators.manage',
    stepUp: true,
    summary: 'Make the user of an e-mail address an operator; they are told by mail. Refused if they are one',
    body: Type.Object({ email: Email, role: Role, reason: Reason }),
    reply: Data(Operator),
    errors: ['validation', 'conflict'],
  }),
  updateOperatorRole: endpoint({
    ...operatorChange,
    path: '/api/v1/admin/operators/{id}/role',
    right: 'operators.manage',
    stepUp: true,
    summary: 'Change the role; ends the sessions. The last owner keeps it',
    params: IdParams,
    body: Type.Object({ role: Role, reason: Reason }),
    reply: Data(Operator),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  removeOperator: endpoint({
    ...operatorChange,
    path: '/api/v1/admin/operators/{id}/remove',
    right: 'operators.manage',
    stepUp: true,
    summary: 'Take the role of operator away and end the sessions. The last owner stays',
    params: IdParams,
    body: ReasonBody,
    reply: Success,
    errors: ['validation', 'notFound', 'conflict'],
  }),
  resetOperatorTotp: endpoint({
    ...operatorChange,
    path: '/api/v1/admin/operators/{id}/reset_totp',
    right: 'operators.manage',
    stepUp: true,
    summary:
      'Forget second factor and recovery codes of an operator, who is mailed how to set up new ones; ends the sessions',
    params: IdParams,
    body: ReasonBody,
    reply: Data(Operator),
    errors: ['validation', 'notFound'],
  }),
  endOperatorSessions: endpoint({
    ...operatorChange,
    path: '/api/v1/admin/operators/{id}/end_sessions',
    right: 'operators.manage',
    stepUp: true,
    summary: 'End all sessions of an operator',
    params: IdParams,
    body: ReasonBody,
    reply: Data(Operator),
    errors: ['validation', 'notFound'],
  }),
  listAuditEntries: auditList.rows,
  exportAuditEntries: auditList.csv,
} as const;

const jobs = list({
  path: '/api/v1/admin/jobs',
  isFreeOfPeople: true,
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
  ...operatorChange,
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
