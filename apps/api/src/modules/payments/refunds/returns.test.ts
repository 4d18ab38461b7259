import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createSandboxHarness,
  createStripeHarness,
} from '../../../../test/payment-providers/provider-harness.ts';
import {
  createProductOnSale,
  createTestUser,
  expectApiError,
  setUpPayouts,
  startPayment,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { expectConsistentData, findBalance } from '../../../../test/support/consistency.ts';
import { runInTransaction } from '../../../../test/support/run-in-transaction.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../../test/support/test-app.ts';
import { createPayoutRun, issueStatements, setPayoutHold } from '../../ledger/index.ts';
import { createOrderHooks, refundOrder } from '../../orders/index.ts';
import { reconcile } from '../reconcile.ts';
import { recordReturns, syncReturns } from './record-returns.ts';
import { lockUnsentRefund, recordRefundByTransfer } from './refunds.ts';

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Both providers must lead to the same. */
describe.each([
  ['sandbox', createSandboxHarness()],
  ['stripe', createStripeHarness()],
])('%s', (_name, harness) => {
  const api = useTestApp(harness.options);
  beforeAll(async () => {
    harness.attach(api);
    await api.jobs.runDue();
  });
  beforeEach(() => {
    api.clock.set(FRIDAY_NOON);
    api.mails.length = 0;
  });
  afterEach(async () => {
    harness.setFailure(null);
    await harness.deliverNotices({ times: 2, backwards: true });
    await expectConsistentData(api.db);
  });
  afterAll(() => harness.close());

  async function buy({ seller }: { seller?: TestUser } = {}) {
    const onSale = await createProductOnSale(api, { seller, quantity: 3 });
    const buyer = await createTestUser(api);
    const { token, client_secret } = await startPayment(buyer, onSale.productId);
    await harness.confirm(client_secret);
    const { order } = (await buyer.call('completePayment', { body: { token } })).data;
    await harness.deliverNotices();
    const payment = await api.db
      .selectFrom('payments')
      .select(['id', 'provider_ref'])
      .where('token', '=', token)
      .executeTakeFirstOrThrow();
    return {
      buyer,
      seller: onSale.seller,
      orderId: order.id,
      pin: order.pin!,
      paymentId: payment.id,
      ref: payment.provider_ref!,
    };
  }
  type Purchase = Awaited<ReturnType<typeof buy>>;

  const refund = ({ orderId }: Purchase, refundedTotalCents: number | 'all') =>
    runInTransaction(api.context, refundOrder, {
      orderId,
      refundedTotalCents,
      decidedBy: 'operator',
      reason: 'stale',
    });
  const listStates = async ({ paymentId }: Purchase) =>
    (
      await api.db
        .selectFrom('refunds')
        .select('state')
        .where('payment_id', '=', paymentId)
        .orderBy('id')
        .execute()
    ).map(({ state }) => state);
  const getPaymentState = async ({ paymentId }: Purchase) =>
    (
      await api.db
        .selectFrom('payments')
        .select('state')
        .where('id', '=', paymentId)
        .executeTakeFirstOrThrow()
    ).state;
  const getRefundedAtProvider = async ({ ref }: Purchase) =>
    (await api.provider.list({ from: new Date(0), to: new Date('2030-01-01') })).find(({ id }) => id === ref)!
      .refunded_cents;
  const getOrder = async ({ buyer, orderId }: Purchase) =>
    (await buyer.call('getOrder', { params: { id: orderId } })).data;
  const report = async ({ buyer, orderId: id }: Purchase) => {
    api.clock.set('2026-11-20T17:40:00Z');
    await buyer.call('reportOrder', { params: { id }, body: { text: 'Fechado.' } });
  };
  const listSubjects = (user: TestUser) =>
    api.mails.flatMap(({ to, subject }) => (to === user.email ? [subject] : []));
  const balanceOf = async (kind: 'buyer' | 'seller', { id: userId }: TestUser) =>
    (await findBalance(api.db, { kind, userId })) ?? 0;
  /** Runs due jobs and sweeps over some time. */
  async function pass(ms: number, step = HOUR): Promise<void> {
    for (let passed = 0; passed < ms; passed += step) {
      api.clock.advance(step);
      await api.jobs.runScheduled('payments.retry-refunds');
      await api.jobs.runDue({ mayFail: true });
    }
  }
  const countRequests = () => {
    let requests = 0;
    const { refund: original } = api.provider;
    api.provider.refund = (...args) => {
      requests++;
      return original(...args);
    };
    return { count: () => requests, stop: () => Object.assign(api.provider, { refund: original }) };
  };

  describe('refunds that do not go through at once', () => {
    test('a lost answer of a part, older than the provider keeps keys, is not sent again', async () => {
      const purchase = await buy();
      await refund(purchase, 120);
      harness.setFailure('lost');
      await api.jobs.runDue({ mayFail: true });
      // The look-up before the request is lost as well, so the request is made without an answer.
      harness.setFailure(null);
      const { refund: original } = api.provider;
      api.provider.refund = async (...args) => {
        await original(...args);
        throw new Error('the answer was lost');
      };
      await pass(MINUTE, MINUTE);
      api.provider.refund = original;
      expect(await getRefundedAtProvider(purchase)).toBe(120);
      expect(await listStates(purchase)).toEqual(['queued']);
      await harness.dropNotices();
      api.clock.advance(2 * DAY);
      await pass(HOUR);
      expect(await getRefundedAtProvider(purchase)).toBe(120);
      expect(await listStates(purchase)).toEqual(['sent']);
      expect(await balanceOf('buyer', purchase.buyer)).toBe(0);
    });

    test('a refusal is not replayed: the next request has another key', async () => {
      const purchase = await buy();
      harness.refuseRefunds(purchase.ref, true);
      await refund(purchase, 120);
      await api.jobs.runDue();
      expect(await listStates(purchase)).toEqual(['queued']);
      harness.refuseRefunds(purchase.ref, false);
      await pass(2 * MINUTE, MINUTE);
      expect(await listStates(purchase)).toEqual(['sent']);
      expect(await getRefundedAtProvider(purchase)).toBe(120);
    });

    test('one that stays refused ends so, without a request a day', async () => {
      const purchase = await buy();
      harness.refuseRefunds(purchase.ref, true);
      await refund(purchase, 'all');
      await api.jobs.runDue();
      await pass(4 * HOUR, 5 * MINUTE);
      expect(await listStates(purchase)).toEqual(['refused']);
      const requests = countRequests();
      await pass(3 * DAY, 12 * HOUR);
      requests.stop();
      expect(requests.count()).toBe(0);
      expect(await getPaymentState(purchase)).toBe('refund_due');
    });

    test('one that the bank returned is owed again, and the buyer is told', async () => {
      const purchase = await buy();
      await refund(purchase, 'all');
      await api.jobs.runDue();
      expect(await getPaymentState(purchase)).toBe('refunded');
      await harness.deliverNotices();
      api.mails.length = 0;
      await harness.failRefund(purchase.ref);
      await harness.deliverNotices({ times: 2 });
      expect(await listStates(purchase)).toEqual(['failed']);
      expect(await getPaymentState(purchase)).toBe('refund_due');
      expect(await balanceOf('buyer', purchase.buyer)).toBe(-399);
      expect(listSubjects(purchase.buyer)).toEqual(['Your refund came back: Cesto de fim de tarde']);
      const requests = countRequests();
      await pass(2 * DAY, 12 * HOUR);
      requests.stop();
      expect(requests.count()).toBe(0);
      expect(await reconcile(api.context, api.provider, { from: new Date(0), to: api.clock.now() })).toEqual(
        [],
      );
    });

    test('what the provider said before that, reported late, does not count', async () => {
      const purchase = await buy();
      await refund(purchase, 'all');
      await api.jobs.runDue();
      await harness.deliverNotices();
      await harness.failRefund(purchase.ref);
      await harness.deliverNotices();
      const { refunds } = await api.provider.returnsOf(purchase.ref);
      for (const status of ['pending', 'succeeded'] as const)
        await recordReturns(api.context, createOrderHooks(api.context), purchase.paymentId, {
          refunds: refunds.map((listed) => ({ ...listed, status })),
          disputes: [],
        });
      expect(await listStates(purchase)).toEqual(['failed']);
      expect(await balanceOf('buyer', purchase.buyer)).toBe(-399);
    });

    test('another amount after a lost answer is another request', async () => {
      const purchase = await buy();
      await refund(purchase, 'all');
      const keys: string[] = [];
      const { refund: original } = api.provider;
      api.provider.refund = (ref, request) => {
        keys.push(request.idempotencyKey);
        return keys.length === 1 ? Promise.reject(new Error('no connection')) : original(ref, request);
      };
      await api.jobs.runDue({ mayFail: true });
      await harness.refundByHand(purchase.ref, 100);
      await harness.dropNotices();
      await pass(HOUR);
      api.provider.refund = original;
      expect(await getRefundedAtProvider(purchase)).toBe(399);
      expect(new Set(keys).size).toBe(2);
    });

    test('without a notice the listing of the night finds it', async () => {
      const purchase = await buy();
      await refund(purchase, 120);
      await api.jobs.runDue();
      api.clock.advance(5 * DAY);
      await harness.failRefund(purchase.ref);
      await harness.dropNotices();
      await api.jobs.runScheduled('payments.sync-recent-returns');
      expect(await listStates(purchase)).toEqual(['sent']);
      await api.jobs.runScheduled('payments.sync-all-returns');
      expect(await listStates(purchase)).toEqual(['failed']);
    });
  });

  describe('refunds on the provider’s own pages', () => {
    test('of the whole: the PIN no longer works, and both sides are told', async () => {
      const purchase = await buy();
      await harness.refundByHand(purchase.ref, 399);
      await harness.deliverNotices({ times: 2, backwards: true });
      expect(await getOrder(purchase)).toMatchObject({ state: 'refunded', refunded_cents: 399, pin: null });
      expect(await getPaymentState(purchase)).toBe('refunded');
      api.clock.set('2026-11-20T17:40:00Z');
      const { seller, buyer, orderId, pin } = purchase;
      await expectApiError(seller.call('handOut', { params: { id: orderId }, body: { pin } }), 5);
      expect(listSubjects(buyer)).toContain('Refund: Cesto de fim de tarde');
      expect(listSubjects(seller)).toContain(`Refunded by WoPack: Cesto de fim de tarde, no. ${orderId}`);
      expect(await balanceOf('seller', seller)).toBe(0);
      expect(await getRefundedAtProvider(purchase)).toBe(399);
    });

    test('of the whole: a report that waits is answered by it', async () => {
      const purchase = await buy();
      await report(purchase);
      await harness.refundByHand(purchase.ref, 399);
      await harness.deliverNotices({ times: 2, backwards: true });
      expect((await getOrder(purchase)).report).toMatchObject({
        answered_by: 'operator',
        answer: 'Refunded on the payment provider’s pages.',
      });
    });

    test('of a part: the amount is on the order, and the seller’s earning pays it', async () => {
      const purchase = await buy();
      await harness.refundByHand(purchase.ref, 100);
      await harness.deliverNotices({ times: 3 });
      expect(await getOrder(purchase)).toMatchObject({ state: 'paid', refunded_cents: 100 });
      expect(await balanceOf('seller', purchase.seller)).toBe(-170);
      // Above the earning, which only the provider's pages allow, WoPack pays.
      await harness.refundByHand(purchase.ref, 250);
      await harness.deliverNotices();
      expect(await getOrder(purchase)).toMatchObject({ state: 'paid', refunded_cents: 350 });
      expect(await balanceOf('seller', purchase.seller)).toBe(0);
      await refund(purchase, 'all');
      await api.jobs.runDue();
      expect(await getRefundedAtProvider(purchase)).toBe(399);
      expect(await getPaymentState(purchase)).toBe('refunded');
    });

    test('of what is owed already: it is not sent on top', async () => {
      const purchase = await buy();
      await refund(purchase, 120);
      await harness.refundByHand(purchase.ref, 120);
      await harness.dropNotices();
      await api.jobs.runDue();
      expect(await listStates(purchase)).toEqual(['sent']);
      expect(await getRefundedAtProvider(purchase)).toBe(120);
      expect(await getOrder(purchase)).toMatchObject({ refunded_cents: 120 });
    });

    test('of a part while the whole is owed: only the rest is sent', async () => {
      const purchase = await buy();
      await refund(purchase, 'all');
      await harness.refundByHand(purchase.ref, 100);
      await harness.dropNotices();
      await api.jobs.runDue();
      expect(await listStates(purchase)).toEqual(['sent']);
      expect(await getRefundedAtProvider(purchase)).toBe(399);
    });

    test('that the bank returns are owed like others', async () => {
      const purchase = await buy();
      await harness.refundByHand(purchase.ref, 399);
      await harness.deliverNotices();
      await harness.failRefund(purchase.ref);
      await harness.deliverNotices();
      expect(await listStates(purchase)).toEqual(['failed']);
      expect(await balanceOf('buyer', purchase.buyer)).toBe(-399);
    });
  });

  describe('disputes', () => {
    test('a disputed payment is not refunded on top; when the dispute is lost, nothing is owed any more', async () => {
      const purchase = await buy();
      await harness.openDispute(purchase.ref);
      await harness.deliverNotices();
      await refund(purchase, 'all');
      const requests = countRequests();
      await api.jobs.runDue();
      await pass(2 * DAY, 12 * HOUR);
      expect(await listStates(purchase)).toEqual(['waiting']);
      await harness.closeDispute(purchase.ref, 'lost');
      await harness.deliverNotices({ times: 2 });
      await pass(2 * DAY, 12 * HOUR);
      requests.stop();
      expect(requests.count()).toBe(0);
      expect(await listStates(purchase)).toEqual(['disputed']);
      expect(await getPaymentState(purchase)).toBe('refunded');
      expect(await getRefundedAtProvider(purchase)).toBe(0);
      expect(await balanceOf('buyer', purchase.buyer)).toBe(0);
      expect(await findBalance(api.db, { kind: 'disputes' })).toBe(0);
    });

    test('a dispute of which no notice came is found before a refund', async () => {
      const purchase = await buy();
      await harness.openDispute(purchase.ref);
      await harness.dropNotices();
      await refund(purchase, 120);
      await api.jobs.runDue();
      expect(await listStates(purchase)).toEqual(['waiting']);
      expect(await getRefundedAtProvider(purchase)).toBe(0);
      await harness.closeDispute(purchase.ref, 'won');
      await harness.deliverNotices();
      expect(await listStates(purchase)).toEqual(['sent']);
      expect(await getRefundedAtProvider(purchase)).toBe(120);
    });

    test('a lost one is a refund by the bank: order, earning and commission are reversed', async () => {
      const purchase = await buy();
      await harness.openDispute(purchase.ref);
      await harness.deliverNotices();
      expect(listSubjects(purchase.seller)).toContain(
        `Disputed at the bank: Cesto de fim de tarde, no. ${purchase.orderId}`,
      );
      await harness.closeDispute(purchase.ref, 'lost');
      await harness.deliverNotices({ times: 2, backwards: true });
      expect(await getOrder(purchase)).toMatchObject({ state: 'refunded', refunded_cents: 399 });
      expect(await balanceOf('seller', purchase.seller)).toBe(0);
      expect(await balanceOf('buyer', purchase.buyer)).toBe(0);
      expect(listSubjects(purchase.buyer)).toContain('Your bank gave your money back: Cesto de fim de tarde');
      expect(await reconcile(api.context, api.provider, { from: new Date(0), to: api.clock.now() })).toEqual(
        [],
      );
    });

    test('a lost one answers a report that waits', async () => {
      const purchase = await buy();
      await report(purchase);
      await harness.openDispute(purchase.ref);
      await harness.closeDispute(purchase.ref, 'lost');
      await harness.deliverNotices({ times: 2, backwards: true });
      expect((await getOrder(purchase)).report).toMatchObject({
        answered_by: 'operator',
        answer: 'Given back by the bank after a dispute.',
      });
    });

    describe('decided anew', () => {
      const disputes = async () => (await findBalance(api.db, { kind: 'disputes' })) ?? 0;
      async function lose(): Promise<Purchase> {
        const purchase = await buy();
        await harness.openDispute(purchase.ref);
        await decide(purchase, 'lost');
        return purchase;
      }
      async function decide(purchase: Purchase, outcome: 'won' | 'lost' | 'under_review'): Promise<void> {
        api.clock.advance(HOUR);
        await harness.closeDispute(purchase.ref, outcome);
        await harness.deliverNotices({ times: 2, backwards: true });
      }
      const getMoneyBack = async (purchase: Purchase) => (await getOrder(purchase)).money_back;
      const countSubjects = (user: TestUser, words: string) =>
        listSubjects(user).filter((subject) => subject.startsWith(words)).length;

      test('won after it was lost: the money is owed to the buyer, and both sides are told once', async () => {
        const before = await disputes();
        const purchase = await lose();
        expect(await getMoneyBack(purchase)).toEqual({ state: 'disputed', amount_cents: 399, reason: null });
        await decide(purchase, 'won');
        expect(await getMoneyBack(purchase)).toEqual({
          state: 'failed',
          amount_cents: 399,
          reason: 'dispute_reversed',
        });
        expect(await getOrder(purchase)).toMatchObject({ state: 'refunded', dispute: 'won' });
        expect(await getPaymentState(purchase)).toBe('refund_due');
        expect([await disputes(), await balanceOf('buyer', purchase.buyer)]).toEqual([before, -399]);
        expect(countSubjects(purchase.buyer, 'Your bank decided anew')).toBe(1);
        expect(countSubjects(purchase.seller, 'The bank decided anew')).toBe(1);
        // What the card could not take is another matter.
        expect(countSubjects(purchase.buyer, 'Your refund')).toBe(0);
        expect(countSubjects(purchase.seller, 'The bank decided for you')).toBe(0);
      });

      test('each turn is followed, and each is told', async () => {
        const before = await disputes();
        const purchase = await lose();
        for (let turn = 1; turn <= 2; turn++) {
          await decide(purchase, 'won');
          expect(await listStates(purchase)).toEqual(['failed']);
          await decide(purchase, 'lost');
          expect(await listStates(purchase)).toEqual(['disputed']);
          expect(await getPaymentState(purchase)).toBe('refunded');
          expect([await disputes(), await balanceOf('buyer', purchase.buyer)]).toEqual([before, 0]);
          expect(countSubjects(purchase.buyer, 'Your bank decided anew')).toBe(turn);
          expect(countSubjects(purchase.buyer, 'Your bank gave your money back')).toBe(turn + 1);
        }
        expect(await balanceOf('seller', purchase.seller)).toBe(0);
        expect(
          await reconcile(api.context, api.provider, { from: new Date(0), to: api.clock.now() }),
        ).toEqual([]);
      });

      test('an answer that was asked for before the present decision changes nothing', async () => {
        const purchase = await lose();
        const hooks = createOrderHooks(api.context);
        const original = api.provider.returnsOf.bind(api.provider);
        const { promise: isHeldBack, resolve: release } = Promise.withResolvers<void>();
        const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
        api.provider.returnsOf = async (ref) => {
          const returns = await original(ref);
          answer();
          await isHeldBack;
          return returns;
        };
        const late = syncReturns(api.context, api.provider, hooks, purchase.ref);
        await isAnswered;
        Object.assign(api.provider, { returnsOf: original });
        await decide(purchase, 'won');
        expect(await getOrder(purchase)).toMatchObject({ dispute: 'won' });
        release();
        await late;
        expect(await getOrder(purchase)).toMatchObject({ dispute: 'won' });
        expect(await listStates(purchase)).toEqual(['failed']);
        expect(countSubjects(purchase.buyer, 'Your bank gave your money back')).toBe(1);
      });

      test('lost after it was won: the order is reversed then', async () => {
        const purchase = await buy();
        await harness.openDispute(purchase.ref);
        await decide(purchase, 'won');
        expect(await balanceOf('seller', purchase.seller)).toBe(-270);
        await decide(purchase, 'lost');
        expect(await getOrder(purchase)).toMatchObject({ state: 'refunded', dispute: 'lost' });
        expect(await balanceOf('seller', purchase.seller)).toBe(0);
        expect(countSubjects(purchase.buyer, 'Your bank gave your money back')).toBe(1);
      });

      test('a bank transfer of the operator stays when it is lost again, which then is the loss of WoPack', async () => {
        const before = await disputes();
        const purchase = await lose();
        await decide(purchase, 'won');
        const { id } = await api.db
          .selectFrom('refunds')
          .innerJoin('payments', 'payments.id', 'payment_id')
          .select('refunds.id')
          .where('provider_ref', '=', purchase.ref)
          .executeTakeFirstOrThrow();
        const hooks = createOrderHooks(api.context);
        await api.db.transaction().execute(async (trx) =>
          recordRefundByTransfer(api.context, trx, hooks, await lockUnsentRefund(trx, hooks, id), {
            operatorId: purchase.buyer.id,
            reference: 'TRF 1',
          }),
        );
        expect(await getMoneyBack(purchase)).toMatchObject({ state: 'settled', reason: null });
        await decide(purchase, 'lost');
        expect(await getMoneyBack(purchase)).toMatchObject({ state: 'settled', amount_cents: 399 });
        expect([await disputes(), await balanceOf('buyer', purchase.buyer)]).toEqual([before + 399, 0]);
        await decide(purchase, 'won');
        expect([await disputes(), await listStates(purchase)]).toEqual([before, ['settled']]);
      });

      test('opened again it holds the earning, until it is won again', async () => {
        const purchase = await buy();
        await harness.openDispute(purchase.ref);
        await harness.deliverNotices();
        await decide(purchase, 'won');
        await decide(purchase, 'under_review');
        expect(await getOrder(purchase)).toMatchObject({ state: 'paid', dispute: 'open' });
        expect(countSubjects(purchase.seller, 'Disputed at the bank')).toBe(2);
        await decide(purchase, 'won');
        expect(await getOrder(purchase)).toMatchObject({ state: 'paid', dispute: 'won' });
        expect(countSubjects(purchase.seller, 'The bank decided for you')).toBe(2);
      });

      test('opened again after it was lost nothing moves, until the bank decides', async () => {
        const purchase = await lose();
        await decide(purchase, 'under_review');
        expect(await getMoneyBack(purchase)).toMatchObject({ state: 'disputed' });
        await decide(purchase, 'won');
        expect(await getMoneyBack(purchase)).toMatchObject({ state: 'failed', reason: 'dispute_reversed' });
        expect(countSubjects(purchase.seller, 'The bank decided anew')).toBe(1);
      });
    });

    test('one after the refund costs WoPack what went back twice, until it is won', async () => {
      const before = (await findBalance(api.db, { kind: 'disputes' })) ?? 0;
      const purchase = await buy();
      await refund(purchase, 'all');
      await api.jobs.runDue();
      await harness.openDispute(purchase.ref);
      await harness.deliverNotices();
      expect(await findBalance(api.db, { kind: 'disputes' })).toBe(before + 399);
      await harness.closeDispute(purchase.ref, 'won');
      await harness.deliverNotices({ times: 2 });
      expect(await findBalance(api.db, { kind: 'disputes' })).toBe(before);
      expect(await listStates(purchase)).toEqual(['sent']);
    });

    /** What the provider reports of a dispute that is lost. */
    const reportLost = ({ paymentId, ref }: Purchase, withdrawnCents: number) =>
      recordReturns(api.context, createOrderHooks(api.context), paymentId, {
        refunds: [],
        disputes: [
          {
            ref: `dp_report_${paymentId}`,
            paymentRef: ref,
            amountCents: 399,
            reason: 'fraudulent',
            status: 'lost',
            withdrawnCents,
            isRefundable: false,
            respondBy: null,
            openedAt: api.clock.now(),
          },
        ],
      });

    test('whose loss is withdrawn after it is reported reverses the order then', async () => {
      const purchase = await buy();
      await reportLost(purchase, 0);
      expect(await getOrder(purchase)).toMatchObject({ state: 'paid', refunded_cents: 0 });
      for (let time = 0; time < 2; time++) await reportLost(purchase, 399);
      expect(await getOrder(purchase)).toMatchObject({ state: 'refunded', refunded_cents: 399 });
      expect(await balanceOf('seller', purchase.seller)).toBe(0);
      expect(await balanceOf('buyer', purchase.buyer)).toBe(0);
    });

    test('that is lost ends the hand-out, also when the bank gave back a part', async () => {
      const purchase = await buy();
      await reportLost(purchase, 100);
      const { orderId, pin, seller } = purchase;
      expect(await getOrder(purchase)).toMatchObject({
        state: 'paid',
        refunded_cents: 100,
        dispute: 'lost',
        pin: null,
      });
      api.clock.set('2026-11-20T17:40:00Z');
      const { data } = await seller.call('listSellerOrders', { query: {} });
      expect(data.find(({ id }) => id === orderId)).toMatchObject({ dispute: 'lost', can_hand_out: false });
      await expectApiError(seller.call('handOut', { params: { id: orderId }, body: { pin } }), 5);
    });

    describe('and payouts', () => {
      beforeEach(() => {
        Object.assign(api.context.config.operator, {
          iban: 'PT50003300004555698867005',
          minPayoutCents: 100,
        });
      });

      const payOut = () => runInTransaction(api.context, createPayoutRun, null);
      /** Closes the month in which it was bought. */
      async function closeMonth(month: string): Promise<void> {
        api.clock.set(`${month}-05T12:00:00Z`);
        await api.jobs.runScheduled('orders.mark-not-collected');
        await issueStatements(api.context);
      }
      async function createSellerWithTwoOrders() {
        const first = await buy();
        await setUpPayouts(api, first.seller);
        await api.db.transaction().execute((trx) => setPayoutHold(trx, first.seller.id, null));
        return [first, await buy({ seller: first.seller })] as const;
      }

      test('an open one holds the earning of its order only, until it is won', async () => {
        const [disputed, other] = await createSellerWithTwoOrders();
        await harness.openDispute(disputed.ref);
        await harness.deliverNotices();
        await closeMonth('2026-12');
        expect((await other.seller.call('getPayoutDetails')).data.accounts).toEqual([
          {
            role: 'seller',
            balance_cents: 540,
            payable_cents: 270,
            held: [{ reason: 'dispute', amount_cents: 270, order_id: disputed.orderId, until: null }],
            last: null,
          },
        ]);
        expect(await payOut()).toMatchObject({ payouts: 1, cents: 270 });
        expect(await balanceOf('seller', other.seller)).toBe(-270);
        await harness.closeDispute(disputed.ref, 'won');
        await harness.deliverNotices();
        await closeMonth('2027-01');
        expect(await payOut()).toMatchObject({ payouts: 1, cents: 270 });
        expect(await balanceOf('seller', other.seller)).toBe(0);
      });

      test('one after the payout holds nothing else, and leaves a negative balance when it is lost', async () => {
        const [disputed, other] = await createSellerWithTwoOrders();
        await closeMonth('2026-12');
        expect(await payOut()).toMatchObject({ cents: 540 });
        const third = await buy({ seller: other.seller });
        await harness.openDispute(disputed.ref);
        await harness.deliverNotices();
        await closeMonth('2027-01');
        expect(await payOut()).toMatchObject({ payouts: 1, cents: 270 });
        await harness.closeDispute(disputed.ref, 'lost');
        await harness.deliverNotices();
        expect(await balanceOf('seller', third.seller)).toBe(270);
        expect(await getOrder(disputed)).toMatchObject({ state: 'refunded' });
      });
    });
  });
});
