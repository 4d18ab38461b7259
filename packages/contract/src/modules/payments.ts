import Type from 'typebox';
import { Data, endpoint, Nullable, Text } from '../endpoint.ts';
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
        methods: Type.Array(Type.Enum(paymentMethods), {
          description: 'what buyers may choose from; MB WAY at sale places in Portugal alone',
        }),
      }),
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
