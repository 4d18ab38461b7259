import { expect, test } from 'vitest';
import { describeEachProvider } from '../../../test/payment-providers/each-provider.ts';
import {
  createProductOnSale,
  createTestUser,
  expectApiError,
  getAvailableQuantity,
  startPayment,
  type TestUser,
} from '../../../test/support/builders.ts';
import { findBalance } from '../../../test/support/consistency.ts';
import { MINUTE } from '../../../test/support/test-app.ts';
import { RefundRefusedError } from '../payments/index.ts';

const HOUR = 60 * MINUTE;

describeEachProvider({}, (name, { api, harness, findPayment, createHold, createWinners }) => {
  const completePayment = (buyer: TestUser, token: string) =>
    buyer.call('completePayment', { body: { token } });
  const failPayment = (buyer: TestUser, token: string) => buyer.call('failPayment', { body: { token } });
  const orders = async (buyer: TestUser) => (await buyer.call('listOrders')).data;
  const findListed = async (ref: string) =>
    (await api.provider.list({ from: new Date(0), to: new Date('2030-01-01') })).find(({ id }) => id === ref);
  test('the provider is named', async () => {
    const { data } = await api.client()('getPaymentProvider');
    expect(data).toEqual({
      provider: name,
      publishable_key: name === 'stripe' ? 'pk_test_wopack' : null,
      saves_cards: true,
      // MB WAY has to be switched on at Stripe first.
      methods: ['card', 'apple_pay', 'google_pay', ...(name === 'stripe' ? [] : ['mb_way'])],
    });
    const { provider } = await createHold();
    expect(provider).toBe(name);
  });

  test('a win is authorised, then charged; the card of another winner is refused and not charged', async () => {
    const { first, second } = await createWinners();
    expect(['succeeded', 'requires_capture']).toContain(await harness.confirm(first.client_secret));
    const { provider_ref: firstRef } = await findPayment(first.token);
    expect(await findListed(firstRef!)).toMatchObject({ status: 'authorized' });
    await harness.deliverNotices({ times: 2 });
    expect(await findListed(firstRef!)).toMatchObject({ status: 'succeeded' });
    expect((await completePayment(first.buyer, first.token)).data.order).toMatchObject({ state: 'paid' });

    await harness.confirm(second.client_secret);
    const { provider_ref: secondRef } = await findPayment(second.token);
    await expectApiError(completePayment(second.buyer, second.token), 6);
    await harness.deliverNotices({ times: 2 });
    await expectApiError(completePayment(second.buyer, second.token), 6);
    expect(await findListed(secondRef!)).toMatchObject({ status: 'canceled', refunded_cents: 0 });
    const { product_id } = await findPayment(second.token);
    const again = await startPayment(second.buyer, product_id);
    expect(again.token).toBe(second.token);
    expect(again.client_secret).not.toBe(second.client_secret);
    await harness.confirm(again.client_secret, '5555 5555 5555 4444');
    expect((await completePayment(second.buyer, second.token)).data.order).toMatchObject({ card: '4444' });
  });

  test('a hold that is not paid passes to a verified buyer, and its intent is cancelled; a paid one does not', async () => {
    const { productId, buyer, token, client_secret } = await createHold();
    const verified = await createTestUser(api, { isEmailVerified: true });
    api.clock.advance(3 * MINUTE);
    const taken = await startPayment(verified, productId);
    expect(await harness.confirm(client_secret)).not.toBe('succeeded');
    await expectApiError(completePayment(buyer, token), 6);
    const { provider_ref } = await findPayment(token);
    expect(await findListed(provider_ref!)).toMatchObject({ status: 'canceled' });
    await harness.confirm(taken.client_secret);
    await completePayment(verified, taken.token);

    const paid = await createHold();
    api.clock.advance(3 * MINUTE);
    expect(await harness.confirm(paid.client_secret)).toBe('succeeded');
    await expectApiError(startPayment(verified, paid.productId), 5);
    await completePayment(paid.buyer, paid.token);
  });

  test('an answer to the charge that is lost charges once', async () => {
    const { first } = await createWinners();
    await harness.confirm(first.client_secret);
    harness.setFailure('lost');
    await expectApiError(completePayment(first.buyer, first.token), 9);
    harness.setFailure(null);
    await harness.deliverNotices();
    expect(await orders(first.buyer)).toHaveLength(1);
  });

  test('a valid card buys; browser, notice and provider list agree', async () => {
    const { buyer, token, client_secret } = await createHold();
    await expectApiError(completePayment(buyer, token), 6);
    expect(await harness.confirm(client_secret)).toBe('succeeded');
    expect((await completePayment(buyer, token)).data.order).toMatchObject({ state: 'paid', card: '4242' });
    await harness.deliverNotices({ times: 2 });
    expect(await orders(buyer)).toHaveLength(1);
    const { provider_ref } = await findPayment(token);
    expect(await findListed(provider_ref!)).toMatchObject({
      status: 'succeeded',
      amount_cents: 399,
      refunded_cents: 0,
    });
  });

  test.each(['4000 0000 0000 0002', '4000 0000 0000 9995'])(
    'card %s is refused: the unit is on sale again, and the intent cannot be paid later',
    async (number) => {
      const { buyer, productId, token, client_secret } = await createHold();
      expect(await harness.confirm(client_secret, number)).toBe('failed');
      await failPayment(buyer, token);
      expect(await getAvailableQuantity(buyer, productId)).toBe(1);
      expect(await harness.confirm(client_secret)).toBe('failed');
      const { provider_ref } = await findPayment(token);
      expect(await findListed(provider_ref!)).toMatchObject({ status: 'canceled' });
      const again = await startPayment(buyer, productId);
      expect(again.token).not.toBe(token);
    },
  );

  test('authentication: refused, it can be retried; approved, it is paid', async () => {
    const { buyer, token, client_secret } = await createHold();
    const initiate = '4000 0025 0000 3155';
    expect(await harness.confirm(client_secret, initiate)).toBe('requires_action');
    await expectApiError(completePayment(buyer, token), 6);
    expect(await harness.authenticate(client_secret, false)).toBe('failed');
    expect(await harness.confirm(client_secret, initiate)).toBe('requires_action');
    expect(await harness.authenticate(client_secret, true)).toBe('succeeded');
    expect((await completePayment(buyer, token)).data.order.card).toBe('3155');
  });

  test('abandoned: the hold expires, and a late approval finds the intent cancelled', async () => {
    const { buyer, productId, client_secret } = await createHold();
    await harness.confirm(client_secret, '4000 0025 0000 3155');
    api.clock.advance(11 * MINUTE);
    await api.jobs.runDue();
    expect(await getAvailableQuantity(buyer, productId)).toBe(1);
    if (name === 'stripe') expect(await harness.authenticate(client_secret, true)).toBe('failed');
    else expect(await harness.confirm(client_secret)).toBe('failed');
    expect(await orders(buyer)).toEqual([]);
  });

  test('with a closed browser the notice creates one order, however often it comes', async () => {
    const [firstHold, secondHold] = [await createHold(), await createHold()];
    await harness.confirm(firstHold.client_secret);
    await harness.confirm(secondHold.client_secret);
    await harness.deliverNotices({ times: 3, backwards: true });
    for (const { buyer } of [firstHold, secondHold])
      expect(await orders(buyer)).toMatchObject([{ state: 'paid' }]);
  });

  test('without browser and notice the sync finds the payment', async () => {
    const { buyer, client_secret } = await createHold();
    await harness.confirm(client_secret);
    await harness.dropNotices();
    await api.jobs.runScheduled('checkout.sync-holds');
    expect(await orders(buyer)).toMatchObject([{ state: 'paid' }]);
  });

  test.each(['away', 'slow'] as const)(
    'paid, and %s while the hold expires, notice lost: the sync finds the payment and buys a unit if one is left',
    async (kind) => {
      const { buyer, client_secret, token, productId } = await createHold(2);
      await api.jobs.runScheduled('checkout.sync-missed-intents');
      await harness.confirm(client_secret);
      await harness.dropNotices();
      harness.setFailure(kind);
      api.clock.advance(11 * MINUTE);
      await api.jobs.runDue();
      expect((await findPayment(token)).state).toBe('expired');
      expect(await getAvailableQuantity(buyer, productId)).toBe(2);
      await expect(api.jobs.runScheduled('checkout.sync-missed-intents')).rejects.toThrow();

      harness.setFailure(null);
      api.clock.advance(20 * MINUTE);
      await api.jobs.runScheduled('checkout.sync-missed-intents');
      expect(await orders(buyer)).toMatchObject([{ state: 'paid' }]);
      expect(await getAvailableQuantity(buyer, productId)).toBe(1);
    },
  );

  test('the same without a unit left: one refund, and the buyer is notified', async () => {
    const { buyer, client_secret, token, productId } = await createHold();
    await harness.confirm(client_secret);
    harness.setFailure('away');
    await failPayment(buyer, token);
    harness.setFailure(null);
    const other = await createTestUser(api);
    const second = await startPayment(other, productId);
    await harness.confirm(second.client_secret);
    await completePayment(other, second.token);

    await harness.deliverNotices({ times: 2 });
    await api.jobs.runDue();
    await api.jobs.runScheduled('payments.retry-refunds');
    expect(await orders(buyer)).toEqual([]);
    const buyerMails = api.mails.findLast(({ to }) => to === buyer.email);
    expect(buyerMails?.subject).toContain('back');
    const { provider_ref, state } = await findPayment(token);
    expect(state).toBe('refunded');
    expect(await findListed(provider_ref!)).toMatchObject({ refunded_cents: 399 });
    expect(await findBalance(api.db, { kind: 'buyer', userId: buyer.id })).toBe(0);
  });

  test('intents of holds that ended during an outage are cancelled afterwards', async () => {
    const { buyer, client_secret, token } = await createHold();
    harness.setFailure('error');
    await failPayment(buyer, token);
    harness.setFailure(null);
    api.clock.advance(MINUTE);
    await api.jobs.runScheduled('checkout.sync-missed-intents');
    expect(await harness.confirm(client_secret)).toBe('failed');
  });

  test.each(['away', 'busy', 'error', 'slow', 'lost'] as const)(
    'a provider that is %s: payment fails with code 9, and the unit is on sale again',
    async (kind) => {
      const { productId } = await createProductOnSale(api, { quantity: 1 });
      const buyer = await createTestUser(api);
      harness.setFailure(kind);
      await expect(startPayment(buyer, productId)).rejects.toMatchObject({
        code: 9,
        message: 'Payments are not answering. Nothing was charged: try again in a moment.',
      });
      expect(await getAvailableQuantity(buyer, productId)).toBe(1);
      harness.setFailure(null);
      const { token } = await startPayment(buyer, productId);
      harness.setFailure(kind);
      await expectApiError(completePayment(buyer, token), 9);
      await failPayment(buyer, token);
      expect(await getAvailableQuantity(buyer, productId)).toBe(1);
    },
  );

  test.each(['lost', 'error', 'busy', 'slow'] as const)(
    'a refund whose first attempt was %s is made once',
    async (kind) => {
      const { buyer, token, client_secret } = await createHold();
      await harness.confirm(client_secret);
      const { order } = (await completePayment(buyer, token)).data;
      await harness.deliverNotices();
      await buyer.call('cancelOrder', { params: { id: order.id }, body: {} });
      harness.setFailure(kind);
      await api.jobs.runDue({ mayFail: true });
      expect((await findPayment(token)).state).toBe('refund_due');
      harness.setFailure(null);
      api.clock.advance(2 * MINUTE);
      await api.jobs.runDue();
      await api.jobs.runScheduled('payments.retry-refunds');
      const { state, provider_ref } = await findPayment(token);
      expect(state).toBe('refunded');
      expect(await findListed(provider_ref!)).toMatchObject({ refunded_cents: 399 });
    },
  );

  test('partial refunds have one key each and never exceed the payment', async () => {
    const { buyer, token, client_secret } = await createHold();
    await harness.confirm(client_secret);
    await completePayment(buyer, token);
    const { provider_ref } = await findPayment(token);
    const refundedOnCard = (amountCents: number, idempotencyKey: string) =>
      api.provider.refund(provider_ref!, {
        amountCents,
        idempotencyKey: `${token}:${idempotencyKey}`,
        refundId: 0,
      });
    const first = await refundedOnCard(100, 'one');
    expect(await refundedOnCard(100, 'one')).toEqual(first);
    await refundedOnCard(99, 'two');
    await expect(refundedOnCard(201, 'three')).rejects.toThrow(RefundRefusedError);
    const { refunds } = await api.provider.returnsOf(provider_ref!);
    expect(refunds.toSorted((a, b) => b.amountCents - a.amountCents)).toMatchObject([
      { ref: first.ref, amountCents: 100, status: 'succeeded', refundId: 0 },
      { amountCents: 99 },
    ]);
    expect(await findListed(provider_ref!)).toMatchObject({ amount_cents: 399, refunded_cents: 199 });
  });

  test('the list covers a period, excluding its end', async () => {
    api.clock.advance(2 * HOUR);
    const from = api.clock.now();
    const firstHold = await createHold();
    api.clock.advance(HOUR);
    const to = api.clock.now();
    const secondHold = await createHold();
    const period = await api.provider.list({ from, to });
    expect(period.map(({ id }) => id)).toEqual([(await findPayment(firstHold.token)).provider_ref]);
    expect(period[0]).toMatchObject({ status: 'open', amount_cents: 399, created_at: from });
    await failPayment(secondHold.buyer, secondHold.token);
    await failPayment(firstHold.buyer, firstHold.token);
    api.clock.set('2026-11-20T12:00:00.000Z');
  });

  test('a dispute is recorded and posted once; the earning stays until the bank decides', async () => {
    const { buyer, seller, token, client_secret } = await createHold();
    api.context.config.operator.email = 'cards@town.example';
    await harness.confirm(client_secret, '4000 0000 0000 0259');
    await completePayment(buyer, token);
    await harness.deliverNotices({ times: 2, backwards: true });
    await api.jobs.runDue();
    const { id } = await findPayment(token);
    const disputes = () => api.db.selectFrom('disputes').selectAll().where('payment_id', '=', id).execute();
    expect(await disputes()).toMatchObject([
      { reason: 'fraudulent', status: 'needs_response', amount_cents: 399, withdrawn_cents: 399 },
    ]);
    expect(await findBalance(api.db, { kind: 'disputes' })).toBe(399);
    expect(await findBalance(api.db, { kind: 'seller', userId: seller.id })).toBe(-270);
    expect(await orders(buyer)).toMatchObject([{ state: 'paid' }]);
    const operatorMails = api.mails.filter(({ to }) => to === 'cards@town.example');
    expect(operatorMails).toMatchObject([{ subject: 'WoPack: a payment is disputed' }]);
    expect(operatorMails[0]!.text).toContain('3.99 EUR, fraudulent, needs_response');
  });
});
