import Type from 'typebox';
import { Cents, Data, Id, IdOrText, Instant, Nullable, Text } from './common.ts';
import { endpoint } from './endpoint.ts';
import { Order } from './orders.ts';

const module = 'payments';
const Token = Text(100, 1);

const Provider = Type.Enum(['sandbox', 'stripe'], { $id: 'PaymentProvider' });

const SandboxReply = Type.Object(
  {
    status: Type.Enum(['succeeded', 'requires_action', 'failed']),
    error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
  },
  { $id: 'SandboxReply' },
);

export const payments = {
  initiatePayment: endpoint({
    method: 'POST',
    path: '/api/v1/payment/initiate',
    module,
    auth: 'user',
    summary: 'Hold one unit for ten minutes and create a payment; repeated, returns the live hold',
    body: Type.Object({
      amount: Type.Union([Type.Number(), Text(16, 1)], {
        description: "euros; must equal the product's price",
      }),
      currency: Type.Literal('EUR'),
      productId: IdOrText,
      slot_id: Type.Optional(IdOrText),
    }),
    reply: Type.Object({
      token: Type.String(),
      client_secret: Type.String(),
      provider: Provider,
      expires_at: Instant,
    }),
    errors: ['validation', 'notFound', 'notAllowed', 'conflict', 'tooMany', 'serviceDown'],
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
      }),
    ),
    errors: [],
  }),
  completePayment: endpoint({
    method: 'POST',
    path: '/api/v1/payment/complete',
    module,
    auth: 'user',
    summary: 'Complete a payment; the server verifies it with the provider. Idempotent',
    body: Type.Object({ token: Token }),
    reply: Data(Type.Object({ order: Order })),
    errors: ['validation', 'notFound', 'conflict', 'paymentRefused', 'serviceDown'],
  }),
  failPayment: endpoint({
    method: 'POST',
    path: '/api/v1/payment/failure',
    module,
    auth: 'user',
    summary: 'Release a hold whose payment failed or was abandoned. Idempotent',
    body: Type.Object({
      token: Token,
      code: Type.Optional(Text(100)),
      description: Type.Optional(Text(1000)),
    }),
    reply: Type.Object({ success: Type.Boolean(), code: Type.Literal(0) }),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  listMyHolds: endpoint({
    method: 'GET',
    path: '/api/v1/payment/holds',
    module,
    auth: 'user',
    summary: "The user's holds",
    reply: Data(
      Type.Array(
        Type.Object({
          token: Type.String(),
          client_secret: Nullable(Type.String()),
          provider: Provider,
          expires_at: Instant,
          product_id: Id,
          slot_id: Id,
          product_name: Type.String(),
          amount_cents: Cents,
        }),
      ),
    ),
    errors: [],
  }),
  confirmSandboxPayment: endpoint({
    method: 'POST',
    path: '/sandbox/payments/confirm',
    module,
    auth: 'public',
    summary: 'Sandbox only: confirm a payment with card data',
    body: Type.Object({
      client_secret: Token,
      card: Type.Object({
        number: Text(32),
        exp_month: Type.Integer(),
        exp_year: Type.Integer(),
        cvc: Text(8),
      }),
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
