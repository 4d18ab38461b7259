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
  ofBusiness,
  Password,
  Text,
  TimeZone,
} from '../../endpoint.ts';
import {
  movementKinds,
  movementRoles,
  payoutHoldReasons,
  payoutStates,
  statementRoles,
} from '../../vocabulary.ts';

const module = 'ledger';

export const SignedCents = (description: string) =>
  Type.Integer({ description: `euro cents, ${description}` });

export const Kind = Type.Enum(movementKinds, { $id: 'MovementKind' });
const Role = Type.Enum(movementRoles, {
  $id: 'MovementRole',
  description: 'role of the user in the movement',
});

export const movementFields = {
  at: Instant,
  time_zone: TimeZone,
  kind: Kind,
  amount_cents: SignedCents('positive: to the user, negative: from the user'),
  order_id: Nullable(Id),
  text: Type.String({ description: 'product name; empty when not about an order' }),
};

const Balances = Type.Object(
  {
    owed_cents: SignedCents('owed by the operator after it'),
    owed_change_cents: SignedCents('by which it changed that'),
    at_provider_cents: SignedCents('held by the payment provider after it'),
    at_provider_change_cents: SignedCents('by which it changed that'),
  },
  {
    $id: 'MovementBalances',
    description:
      'of the listed roles as seller and partner together: a transfer moves from what is owed to what the provider holds, ' +
      'its reversal back, and a payout by the provider takes what it holds',
  },
);

const Movement = Type.Object(
  {
    id: Type.String({ description: 'increases with time' }),
    role: Role,
    counts_from: Type.String({
      format: 'date-time',
      description: 'when it counts on statements and for payouts; for a sale the report deadline',
    }),
    balances: Type.Optional(Balances),
    ...movementFields,
  },
  { $id: 'Movement' },
);

const movementFilter = {
  ...ofBusiness,
  role: Type.Optional(Role),
  kind: Type.Optional(Kind),
  from: Type.Optional(Day("first day in the operator's time zone")),
  to: Type.Optional(Day("last day in the operator's time zone")),
};

const LastPayout = (description: string) =>
  Nullable(
    Type.Object({ amount_cents: Cents, state: Type.Enum(payoutStates), made_at: Instant }, { description }),
  );

const PayoutAccount = Type.Object(
  {
    role: Type.Enum(statementRoles),
    balance_cents: SignedCents(
      'owed by bank file, without what the payment provider transfers; negative when more was reversed than earned',
    ),
    payable_cents: SignedCents('payable now'),
    held: Type.Array(
      Type.Object({
        reason: Type.Enum(payoutHoldReasons),
        amount_cents: Cents,
        order_id: Nullable(Id),
        until: Nullable(Day('when it ends by itself')),
      }),
      {
        description:
          'what is not paid out, and why. `pending` and `dispute` are not in `payable_cents`; the others hold all of it',
      },
    ),
    last: LastPayout('the latest payout in this role'),
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
    way: Type.Optional(
      Type.Literal('stripe_connect', {
        description:
          'the payment provider pays, by the account of `/api/v1/user/payout/account`; left out: the operator',
      }),
    ),
    accounts: Type.Array(PayoutAccount, { description: 'one per role with earnings' }),
    last: LastPayout('the latest payout'),
  },
  { $id: 'PayoutDetails' },
);

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
          {
            count: Type.Integer(),
            in_cents: Cents,
            out_cents: Cents,
            balances: Type.Optional(
              Type.Object(
                {
                  owed_change_cents: SignedCents('added to what the operator owes'),
                  at_provider_change_cents: SignedCents('added to what the payment provider holds'),
                },
                {
                  description:
                    'of the roles as seller and partner, where the payment provider pays; without a filter the balances of now',
                },
              ),
            ),
          },
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
    errors: ['validation', 'notAllowed'],
  }),
  exportTransactions: endpoint({
    method: 'GET',
    path: '/api/v1/transactions.csv',
    module,
    auth: 'user',
    summary:
      'Movements as a CSV file, newest first: RFC 4180, UTF-8, times of the sale place, amounts in euros, separators of the language. ' +
      'Where the payment provider pays, the last two columns are what the operator owes and what the provider holds after each',
    query: Type.Object(movementFilter),
    produces: 'text/csv',
    reply: FileReply,
    errors: ['validation', 'notAllowed'],
  }),
  getPayoutDetails: endpoint({
    method: 'GET',
    path: '/api/v1/user/payout',
    module,
    auth: 'user',
    summary: 'Bank account and balances of the user, and missing requirements of payouts',
    query: Type.Object(ofBusiness),
    reply: Data(PayoutDetails),
    errors: ['validation', 'notAllowed'],
  }),
  updatePayoutDetails: endpoint({
    method: 'POST',
    path: '/api/v1/user/payout',
    module,
    auth: 'user',
    summary:
      'Set the bank account for payouts; requires a verified e-mail address (else code 5), and the password or a code. ' +
      'The user, and every owner of the business, is notified by mail; a change of the account skips the next payout. ' +
      'Where the founder of the business is a partner too, only the founder changes it (code 5)',
    body: Type.Object({
      ...ofBusiness,
      iban: Text(50),
      holder: Text(70),
      password: Type.Optional(Password()),
      code: Type.Optional(
        Type.String({
          maxLength: 16,
          description: 'from send_code with the purpose payout, instead of the password',
        }),
      ),
    }),
    reply: Data(PayoutDetails),
    limits: [
      { max: 5, window: '1 minute', by: 'user' },
      { max: 20, window: '1 hour', by: 'user', counts: 'failures' },
    ],
    errors: ['validation', 'notAllowed', 'conflict', 'tooMany'],
  }),
} as const;
