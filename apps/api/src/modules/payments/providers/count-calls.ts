import { MbWayRefusedError, type PaymentProvider, RefundRefusedError } from './payment-provider.ts';

/** Since the start of the process. */
interface ProviderCalls {
  answered: number;
  failed: number;
}

/** Counts how the provider answers; a refused refund is an answer. */
export function countCalls(provider: PaymentProvider): { provider: PaymentProvider; calls: ProviderCalls } {
  const calls: ProviderCalls = { answered: 0, failed: 0 };
  const count =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      try {
        const result = await call(...args);
        calls.answered += 1;
        return result;
      } catch (error) {
        if (error instanceof RefundRefusedError || error instanceof MbWayRefusedError) calls.answered += 1;
        else calls.failed += 1;
        throw error;
      }
    };
  const counted = Object.entries(provider).map(([name, value]) => [
    name,
    typeof value === 'function' ? count(value) : value,
  ]);
  return { calls, provider: Object.fromEntries(counted) as PaymentProvider };
}
