import { expect, test } from 'vitest';
import { countCalls } from './count-calls.ts';
import { type PaymentProvider, RefundRefusedError } from './payment-provider.ts';
import { sandboxProvider } from './sandbox.provider.ts';

const callNames = Object.entries(sandboxProvider({} as never, {} as never))
  .filter(([, value]) => typeof value === 'function')
  .map(([name]) => name);

const countAnswersOf = async (answer: () => Promise<unknown>) => {
  const provider = Object.fromEntries(callNames.map((name) => [name, answer]));
  const counted = countCalls(provider as unknown as PaymentProvider);
  for (const name of callNames)
    await (counted.provider as unknown as typeof provider)[name]!().catch(() => null);
  return counted.calls;
};

test('each call of a provider is counted; a refusal is an answer', async () => {
  const all = callNames.length;
  expect(await countAnswersOf(async () => 'done')).toEqual({ answered: all, failed: 0 });
  expect(await countAnswersOf(() => Promise.reject(new RefundRefusedError()))).toEqual({
    answered: all,
    failed: 0,
  });
  expect(await countAnswersOf(() => Promise.reject(new Error('unreachable')))).toEqual({
    answered: 0,
    failed: all,
  });
});
