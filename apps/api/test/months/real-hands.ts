import { sql } from 'kysely';
import { expect } from 'vitest';
import { createPayoutRun } from '../../src/modules/ledger/index.ts';
import { confirmPayout, markRunSent, returnPayout } from '../../src/modules/ledger/payouts/payout-states.ts';
import { refundOrder } from '../../src/modules/orders/index.ts';
import { readPin } from '../../src/modules/orders/pins.ts';
import { declinedCard, goodCard, type Person } from '../builders.ts';
import { ready } from '../money.ts';
import { eventually } from '../server-process.ts';
import type { TestApp } from '../test-app.ts';
import type { Hands } from './live.ts';
import type { TownPayout } from './town.ts';

export interface Stall {
  productId: number;
  price: number;
}

const HOUR = 3_600_000;

/** A server that is too busy says so; whoever lives here asks again. */
const calmly = <T extends object | true>(ask: () => Promise<T>): Promise<T> =>
  eventually(() =>
    ask().catch((error: { code: number }) => {
      if (error.code === 9) return false;
      throw error;
    }),
  );

/**
 * The same in a real town, by the calls and commands everybody uses. That something is refused is an error where paper
 * said that it may be done.
 */
export function realHands(
  test: TestApp,
  people: ReadonlyMap<number, Person>,
  stalls: ReadonlyMap<number, Stall>,
): Hands {
  const { context, db, jobs, clock } = test;
  const reason = 'It has nuts in it.';
  const by = (id: number) => people.get(id)!.call;
  /** Money that has to go back does, whatever became of the job. */
  const sweep = () => jobs.tick('payments.sweep');

  /** One window a day, long enough before it to cancel. */
  async function openWindow(productId: number): Promise<void> {
    const start = new Date(clock.now().getTime() + 3 * HOUR);
    const end = new Date(start.getTime() + 2 * HOUR);
    await sql`insert into pickup_slots (product_id, date, starts_at, ends_at, quantity, "left")
      values (${productId}, ${start.toISOString().slice(0, 10)}, ${start}, ${end}, 1000, 1000)
      on conflict do nothing`.execute(db);
  }

  const orderOf = async (id: number) => {
    const order = await db
      .selectFrom('orders')
      .select(['id', 'pin', 'price_cents', 'pickup_start', 'pickup_end'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { ...order, price: order.price_cents, start: order.pickup_start, end: order.pickup_end };
  };

  const payoutOf = async ({ statement: { person, role, month } }: TownPayout) => {
    const payout = await db
      .selectFrom('payouts')
      .innerJoin('statements', 'statements.id', 'payouts.statement_id')
      .select('payouts.id')
      .where('statements.user_id', '=', person)
      .where('statements.role', '=', role)
      .where('statements.month', '=', `${month}-01`)
      .executeTakeFirstOrThrow();
    return payout.id;
  };

  return {
    async buy(buyer, seller, how) {
      const { productId, price } = stalls.get(seller)!;
      await openWindow(productId);
      const body = { amount: price / 100, currency: 'EUR' as const, productId };
      // With two unpaid holds nothing more is bought, nor where the clock was set back behind what was sold out.
      const hold = await calmly(() => by(buyer)('initiatePayment', { body })).catch(
        ({ code }: { code: number }) => void expect([5, 7]).toContain(code),
      );
      if (!hold) return null;
      const card = { ...(how === 'declined' ? declinedCard : goodCard), exp_year: 2999 };
      await calmly(() =>
        by(buyer)('confirmSandboxPayment', { body: { client_secret: hold.client_secret, card } }),
      );
      const complete = () =>
        calmly(() => by(buyer)('completePayment', { body: { token: hold.token } })).catch(() => null);
      const bought = await complete();
      if (how === 'twice') {
        await complete();
        await jobs.runDue();
      }
      await sweep();
      return bought && orderOf(bought.data.order.id);
    },
    async cancel({ buyer, id }) {
      await calmly(() => by(buyer)('cancelOrder', { params: { id }, body: { reason } }));
      await sweep();
    },
    async storeCancel({ seller, id }) {
      await calmly(() => by(seller)('cancelSellerOrder', { params: { id }, body: { reason } }));
      await sweep();
    },
    async collect({ seller, id }) {
      const pin = readPin(context.secrets, (await orderOf(id)).pin)!;
      await calmly(() => by(seller)('handOut', { params: { id }, body: { pin } }));
    },
    async refund({ id: orderId }, total) {
      const refund = { orderId, refundedTotal: total, decidedBy: 'operator', reason } as const;
      expect(await refundOrder(context, refund)).toBe(true);
      expect(await refundOrder(context, refund)).toBe(false);
      await sweep();
    },
    async timeIs(now) {
      clock.set(now.toISOString());
      // Nobody has to sign in again for having been away.
      await db
        .updateTable('tokens')
        .set({ expires_at: new Date('9999-01-01') })
        .execute();
      await jobs.tick('orders.not-collected');
      await sweep();
    },
    settle: () => jobs.tick('ledger.settle'),
    payByHand: async () => (await createPayoutRun(context, null)).cents,
    async send() {
      const runs = db.selectFrom('payout_runs').select('id').where('sent_at', 'is', null);
      for (const { id } of await runs.execute()) await markRunSent(context, id);
    },
    confirm: async (payout) => confirmPayout(context, await payoutOf(payout)),
    bounce: async (payout) => returnPayout(context, await payoutOf(payout), 'account closed'),
    async account(person) {
      await calmly(async () => {
        await ready(test, people.get(person)!);
        return true as const;
      });
    },
    async takePart(partner, on) {
      await calmly(() => by(partner)('updatePartnerRole', { body: { is_partner: on } }));
    },
  };
}
