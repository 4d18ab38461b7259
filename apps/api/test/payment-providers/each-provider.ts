import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { createProductOnSale, createTestUser, startPayment } from '../support/builders.ts';
import { expectConsistentData } from '../support/consistency.ts';
import { MINUTE, useTestApp } from '../support/test-app.ts';
import { createSandboxHarness, createStripeHarness } from './provider-harness.ts';

/** Runs the tests against the sandbox and against Stripe's stand-in: both must behave the same. */
export const describeEachProvider = (
  settings: Record<string, string>,
  run: (name: string, tools: ReturnType<typeof useProvider>) => void,
) =>
  describe.each([
    ['sandbox', createSandboxHarness()],
    ['stripe', createStripeHarness()],
  ])('%s', (name, harness) => run(name, useProvider(harness, settings)));

function useProvider(harness: ReturnType<typeof createSandboxHarness>, settings: Record<string, string>) {
  const { env } = harness.options ?? {};
  const api = useTestApp({ ...harness.options, env: async () => ({ ...(await env?.()), ...settings }) });
  beforeAll(() => harness.attach(api));
  afterEach(async () => {
    harness.setFailure(null);
    await harness.deliverNotices();
    await expectConsistentData(api.db);
  });
  afterAll(() => harness.close());
  return {
    api,
    harness,
    findPayment: (token: string) =>
      api.db.selectFrom('payments').selectAll().where('token', '=', token).executeTakeFirstOrThrow(),
    /** A buyer with a hold. */
    async createHold(quantity = 1) {
      const { productId, seller } = await createProductOnSale(api, { quantity });
      const buyer = await createTestUser(api);
      return { productId, seller, buyer, ...(await startPayment(buyer, productId)) };
    },
    /** Two winners of a draw of two units, with their holds. */
    async createWinners() {
      const { productId, seller } = await createProductOnSale(api, { quantity: 2 });
      const people = await Promise.all([1, 2].map(() => createTestUser(api, { isEmailVerified: true })));
      await seller.call('updateAllocation', { params: { id: productId }, body: { allocation: 'draw' } });
      const { pickup_end } = (await seller.call('getOffer', { params: { id: productId } })).data;
      api.clock.set(pickup_end!);
      await api.jobs.runScheduled('allocation.sweep');
      const offer = (await seller.call('getOffer', { params: { id: productId } })).data;
      for (const person of people)
        await person.call('enterDraw', {
          params: { id: offer.allocation!.draw!.id },
          body: { random: '0f'.repeat(16) },
        });
      api.clock.advance(60 * MINUTE);
      await api.jobs.runDue();
      const [first, second] = await Promise.all(
        people.map(async (buyer) => ({ buyer, ...(await startPayment(buyer, productId)) })),
      );
      return { productId, first: first!, second: second! };
    },
  };
}
