import type { Input, Reply } from '@wopack/contract/client';
import { call } from '../../../lib/api.ts';
import type { Confirm, Outcome } from '../outcome.ts';

type Card = Input<'confirmSandboxPayment'>['body']['card'];

/** Pays with the built-in provider. */
export const payWith =
  (card: Card): Confirm =>
  async ({ client_secret }) => {
    const clientSecret = client_secret ?? '';
    return outcome(
      await call('confirmSandboxPayment', { body: { client_secret: clientSecret, card } }),
      clientSecret,
    );
  };

function outcome({ status, error }: Reply<'confirmSandboxPayment'>, clientSecret: string): Outcome {
  if (status === 'succeeded') return { status };
  if (status === 'failed') return { status, code: error?.code ?? 'unknown', message: error?.message ?? '' };
  return {
    status,
    answer: async (approve) =>
      outcome(
        await call('authenticateSandboxPayment', { body: { client_secret: clientSecret, approve } }),
        clientSecret,
      ),
  };
}
