import Type from 'typebox';
import {
  Cents,
  Data,
  endpoint,
  Id,
  Instant,
  Month,
  Nullable,
  ofBusiness,
  Success,
  Text,
} from '../endpoint.ts';
import {
  paymentMethods,
  paymentProviders,
  payoutAccountStates,
  payoutRequirements,
  payoutWays,
  providerPayoutStatuses,
  providerTransferKinds,
  sandboxAccountOutcomes,
  transferStates,
  trustVerdicts,
} from '../vocabulary.ts';

const module = 'payments';
const Token = Text(100, 1);

export const Provider = Type.Enum(paymentProviders, { $id: 'PaymentProvider' });

const SandboxReply = Type.Object(
  {
    status: Type.Enum(['succeeded', 'requires_action', 'failed']),
    error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
  },
  { $id: 'SandboxReply' },
);

const PayoutAccountAtProvider = Type.Object(
  {
    way: Type.Enum(payoutWays, { description: 'who pays sellers and partners here' }),
    provider: Provider,
    state: Type.Enum(payoutAccountStates, {
      description: '`needs_details` until `deadline`; `restricted`: nothing is sold and nothing paid',
    }),
    state_since: Nullable(Instant),
    started_at: Nullable(Instant),
    submitted_at: Nullable(Type.String({ format: 'date-time', description: 'first sent on its page' })),
    first_verified_at: Nullable(Instant),
    requirements: Type.Array(Type.Enum(payoutRequirements), { description: 'what the provider lacks' }),
    deadline: Nullable(Type.String({ format: 'date-time', description: 'until when it wants them' })),
    is_refused: Type.Boolean({
      description: 'restricted by the provider, for nothing that can be handed in',
    }),
    may_sell: Nullable(
      Type.Boolean({
        description:
          'whether packs of the business may be on sale; null: of no business, or paid by the operator',
      }),
    ),
    bank: Nullable(
      Type.Object({
        country: Type.String(),
        last4: Type.String(),
        holder: Nullable(Type.String({ description: 'as the provider names them' })),
      }),
    ),
    schedule: Nullable(
      Type.Object(
        { interval: Type.String(), anchor: Nullable(Type.String()) },
        { description: "when the provider pays, in its terms, e.g. 'weekly' and 'monday'" },
      ),
    ),
  },
  { $id: 'PayoutAccountAtProvider' },
);

const LinkToProvider = Data(
  Type.Object({ url: Type.String({ description: 'page of the provider; valid for minutes, and once' }) }),
);

const TrustNight = Type.Object(
  {
    night: Type.String({ format: 'date', description: "in the operator's time zone" }),
    recorded_at: Instant,
    compared_at: Type.String({
      format: 'date-time',
      description: "when the books were last compared with the payment provider's records",
    }),
    verdict: Type.Enum(trustVerdicts, {
      description:
        '`short`: the books have less than what is owed; `not_compared`: the last comparison is too old',
    }),
    difference_count: Type.Integer({ minimum: 0, description: 'of the last comparisons' }),
    sellers_cents: Type.Integer({ description: 'owed to sellers; debts of others are not deducted' }),
    partners_cents: Type.Integer({ description: 'owed to partners' }),
    buyers_cents: Type.Integer({ description: 'paid without an order yet, and refunds on their way' }),
    held_cents: Type.Integer({
      description: 'what the operator has to have by the books, at the payment provider and its bank',
    }),
    at_provider_cents: Type.Integer({
      description: 'in accounts of sellers and partners at the payment provider, besides `held_cents`',
    }),
    in_transit_cents: Type.Integer({ description: 'payouts on their way to banks; no longer owed' }),
    taken_cents: Type.Integer({ description: 'charges less refunds of the compared days, by the books' }),
    provider_taken_cents: Type.Integer({ description: "the same by the provider's records" }),
    accounts_cents: Nullable(Cents),
    provider_accounts_cents: Nullable(Cents),
  },
  { $id: 'TrustNight' },
);

