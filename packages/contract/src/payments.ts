import Type from 'typebox';
import { Data, Nullable, Text } from './common.ts';
import { endpoint } from './endpoint.ts';

const module = 'payments';
const Token = Text(100, 1);

export const Provider = Type.Enum(['sandbox', 'stripe']);

const SandboxReply = Type.Object({
  status: Type.Enum(['succeeded', 'requires_action', 'failed']),
  error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
});

export const payments = {
  getPaymentProvider: endpoint({
    method: 'GET',
    path: '/api/v1/payment/provider',
    module,
    auth: 'public',
    summary: 'Who takes the money, for the card form',
    reply: Data(
      Type.Object({
        provider: Provider,
        publishable_key: Nullable(Type.String({ description: "the provider's key for browsers" })),
      }),
    ),
    errors: [],
  }),
  confirmSandboxPayment: endpoint({
    method: 'POST',
    path: '/sandbox/payments/confirm',
    module,
    auth: 'public',
    summary: 'Sandbox only: the card form talks to the payment provider',
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
    summary: "Sandbox only: the bank's question, answered",
    body: Type.Object({ client_secret: Token, approve: Type.Boolean() }),
    reply: SandboxReply,
    errors: ['validation', 'notFound'],
  }),
} as const;
