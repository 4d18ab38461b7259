import Type from 'typebox';
import { Data, endpoint, Nullable, Success, Text } from '../endpoint.ts';
import { paymentMethods } from '../vocabulary.ts';

const module = 'payments';
const Token = Text(100, 1);

export const Provider = Type.Enum(['sandbox', 'stripe'], { $id: 'PaymentProvider' });

const SandboxReply = Type.Object(
  {
    status: Type.Enum(['succeeded', 'requires_action', 'failed']),
    error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
  },
  { $id: 'SandboxReply' },
);

export const payments = {
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
