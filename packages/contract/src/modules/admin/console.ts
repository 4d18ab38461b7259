import Type from 'typebox';
import {
  Cents,
  Data,
  Day,
  endpoint,
  FileReply,
  Id,
  Instant,
  Nullable,
  Success,
  Text,
  TextLanguage,
  TimeZone,
} from '../../endpoint.ts';
import { caseKinds, operatorRights, reconciliationKinds, reconciliationSums } from '../../vocabulary.ts';
import { operatorChange, operatorRead } from './lists.ts';
import { Code, Role } from './system.ts';

const module = 'admin';
const codeLimits = [
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
  getOperatorAccount: endpoint({
    method: 'GET',
    path: '/api/v1/admin/sign_in',
    module,
    auth: 'user',
    summary: 'Operator account of the user: role, and whether the second factor is set up; else code 3',
    reply: Data(Type.Object({ role: Role, has_totp: Type.Boolean(), recovery_codes_left: Type.Integer() })),
    errors: ['notAllowed'],
  }),
  setUpTotp: endpoint({
    method: 'POST',
    path: '/api/v1/admin/totp',
    module,
    auth: 'user',
    summary:
      'New secret of the second factor, until one is confirmed; then code 5. Needs the key of the mail, or of the ' +
      'command on the server, and password or code',
    body: Type.Object({
      key: Type.String({ maxLength: 100, minLength: 1, description: 'in the address of the mail, behind #' }),
      password: Type.Optional(Text(200)),
      code: Type.Optional(
        Type.String({ maxLength: 16, description: 'from send_code, instead of the password' }),
      ),
    }),
    reply: Data(
      Type.Object({
        secret: Type.String({ description: 'Base32' }),
        uri: Type.String({ description: 'otpauth URI, for a QR code' }),
      }),
    ),
    limits: [{ max: 10, window: '1 minute', by: 'user' }],
    errors: ['validation', 'notAllowed', 'conflict', 'tooMany'],
  }),
  confirmTotp: endpoint({
    method: 'POST',
    path: '/api/v1/admin/totp/confirm',
    module,
    auth: 'user',
    summary: 'Confirm the second factor by its first code; enters, and answers the recovery codes',
    body: Type.Object({ code: Code }),
    reply: Data(Type.Object({ token: Type.String(), expires_at: Instant, recovery_codes: RecoveryCodes })),
    limits: codeLimits,
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
    limits: codeLimits,
    errors: ['validation', 'notAllowed', 'conflict', 'tooMany'],
  }),
  getOperator: endpoint({
    ...operatorRead,
    path: '/api/v1/admin/me',
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
    ...operatorChange,
    path: '/api/v1/admin/sign_out',
    right: 'console.use',
    summary: 'End this session of the operator',
    reply: Success,
    errors: [],
  }),
  stepUpOperator: endpoint({
    ...operatorChange,
    path: '/api/v1/admin/step_up',
    right: 'console.use',
    summary: 'Confirm the second factor again: money and roles are open for 5 minutes',
    body: Type.Object({ code: Code }),
    reply: Data(Type.Object({ step_up_until: Instant })),
    limits: codeLimits,
    errors: ['validation', 'tooMany'],
  }),
  renewRecoveryCodes: endpoint({
    ...operatorChange,
    path: '/api/v1/admin/recovery_codes',
    right: 'console.use',
    stepUp: true,
    summary: 'Replace the recovery codes of the operator',
    reply: Data(Type.Object({ recovery_codes: RecoveryCodes })),
    errors: [],
  }),
} as const;

const figures = {
  orders: Type.Integer(),
  gross_cents: Cents,
  commission_cents: Type.Integer({ description: 'of packs that stay sold' }),
  refunds_cents: Type.Integer({ description: 'of the orders of the period, until now' }),
  refunded_orders: Type.Integer(),
  units_offered: Type.Integer({ description: 'summed up each hour' }),
  units_sold: Type.Integer({ description: 'summed up each hour' }),
  new_sellers: Type.Integer(),
};
const Figures = Type.Object(figures, { $id: 'AdminFigures' });

