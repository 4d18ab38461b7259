import Type from 'typebox';
import { Cents, Data, Id, Instant, Nullable, Success, TimeZone } from '../../common.ts';
import { endpoint } from '../../endpoint.ts';
import { operatorRights } from '../../operator-rights.ts';
import { Code, operatorList, Role } from './operators.ts';

const module = 'admin';

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

export const operatorSessions = {
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
} as const;
