import Type from 'typebox';
import { Cents, Data, Id, IdParams, Instant, Nullable, Success, Text, TimeZone } from '../../common.ts';
import { endpoint } from '../../endpoint.ts';
import { operatorRights, operatorRoles } from '../../operator-rights.ts';
import { list, period, q, Reason, ReasonBody } from './lists.ts';

const module = 'admin';

const Role = Type.Enum(operatorRoles, { $id: 'OperatorRole' });
const Code = Text(40, 1);

const entryLimits = [
  { max: 5, window: '1 minute', by: 'user' },
  { max: 30, window: '1 hour', by: 'user' },
] as const;

const Session = Type.Object(
  {
    token: Type.String({ description: 'bearer token of the calls with `operator` rights' }),
    expires_at: Instant,
    recovery_codes_left: Type.Integer(),
  },
  { $id: 'OperatorSession' },
);

const RecoveryCodes = Type.Array(Type.String(), { description: 'each is accepted once; shown only now' });

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
  getOperatorEntry: endpoint({
    method: 'GET',
    path: '/api/v1/admin/sign_in',
    module,
    auth: 'user',
    summary: 'Whether the user is an operator and has set up the second factor; others get code 3',
    reply: Data(Type.Object({ role: Role, has_totp: Type.Boolean(), recovery_codes_left: Type.Integer() })),
    errors: ['notAllowed'],
  }),
  setUpTotp: endpoint({
    method: 'POST',
    path: '/api/v1/admin/totp',
    module,
    auth: 'user',
    summary: 'New secret of the second factor, until one is confirmed; then code 5',
    reply: Data(
      Type.Object({
        secret: Type.String({ description: 'Base32' }),
        uri: Type.String({ description: 'otpauth URI, for a QR code' }),
      }),
    ),
    limits: [{ max: 10, window: '1 minute', by: 'user' }],
    errors: ['notAllowed', 'conflict', 'tooMany'],
  }),
  confirmTotp: endpoint({
    method: 'POST',
    path: '/api/v1/admin/totp/confirm',
    module,
    auth: 'user',
    summary: 'Confirm the second factor by its first code; enters, and answers the recovery codes',
    body: Type.Object({ code: Code }),
    reply: Data(Type.Object({ token: Type.String(), expires_at: Instant, recovery_codes: RecoveryCodes })),
    limits: entryLimits,
    errors: ['validation', 'notAllowed', 'conflict', 'tooMany'],
  }),
  startOperatorSession: endpoint({
    method: 'POST',
    path: '/api/v1/admin/sign_in',
    module,
    auth: 'user',
    summary: 'Enter the console for 12 hours with a code of the second factor or a recovery code',
    body: Type.Object({ code: Code }),
    reply: Data(Session),
    limits: entryLimits,
    errors: ['validation', 'notAllowed', 'conflict', 'tooMany'],
  }),
  getOperator: endpoint({
    method: 'GET',
    path: '/api/v1/admin/me',
    module,
    auth: 'operator',
    right: 'console.use',
    summary: 'The signed-in operator with role and rights',
    reply: Data(
      Type.Object({
        id: Id,
        name: Type.String(),
        email: Type.String(),
        avatar_path: Nullable(Type.String()),
        role: Role,
        rights: Type.Array(Type.Enum(operatorRights)),
        refund_limit_cents: Nullable(Cents),
        time_zone: TimeZone,
        session_expires_at: Instant,
        step_up_until: Nullable(
          Type.String({ format: 'date-time', description: 'money and roles ask for a code after this' }),
        ),
        recovery_codes_left: Type.Integer(),
      }),
    ),
    errors: [],
  }),
  endOperatorSession: endpoint({
    method: 'POST',
    path: '/api/v1/admin/sign_out',
    module,
    auth: 'operator',
    right: 'console.use',
    summary: 'End this session of the operator',
    reply: Success,
    errors: [],
  }),
  stepUpOperator: endpoint({
    method: 'POST',
    path: '/api/v1/admin/step_up',
    module,
    auth: 'operator',
    right: 'console.use',
    summary: 'Confirm the second factor again: money and roles are open for 5 minutes',
    body: Type.Object({ code: Code }),
    reply: Data(Type.Object({ step_up_until: Instant })),
    limits: entryLimits,
    errors: ['validation', 'tooMany'],
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/v1/admin/recovery_codes',
    module,
    auth: 'operator',
    right: 'console.use',
    stepUp: true,
    summary: 'Replace the recovery codes of the operator',
    reply: Data(Type.Object({ recovery_codes: RecoveryCodes })),
    errors: [],
  }),
  listOperators: operatorList.rows,
  exportOperators: operatorList.csv,
  inviteOperator: endpoint({
    method: 'POST',
    path: '/api/v1/admin/operators',
    module,
    auth: 'operator',
    right: 'operators.manage',
    stepUp: true,
    summary: 'Make the user of an e-mail address an operator; they are told by mail. Refused if they are one',
    body: Type.Object({ email: Text(254, 3), role: Role, reason: Reason }),
    reply: Data(Operator),
    errors: ['validation', 'conflict'],
  }),
  updateOperatorRole: endpoint({
    method: 'POST',
    path: '/api/v1/admin/operators/{id}/role',
    module,
    auth: 'operator',
    right: 'operators.manage',
    stepUp: true,
    summary: 'Change the role; ends the sessions. The last owner keeps it',
    params: IdParams,
    body: Type.Object({ role: Role, reason: Reason }),
    reply: Data(Operator),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  removeOperator: endpoint({
    method: 'POST',
    path: '/api/v1/admin/operators/{id}/remove',
    module,
    auth: 'operator',
    right: 'operators.manage',
    stepUp: true,
    summary: 'Take the role of operator away and end the sessions. The last owner stays',
    params: IdParams,
    body: ReasonBody,
    reply: Success,
    errors: ['validation', 'notFound', 'conflict'],
  }),
  resetOperatorTotp: endpoint({
    method: 'POST',
    path: '/api/v1/admin/operators/{id}/reset_totp',
    module,
    auth: 'operator',
    right: 'operators.manage',
    stepUp: true,
    summary:
      'Forget second factor and recovery codes of an operator, who sets up new ones; ends the sessions',
    params: IdParams,
    body: ReasonBody,
    reply: Data(Operator),
    errors: ['validation', 'notFound'],
  }),
  endOperatorSessions: endpoint({
    method: 'POST',
    path: '/api/v1/admin/operators/{id}/end_sessions',
    module,
    auth: 'operator',
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
