import Type from 'typebox';
import { Cents, Data, FileReply, Id, IdParams, Instant, Nullable, Text } from './common.ts';
import { endpoint } from './endpoint.ts';
import {
  businessCountries,
  movementKinds,
  movementRoles,
  payoutStates,
  statementRoles,
} from './vocabulary.ts';

const module = 'ledger';

const Day = (description: string) => Type.String({ format: 'date', pattern: '^(?!0000)', description });
const SignedCents = (description: string) => Type.Integer({ description: `euro cents, ${description}` });
const Month = Type.String({ description: "e.g. '2026-11'" });

const Kind = Type.Enum(movementKinds, { $id: 'MovementKind' });
const Role = Type.Enum(movementRoles, {
  $id: 'MovementRole',
  description: 'as whom: one account may buy, sell and bring people',
});

const movementFields = {
  at: Instant,
  kind: Kind,
  amount_cents: SignedCents('to the person when positive, from them when negative'),
  order_id: Nullable(Id),
  text: Type.String({ description: 'name of the pack; empty when it is not about one' }),
};

const Movement = Type.Object(
  {
    id: Type.String({ description: 'grows with time' }),
    role: Role,
    counts_from: Type.String({
      format: 'date-time',
      description:
        'from when it counts on statements and for payouts: a sale once it can no longer be reported',
    }),
    ...movementFields,
  },
  { $id: 'Movement' },
);

const movementFilter = {
  role: Type.Optional(Role),
  kind: Type.Optional(Kind),
  from: Type.Optional(Day("first day on the operator's calendar")),
  to: Type.Optional(Day("last day on the operator's calendar")),
};

const PayoutAccount = Type.Object(
  {
    role: Type.Enum(statementRoles),
    balance_cents: SignedCents('all that is booked; negative when more was taken back than earned'),
    payable_cents: SignedCents('what of it can be paid out by now'),
  },
  { $id: 'PayoutAccount' },
);

const PayoutDetails = Type.Object(
  {
    iban: Nullable(Type.String({ description: "the account's last four digits, e.g. '•••• 0154'" })),
    holder: Type.String(),
    missing: Type.Array(Type.Enum(['email', 'business', 'iban']), {
      description:
        'what is needed before anything can be paid out: a proven address, who the person is by law, an account',
    }),
    minimum_cents: Cents,
    next_payout: Day('of the next run that pays this person out'),
    held_until: Nullable(
      Day('the same, while the runs before it are skipped because the account was changed; otherwise null'),
    ),
    accounts: Type.Array(PayoutAccount, { description: 'one a role that ever earned anything' }),
    last: Nullable(
      Type.Object(
        { amount_cents: Cents, state: Type.Enum(payoutStates), made_at: Instant },
        {
          description: 'the newest payout',
        },
      ),
    ),
  },
  { $id: 'PayoutDetails' },
);

const statementFields = {
  id: Id,
  number: Type.String({ description: "without gaps within issuer and year, e.g. 'WP-2026-00017'" }),
  role: Type.Enum(statementRoles),
  month: Month,
  issued_at: Instant,
  corrects: Nullable(Type.String({ description: 'number of the statement it takes the place of' })),
  corrected_by: Nullable(Type.String({ description: 'number of the statement that took its place' })),
  opening_cents: SignedCents('owed at the beginning; negative when the person owed'),
  closing_cents: SignedCents('owed at the end'),
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
    reason: Nullable(Type.String({ description: 'why it was corrected' })),
    issuer: Party,
    party: Party,
    sums: Type.Array(
      Type.Object({ kind: Kind, count: Type.Integer(), amount_cents: SignedCents('by kind') }),
    ),
    commission_cents: SignedCents("WoPack's commission on what stays sold, VAT included"),
    vat_percent: Type.Number(),
    vat_cents: SignedCents('VAT inside the commission, worked out once for the whole statement'),
    lines: Type.Array(
      Type.Object({
        ...movementFields,
        price_cents: SignedCents('paid or given back by the buyer'),
        commission_cents: SignedCents('kept by WoPack of it'),
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
    summary: "The person's own money movements in every role, newest first",
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
          { description: 'of everything that fits the filter; with the first page alone' },
        ),
      ),
    }),
    errors: ['validation'],
  }),
  exportTransactions: endpoint({
    method: 'GET',
    path: '/api/v1/transactions.csv',
    module,
    auth: 'user',
    summary: 'The same as a file, newest first: RFC 4180, UTF-8, ISO dates, amounts in euros',
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
    summary: 'Where the person is paid out, what is owed to them, and what is missing for it',
    reply: Data(PayoutDetails),
    errors: [],
  }),
  updatePayoutDetails: endpoint({
    method: 'POST',
    path: '/api/v1/user/payout',
    module,
    auth: 'user',
    summary:
      'Set the account to be paid out to; needs a proven e-mail address (else code 5), and the password or a code. ' +
      'Told by mail; when it takes the place of another, the next payout is skipped',
    body: Type.Object({
      iban: Text(50),
      holder: Text(70),
      password: Type.Optional(Text(200)),
      code: Type.Optional(
        Type.String({ maxLength: 16, description: 'from send_code, instead of the password' }),
      ),
    }),
    reply: Data(PayoutDetails),
    errors: ['validation', 'conflict', 'tooMany'],
  }),
  listStatements: endpoint({
    method: 'GET',
    path: '/api/v1/statements',
    module,
    auth: 'user',
    summary: "The person's monthly statements as seller and as partner, newest first",
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
    summary: 'Its lines as a file: RFC 4180, UTF-8, ISO dates, amounts in euros',
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
    summary: "The statement as a document in the caller's language",
    params: IdParams,
    produces: 'application/pdf',
    reply: FileReply,
    errors: statementErrors,
  }),
} as const;