export const dashboard = {
  getCase: endpoint({
    ...operatorRead,
    path: '/api/v1/admin/cases/{kind}/{id}',
    right: 'console.use',
    summary:
      'Whether the operator may decide on a subject: nobody does on what concerns them, while somebody else can',
    params: Type.Object({ kind: Type.Enum(caseKinds), id: Id }),
    reply: Data(
      Type.Object({
        is_own: Type.Boolean({ description: 'concerns the operator' }),
        alone_with: Type.Array(Type.Enum(operatorRights), {
          description:
            'rights of the operator that nobody else has whom the subject does not concern: what needs them, the operator ' +
            'may do in a case of their own',
        }),
        waits_for: Type.Array(Type.Enum(operatorRights), {
          description:
            'rights of the operator for which another one has to act, because this one took the step before: of payouts, ' +
            'refunds, and decisions with an objection',
        }),
        reader_languages: Type.Array(TextLanguage, {
          description: 'of those who read what is decided, but for the operator',
        }),
      }),
    ),
    errors: ['validation', 'notFound'],
  }),
  getDashboard: endpoint({
    ...operatorRead,
    path: '/api/v1/admin/dashboard',
    right: 'console.use',
    summary: 'Figures of today and of 30 days, compared, and what waits for an operator',
    reply: Data(
      Type.Object({
        at: Instant,
        time_zone: TimeZone,
        quiet_since: Type.Union([Instant, Type.Null()], {
          description:
            'when the database was taken back to an earlier moment: nothing is sent until that is confirmed',
        }),
        today: Figures,
        today_before: Type.Object(figures, { description: 'the same weekday a week ago, until this time' }),
        month: Type.Object(figures, { description: '30 days, with today' }),
        month_before: Type.Object(figures, { description: 'the 30 days before' }),
        days: Type.Array(Type.Object({ date: Day(), orders: Type.Integer(), gross_cents: Cents })),
        tasks: Type.Array(
          Type.Object({
            kind: Type.Enum([
              'problems',
              'content_reports',
              'look_alikes',
              'place_claims',
              'objections',
              'disputes',
              'unverified_sellers',
              'failed_jobs',
              'undelivered_mail',
              'stuck_refunds',
              'stuck_transfers',
              'failed_payouts',
              'late_invoices',
              'tax_data',
              'launch_checks',
            ]),
            count: Type.Integer(),
            oldest_at: Nullable(Instant),
          }),
          { description: 'only what the operator may open' },
        ),
        tax_year: Type.Integer({
          description: 'of the next tax report, due on 31 January after it; `tax_data` counts its sellers',
        }),
        reconciliation: Type.Array(
          Type.Object({
            kind: Type.Enum(reconciliationKinds, {
              description: 'the ledger with the records behind it; payments with the provider, of 7 days',
            }),
            checked_at: Instant,
            differences: Type.Array(Type.String()),
            sums: Type.Array(
              Type.Object({
                name: Type.Enum(reconciliationSums),
                ledger_cents: Cents,
                other_cents: Type.Integer({ description: 'of the records behind it, or of the provider' }),
              }),
              { description: 'both sides added up' },
            ),
          }),
          { description: 'the last of each kind' },
        ),
        next_payout_on: Day(),
      }),
    ),
    errors: [],
  }),
  exportDashboard: endpoint({
    ...operatorRead,
    path: '/api/v1/admin/dashboard/export',
    right: 'console.use',
    summary: 'Figures of today, or of 30 days and each of them, compared, as a CSV file',
    query: Type.Object({ span: Type.Enum(['today', 'month']) }),
    produces: 'text/csv',
    reply: FileReply,
    errors: ['validation'],
  }),
  searchAdmin: endpoint({
    ...operatorRead,
    path: '/api/v1/admin/search',
    right: 'console.use',
    summary:
      'Find an order number, e-mail address, name, sale place, product, payment reference or payout number; ' +
      'only kinds that the operator may open',
    query: Type.Object({ q: Text(100, 1) }),
    reply: Type.Object({
      items: Type.Array(
        Type.Object({
          kind: Type.Enum(['order', 'user', 'seller', 'sale_place', 'product', 'payout']),
          id: Type.Integer({ description: 'of the page to open: of a payout, its run' }),
          title: Type.String(),
          subtitle: Type.String(),
        }),
      ),
    }),
    errors: ['validation'],
  }),
} as const;
