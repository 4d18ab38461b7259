import Type from 'typebox';
import { Cents, Data, FileReply, Id, IdParams, Instant, Nullable, Text } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import {
  businessCountries,
  movementKinds,
  movementRoles,
  payoutStates,
  statementRoles,
} from '../vocabulary.ts';

const module = 'ledger';

const Day = (description: string) => Type.String({ format: 'date', pattern: '^(?!0000)', description });
const SignedCents = (description: string) => Type.Integer({ description: `euro cents, ${description}` });
const Month = Type.String({ description: "e.g. '2026-11'" });

const Kind = Type.Enum(movementKinds, { $id: 'MovementKind' });
const Role = Type.Enum(movementRoles, {
  $id: 'MovementRole',
  description: 'role of the user in the movement',
});

const movementFields = {
  at: Instant,
  kind: Kind,
  amount_cents: SignedCents('positive: to the user, negative: from the user'),
  order_id: Nullable(Id),
  text: Type.String({ description: 'product name; empty when not about an order' }),
};

const Movement = Type.Object(
  {
    id: Type.String({ description: 'increases with time' }),
    role: Role,
    counts_from: Type.String({
      format: 'date-time',
      description: 'when it counts on statements and for payouts; for a sale the report deadline',
    }),
    ...movementFields,
  },
  { $id: 'Movement' },
);

const movementFilter = {
  role: Type.Optional(Role),
  kind: Type.Optional(Kind),
  from: Type.Optional(Day("first day in the operator's time zone")),
  to: Type.Optional(Day("last day in the operator's time zone")),
};

const PayoutAccount = Type.Object(
  {
    role: Type.Enum(statementRoles),
    balance_cents: SignedCents('of all entries; negative when more was reversed than earned'),
    payable_cents: SignedCents('payable now'),
  },
  { $id: 'PayoutAccount' },
);

const PayoutDetails = Type.Object(
  {
    iban: Nullable(Type.String({ description: "the account's last four digits, e.g. '•••• 0154'" })),
    holder: Type.String(),
    missing: Type.Array(Type.Enum(['email', 'business', 'iban']), {
      description: 'missing requirements of payouts: verified e-mail address, legal identity, bank account',
    }),
    minimum_cents: Cents,
    next_payout: Day('next payout day of the user'),
    held_until: Nullable(
      Day('until when payouts are blocked because the account was changed; otherwise null'),
    ),
    accounts: Type.Array(PayoutAccount, { description: 'one per role with earnings' }),
    last: Nullable(
      Type.Object(
        { amount_cents: Cents, state: Type.Enum(payoutStates), made_at: Instant },
        {
          description: 'the latest payout',
        },
      ),
    ),
  },
  { $id: 'PayoutDetails' },
);

const statementFields = {
  id: Id,
  number: Type.String({ description: "gapless within issuer and year, e.g. 'WP-2026-00017'" }),
  role: Type.Enum(statementRoles),
  month: Month,
  issued_at: Instant,
  corrects: Nullable(Type.String({ description: 'number of the statement it replaces' })),
  corrected_by: Nullable(Type.String({ description: 'number of the statement that replaced it' })),
  opening_cents: SignedCents('owed at the beginning; negative when the user owed'),
  closing_cents: SignedCents('owed at the end'),
  month_cents: SignedCents('earned in the month: the lines without payouts'),
  payout_state: Nullable(Type.Enum(payoutStates)),
};

const StatementSummary = Type.Object(statementFields, { $id: 'StatementSummary' });

const Party = Type.Object(
  {
    name: Type.String(),
    address: Type.String(),
    country: Nullable(Type.Enum(businessCountries)),
    vat_number: Type.String(),
  },
  { $id: 'Party' },
);

const Statement = Type.Object(
  {
    ...statementFields,
    reason: Nullable(Type.String({ description: 'reason of the correction' })),
    issuer: Party,
    party: Party,
    sums: Type.Array(
      Type.Object({ kind: Kind, count: Type.Integer(), amount_cents: SignedCents('by kind') }),
    ),
    commission_cents: SignedCents("WoPack's commission on orders that were not refunded, VAT included"),
    vat_percent: Type.Number(),
    vat_cents: SignedCents('VAT contained in the commission, calculated once per statement'),
    lines: Type.Array(
      Type.Object({
        ...movementFields,
        price_cents: SignedCents('paid by or refunded to the buyer'),
        commission_cents: SignedCents("WoPack's commission of it"),
      }),
    ),
  },
  { $id: 'Statement' },
);

