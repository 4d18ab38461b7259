import type { Input, Reply } from '@wopack/contract/client';
import { call } from '../../../lib/api/api.ts';
import type { ConfirmPayment, PaymentOutcome } from '../payment-outcome.ts';

type Card = Input<'confirmSandboxPayment'>['body']['card'];

/** Pays with the built-in provider. */
export const payWithSandbox =
  (card: Card): ConfirmPayment =>
  async ({ client_secret }) => {
    const clientSecret = client_secret ?? '';
    return toOutcome(
      await call('confirmSandboxPayment', { body: { client_secret: clientSecret, card } }),
      clientSecret,
    );
  };

function toOutcome({ status, error }: Reply<'confirmSandboxPayment'>, clientSecret: string): PaymentOutcome {
  if (status === 'succeeded') return { status };
  if (status === 'failed') return { status, code: error?.code ?? 'unknown', message: error?.message ?? '' };
  return {
    status,
    answer: async (approve) =>
      toOutcome(
        await call('authenticateSandboxPayment', { body: { client_secret: clientSecret, approve } }),
        clientSecret,
      ),
  };
}
