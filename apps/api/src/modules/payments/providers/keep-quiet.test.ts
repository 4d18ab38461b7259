import { expect, test } from 'vitest';
import { keepQuiet } from './keep-quiet.ts';
import type { PaymentProvider } from './payment-provider.ts';

test.each(['createIntent', 'capture', 'cancel', 'cancelIdle', 'refund'] as const)(
  'while WoPack is quiet, %s asks nothing of the provider',
  async (change) => {
    const calls: string[] = [];
    const provider = { [change]: async () => void calls.push(change) } as unknown as PaymentProvider;
    const call = async (isQuiet: boolean) =>
      (keepQuiet(provider, async () => isQuiet)[change] as () => Promise<unknown>)();
    await expect(call(true)).rejects.toThrow('quiet.refused');
    expect(calls).toEqual([]);
    await call(false);
    expect(calls).toEqual([change]);
  },
);