const statementErrors = ['validation', 'notFound'] as const;

export const ledger = {
  listTransactions: endpoint({
    method: 'GET',
    path: '/api/v1/transactions',
    module,
    auth: 'user',
    summary: "The user's movements in all roles, newest first",
    query: Type.Object({
      ...movementFilter,
      cursor: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,17}$' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 30 })),
    }),
    reply: Type.Object({
      data: Type.Array(Movement),
      next_cursor: Nullable(Type.String()),
      sums: Nullable(
        Type.Object(
          { count: Type.Integer(), in_cents: Cents, out_cents: Cents },
          { description: 'of all movements that match the filter; on the first page only' },
        ),
      ),
      roles: Nullable(
        Type.Array(Type.Enum(movementRoles), {
          description: 'roles in which the user has movements, whatever the filter; on the first page only',
        }),
      ),
    }),
    readsReplica: true,
    errors: ['validation'],
  }),
  exportTransactions: endpoint({
    method: 'GET',
    path: '/api/v1/transactions.csv',
    module,
    auth: 'user',
    summary:
      'Movements as a CSV file, newest first: RFC 4180, UTF-8, ISO dates, amounts in euros, separators of the language',
    query: Type.Object(movementFilter),
    produces: 'text/csv',
    reply: FileReply,
    errors: ['validation'],
  }),
  getPayoutDetails: endpoint({
    method: 'GET',
    path: '/api/v1/user/payout',
    module,
    auth: 'user',
    summary: 'Bank account and balances of the user, and missing requirements of payouts',
    reply: Data(PayoutDetails),
    errors: [],
  }),
  updatePayoutDetails: endpoint({
    method: 'POST',
    path: '/api/v1/user/payout',
    module,
    auth: 'user',
    summary:
      'Set the bank account for payouts; requires a verified e-mail address (else code 5), and the password or a code. ' +
      'The user is notified by mail; a change of the account skips the next payout',
    body: Type.Object({
      iban: Text(50),
      holder: Text(70),
      password: Type.Optional(Text(200)),
      code: Type.Optional(
        Type.String({ maxLength: 16, description: 'from send_code, instead of the password' }),
      ),
    }),
    reply: Data(PayoutDetails),
    limits: [{ max: 5, window: '1 minute', by: 'user' }],
    errors: ['validation', 'conflict', 'tooMany'],
  }),
  listStatements: endpoint({
    method: 'GET',
    path: '/api/v1/statements',
    module,
    auth: 'user',
    summary: "The user's monthly statements as seller and as partner, newest first",
    query: Type.Object({
      cursor: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 24 })),
    }),
    reply: Type.Object({
      data: Type.Array(StatementSummary),
      next_cursor: Nullable(Type.String()),
    }),
    errors: ['validation'],
  }),
  getStatement: endpoint({
    method: 'GET',
    path: '/api/v1/statements/{id}',
    module,
    auth: 'user',
    summary: 'One statement with its lines',
    params: IdParams,
    reply: Data(Statement),
    errors: statementErrors,
  }),
  exportStatementCsv: endpoint({
    method: 'GET',
    path: '/api/v1/statements/{id}/csv',
    module,
    auth: 'user',
    summary:
      'Lines of a statement as a CSV file: RFC 4180, UTF-8, ISO dates, amounts in euros, separators of the language',
    params: IdParams,
    produces: 'text/csv',
    reply: FileReply,
    errors: statementErrors,
  }),
  exportStatementPdf: endpoint({
    method: 'GET',
    path: '/api/v1/statements/{id}/pdf',
    module,
    auth: 'user',
    summary: "The statement as a PDF in the caller's language",
    params: IdParams,
    produces: 'application/pdf',
    reply: FileReply,
    errors: statementErrors,
  }),
} as const;
