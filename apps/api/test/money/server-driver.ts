import { sql } from 'kysely';
import { expect } from 'vitest';
import { createPayoutRun } from '../../src/modules/ledger/index.ts';
import { confirmPayout, markRunSent, returnPayout } from '../../src/modules/ledger/payouts/payout-runs.ts';
import { refundOrder } from '../../src/modules/orders/index.ts';
import { readPin } from '../../src/modules/orders/pin/pins.ts';
import { waitUntil } from '../servers/server-process.ts';
import { DECLINED_CARD, GOOD_CARD, setUpPayouts, type TestUser } from '../support/builders.ts';
import { runInTransaction } from '../support/run-in-transaction.ts';
import type { TestApp } from '../support/test-app.ts';
import type { ModelPayout } from './reference-model.ts';
import type { Driver } from './run-step.ts';

export interface SellerProduct {
  productId: number;
  price: number;
}

const HOUR_MS = 3_600_000;

/** Retries while the server answers code 9 because of overload. */
const retryWhileBusy = <T extends object | true>(call: () => Promise<T>): Promise<T> =>
  waitUntil(() =>
    call().catch((error: { code: number }) => {
      if (error.code === 9) return false;
      throw error;
    }),
  );

/**
 * Executes the steps on a server by its API and operator functions. A refusal of a step that the model allows is an
 * error.
 */
export function createServerDriver(
  api: TestApp,
  users: ReadonlyMap<number, TestUser>,
  products: ReadonlyMap<number, SellerProduct>,
): Driver {
  const { context, db, jobs, clock } = api;
  const reason = 'It has nuts in it.';
  const clientOf = (id: number) => users.get(id)!.call;
  /** Retries refunds whose job failed. */
  const runPaymentSweep = () => jobs.runScheduled('payments.retry-refunds');

  /** Inserts a slot whose window is late enough to cancel before it. */
  async function createSlot(productId: number): Promise<void> {
    const start = new Date(clock.now().getTime() + 3 * HOUR_MS);
    const end = new Date(start.getTime() + 2 * HOUR_MS);
    await sql`insert into pickup_slots (product_id, date, starts_at, ends_at, quantity, units_left)
      values (${productId}, ${start.toISOString().slice(0, 10)}, ${start}, ${end}, 1000, 1000)
      on conflict do nothing`.execute(db);
  }

  const getOrder = async (id: number) => {
    const order = await db
      .selectFrom('orders')
      .select(['id', 'pin', 'price_cents', 'pickup_start', 'pickup_end'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { ...order, price: order.price_cents, start: order.pickup_start, end: order.pickup_end };
  };

  const getPayoutId = async ({ statement: { person, role, month } }: ModelPayout) => {
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
      const { productId, price } = products.get(seller)!;
      await createSlot(productId);
      const body = { amount: price / 100, currency: 'EUR' as const, productId };
      // Refused with two open holds, or when the clock was set back before a sold-out slot.
      const hold = await retryWhileBusy(() => clientOf(buyer)('initiatePayment', { body })).catch(
        ({ code }: { code: number }) => void expect([5, 7]).toContain(code),
      );
      if (!hold) return null;
      const card = { ...(how === 'declined' ? DECLINED_CARD : GOOD_CARD), exp_year: 2999 };
      await retryWhileBusy(() =>
        clientOf(buyer)('confirmSandboxPayment', { body: { client_secret: hold.client_secret, card } }),
      );
      const completePayment = () =>
        retryWhileBusy(() => clientOf(buyer)('completePayment', { body: { token: hold.token } })).catch(
          () => null,
        );
      const completed = await completePayment();
      if (how === 'twice') {
        await completePayment();
        await jobs.runDue();
      }
      await runPaymentSweep();
      return completed && getOrder(completed.data.order.id);
    },
    async cancel({ buyer, id }) {
      await retryWhileBusy(() => clientOf(buyer)('cancelOrder', { params: { id }, body: { reason } }));
      await runPaymentSweep();
    },
    async storeCancel({ seller, id }) {
      await retryWhileBusy(() => clientOf(seller)('cancelSellerOrder', { params: { id }, body: { reason } }));
      await runPaymentSweep();
    },
    async collect({ seller, id }) {
      const pin = readPin(context.secrets, (await getOrder(id)).pin)!;
      await retryWhileBusy(() => clientOf(seller)('handOut', { params: { id }, body: { pin } }));
    },
    async refund({ id: orderId }, total) {
      const refund = { orderId, refundedTotalCents: total, decidedBy: 'operator', reason } as const;
      expect(await runInTransaction(context, refundOrder, refund)).toBeGreaterThan(0);
      expect(await runInTransaction(context, refundOrder, refund)).toBe(0);
      await runPaymentSweep();
    },
    async setTime(now) {
      clock.set(now.toISOString());
      // Tokens do not expire when the clock jumps.
      await db
        .updateTable('tokens')
        .set({ created_at: new Date('9999-01-01'), expires_at: new Date('9999-01-01') })
        .execute();
      await jobs.runScheduled('orders.mark-not-collected');
      await runPaymentSweep();
    },
    settle: () => jobs.runScheduled('ledger.settle-months'),
    runPayouts: async () => (await runInTransaction(context, createPayoutRun, null)).cents,
    async markRunsSent() {
      const runs = db.selectFrom('payout_runs').select('id').where('sent_at', 'is', null);
      for (const { id } of await runs.execute()) await runInTransaction(context, markRunSent, id);
    },
    confirm: async (payout) => runInTransaction(context, confirmPayout, await getPayoutId(payout)),
    bounce: async (payout) =>
      runInTransaction(context, returnPayout, await getPayoutId(payout), 'account closed'),
    async addBankAccount(userId) {
      await retryWhileBusy(async () => {
        await setUpPayouts(api, users.get(userId)!);
        return true as const;
      });
    },
    async setPartnerActive(partner, on) {
      await retryWhileBusy(() => clientOf(partner)('updatePartnerRole', { body: { is_partner: on } }));
    },
  };
}
