import { AccountRefusedError } from './account-provider.ts';
import { MbWayRefusedError, type PaymentProvider, RefundRefusedError } from './payment-provider.ts';
import { TransferRefusedError } from './transfer-provider.ts';

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
        if (REFUSALS.some((refusal) => error instanceof refusal)) calls.answered += 1;
        else calls.failed += 1;
        throw error;
      }
    };
  const countAll = <Calls extends object>(all: Calls): Calls =>
    Object.fromEntries(
      Object.entries(all).map(([name, value]) => [name, typeof value === 'function' ? count(value) : value]),
    ) as Calls;
  return {
    calls,
    provider: {
      ...countAll(provider),
      accounts: provider.accounts && countAll(provider.accounts),
      transfers: provider.transfers && countAll(provider.transfers),
    },
  };
}

const REFUSALS = [RefundRefusedError, MbWayRefusedError, AccountRefusedError, TransferRefusedError];
