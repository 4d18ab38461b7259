import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestCounter,
  createTestUser,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { expectConsistentData } from '../../../../test/support/consistency.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';

const api = useTestApp();

const ORDERS = 3;
const DEVICES = 2;
const anyStep = fc.record({
  kind: fc.constantFrom('handOut', 'refund', 'send', 'send'),
  order: fc.nat({ max: ORDERS - 1 }),
  device: fc.nat({ max: DEVICES - 1 }),
});
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

test('hand-outs with and without a connection beside refunds: each order ends once, the ledger holds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyStep, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      async (rounds) => {
        api.clock.set('2026-11-20T17:45:00Z');
        const { seller, salePlaceId, productId } = await createProductOnSale(api, { quantity: ORDERS });
        const counters: TestUser[] = [];
        for (let n = 0; n < DEVICES; n++) counters.push(await createTestCounter(api, seller, salePlaceId));
        const orders: { id: number; ticket: string; pin: string }[] = [];
        for (let n = 0; n < ORDERS; n++) {
          const buyer = await createTestUser(api, { isEmailVerified: true });
          const { id } = await buyProduct(buyer, productId);
          const { ticket, pin } = (await buyer.call('getOrder', { params: { id } })).data;
          orders.push({ id, ticket: ticket!, pin: pin! });
        }
        api.clock.set('2026-11-20T17:58:00Z');

        /** Returns what happened: refused calls are no failure here. */
        const act = async ({ kind, order, device }: Step): Promise<[number, string]> => {
          const { id, ticket, pin } = orders[order]!;
          const { call } = counters[device]!;
          if (kind === 'send') {
            const hand_outs = [{ ticket, handed_out_at: '2026-11-20T17:55:00Z' }];
            return [id, (await call('sendCounterHandOuts', { body: { hand_outs } })).data[0]!.result];
          }
          const change =
            kind === 'handOut'
              ? call('handOut', { params: { id }, body: { pin } })
              : seller.call('refundSellerOrder', { params: { id }, body: { reason: 'Oven broken' } });
          return [
            id,
            await change.then(
              () => kind,
              () => 'refused',
            ),
          ];
        };
        const outcomes: [number, string][] = [];
        // The steps of a round run at the same time.
        for (const round of rounds) outcomes.push(...(await Promise.all(round.map(act))));
        await api.jobs.runDue();

        for (const { id } of orders) {
          const results = outcomes.filter(([orderId]) => orderId === id).map(([, result]) => result);
          const handOuts = await api.db
            .selectFrom('activity')
            .select('id')
            .where('order_id', '=', id)
            .where('kind', '=', 'handed_out')
            .execute();
          const { state, collected_at } = await api.db
            .selectFrom('orders')
            .select(['state', 'collected_at'])
            .where('id', '=', id)
            .executeTakeFirstOrThrow();
          const isHandedOut = results.some((result) => ['recorded', 'already', 'handOut'].includes(result));
          expect(handOuts).toHaveLength(isHandedOut ? 1 : 0);
          expect(results.filter((result) => result === 'recorded').length).toBeLessThanOrEqual(1);
          expect(collected_at !== null).toBe(isHandedOut);
          if (results.includes('refund')) expect(state).toBe('refunded');
          else expect(state).toBe(isHandedOut ? 'collected' : 'paid');
        }
        await expectConsistentData(api.db);
      },
    ),
    { numRuns: 12 },
  );
}, 300_000);