export const payments = {
  getTrust: endpoint({
    method: 'GET',
    path: '/api/v1/trust',
    module,
    auth: 'public',
    summary:
      'Whether what is owed to sellers, partners and buyers is covered: totals of the last 30 nights, newest first. Code 4 ' +
      'where the operator does not publish it',
    reply: Data(Type.Object({ nights: Type.Array(TrustNight, { maxItems: 30 }) })),
    errors: ['notFound'],
  }),
  getPaymentProvider: endpoint({
    method: 'GET',
    path: '/api/v1/payment/provider',
    module,
    auth: 'public',
    summary: 'Payment provider, for the card form',
    reply: Data(
      Type.Object({
        provider: Provider,
        publishable_key: Nullable(Type.String({ description: "the provider's public key" })),
        saves_cards: Type.Boolean({ description: 'buyers may keep a card for the next time' }),
        methods: Type.Array(Type.Enum(paymentMethods), {
          description: 'what buyers may choose from; MB WAY at sale places in Portugal alone',
        }),
      }),
    ),
    errors: [],
  }),
  listSavedCards: endpoint({
    method: 'GET',
    path: '/api/v1/user/cards',
    module,
    auth: 'user',
    summary: 'Cards that I keep at the payment provider, newest first',
    reply: Data(
      Type.Array(
        Type.Object({
          id: Type.String({ description: "the provider's reference" }),
          brand: Type.String({ description: "in the provider's terms, e.g. 'visa'" }),
          last4: Type.String(),
          exp_month: Type.Integer(),
          exp_year: Type.Integer(),
          is_expired: Type.Boolean(),
          is_default: Type.Boolean({
            description: 'preselected: the chosen one, else the newest that is usable',
          }),
        }),
      ),
    ),
    errors: ['serviceDown'],
  }),
  setDefaultCard: endpoint({
    method: 'POST',
    path: '/api/v1/user/cards/{id}/default',
    module,
    auth: 'user',
    summary: 'Choose the kept card that is preselected when paying',
    params: Type.Object({ id: Type.String({ pattern: '^pm_[A-Za-z0-9_-]{1,100}$' }) }),
    reply: Success,
    errors: ['validation', 'notFound', 'serviceDown'],
  }),
  removeSavedCard: endpoint({
    method: 'POST',
    path: '/api/v1/user/cards/{id}/remove',
    module,
    auth: 'user',
    summary: 'Have the payment provider forget a card that I keep',
    params: Type.Object({ id: Type.String({ pattern: '^pm_[A-Za-z0-9_-]{1,100}$' }) }),
    reply: Success,
    errors: ['validation', 'notFound', 'serviceDown'],
  }),
  getPayoutAccount: endpoint({
    method: 'GET',
    path: '/api/v1/user/payout/account',
    module,
    auth: 'user',
    summary:
      'Account of the user, or of a business, at the payment provider, where that pays sellers and partners',
    query: Type.Object(ofBusiness),
    reply: Data(PayoutAccountAtProvider),
    errors: ['validation', 'notAllowed'],
  }),
  listTransfers: endpoint({
    method: 'GET',
    path: '/api/v1/user/payout/transfers',
    module,
    auth: 'user',
    summary:
      'What the payment provider has of the earnings of the user, or of a business, and its last transfers and payouts, ' +
      'newest first; all are among the transactions',
    query: Type.Object(ofBusiness),
    reply: Data(
      Type.Object({
        month: Month("of `paid_cents`, e.g. '2026-11'"),
        paid_cents: Type.Integer({ description: 'paid to the bank in the month' }),
        on_way_cents: Type.Integer({ description: 'paid out by the provider, not at the bank yet' }),
        held_cents: Type.Integer({ description: 'in the account at the provider' }),
        pending_cents: Type.Integer({
          description:
            'not transferred yet, for instance because an order can still be reported; may be negative',
        }),
        moves: Type.Array(
          Type.Object({
            id: Type.String(),
            kind: Type.Enum([...providerTransferKinds, 'payout']),
            at: Instant,
            amount_cents: Type.Integer({ minimum: 1 }),
            state: Type.Enum([...new Set([...transferStates, ...providerPayoutStatuses])], {
              description:
                '`refused` and `unknown` are tried again; `failed`: the money is in the account again',
            }),
            order_id: Nullable(Id),
            arrives_on: Nullable(Type.String({ format: 'date', description: 'of a payout' })),
          }),
        ),
      }),
    ),
    errors: ['validation', 'notAllowed'],
  }),
  refreshPayoutAccount: endpoint({
    method: 'POST',
    path: '/api/v1/user/payout/account/refresh',
    module,
    auth: 'user',
    summary: 'Ask the payment provider what became of the account, e.g. on the way back from its page',
    body: Type.Object(ofBusiness),
    reply: Data(PayoutAccountAtProvider),
    limits: [{ max: 20, window: '1 minute', by: 'user' }],
    errors: ['validation', 'notAllowed', 'serviceDown', 'tooMany'],
  }),
  startOnboarding: endpoint({
    method: 'POST',
    path: '/api/v1/user/payout/account/onboarding',
    module,
    auth: 'user',
    summary:
      "Address of the provider's page that asks for what it lacks; makes the account the first time, which requires a " +
      'verified e-mail address, and somebody who sells or is a partner (else code 5). The page leads back to the payout page',
    body: Type.Object(ofBusiness),
    reply: LinkToProvider,
    limits: [{ max: 10, window: '1 minute', by: 'user' }],
    errors: ['validation', 'notAllowed', 'conflict', 'serviceDown', 'tooMany'],
  }),
  openProviderPage: endpoint({
    method: 'POST',
    path: '/api/v1/user/payout/account/page',
    module,
    auth: 'user',
    summary: "Address of the provider's page for the bank account of a payee who was onboarded",
    body: Type.Object(ofBusiness),
    reply: LinkToProvider,
    limits: [{ max: 10, window: '1 minute', by: 'user' }],
    errors: ['validation', 'notAllowed', 'notFound', 'conflict', 'serviceDown', 'tooMany'],
  }),
  openSandboxAccount: endpoint({
    method: 'POST',
    path: '/sandbox/payout-accounts/open',
    module,
    auth: 'public',
    summary: "Sandbox only: open the provider's page for a payee by its key, which works once",
    body: Type.Object({ key: Token }),
    reply: Data(
      Type.Object({
        is_open: Type.Boolean({ description: 'false: opened before, or expired' }),
        kind: Type.Enum(['company', 'individual']),
        country: Type.String(),
        back_url: Type.String({ description: 'where the page leads' }),
      }),
    ),
    errors: ['validation', 'notFound'],
  }),
  submitSandboxAccount: endpoint({
    method: 'POST',
    path: '/sandbox/payout-accounts/submit',
    module,
    auth: 'public',
    summary: 'Sandbox only: what the provider decides of the payee',
    body: Type.Object({ key: Token, outcome: Type.Enum(sandboxAccountOutcomes) }),
    reply: Data(Type.Object({ back_url: Type.String() })),
    errors: ['validation', 'notFound'],
  }),
  confirmSandboxPayment: endpoint({
    method: 'POST',
    path: '/sandbox/payments/confirm',
    module,
    auth: 'public',
    summary: 'Sandbox only: confirm a payment with card data',
    body: Type.Object({
      client_secret: Token,
      card: Type.Optional(
        Type.Object({
          number: Text(32),
          exp_month: Type.Integer(),
          exp_year: Type.Integer(),
          cvc: Text(8),
        }),
      ),
      saved_card: Type.Optional(Text(100, 1)),
      wallet: Type.Optional(
        Type.Enum(['apple_pay', 'google_pay'], { description: 'the wallet that has the card' }),
      ),
    }),
    reply: SandboxReply,
    errors: ['validation', 'notFound'],
  }),
  authenticateSandboxPayment: endpoint({
    method: 'POST',
    path: '/sandbox/payments/authenticate',
    module,
    auth: 'public',
    summary: "Sandbox only: answer the bank's authentication request",
    body: Type.Object({ client_secret: Token, approve: Type.Boolean() }),
    reply: SandboxReply,
    errors: ['validation', 'notFound'],
  }),
} as const;
