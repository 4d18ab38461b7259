import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { describeEachProvider } from '../../../test/payment-providers/each-provider.ts';
import {
  createProductOnSale,
  createTestUser,
  expectApiError,
  getAvailableQuantity,
  startPayment,
  type TestUser,
} from '../../../test/support/builders.ts';
import { MINUTE, useTestApp } from '../../../test/support/test-app.ts';
import { changeHold } from '../payments/index.ts';

const PHONE = '+351 912 345 628';

const SETTINGS = { PAYMENT_METHODS: 'card,mb_way' };

describeEachProvider(SETTINGS, (_name, { api, harness, findPayment, createHold, createWinners }) => {
  const request = (buyer: TestUser, token: string, phone = PHONE) =>
    buyer.call('requestMbWay', { body: { token, phone } });
  const check = async (buyer: TestUser, token: string) =>
    (await buyer.call('checkMbWay', { body: { token } })).data.state;
  const complete = (buyer: TestUser, token: string) => buyer.call('completePayment', { body: { token } });
  const answer = async (token: string, what: 'accepted' | 'refused' | 'expired' | 'deciding') =>
    harness.answerMbWay((await findPayment(token)).provider_ref!, what);

  test('a payment that is confirmed in the app becomes an order, which says how it was paid', async () => {
    const { buyer, token } = await createHold();
    const { data } = await request(buyer, token);
    expect(data).toEqual({
      confirm_until: new Date(api.clock.now().getTime() + 4 * MINUTE).toISOString(),
      phone_ending: '28',
    });
    // The page that is loaded again goes on with it.
    expect((await buyer.call('listMyHolds')).data).toMatchObject([{ token, mb_way: data }]);
    expect(await check(buyer, token)).toBe('waiting');
    await expectApiError(complete(buyer, token), 6);
    await answer(token, 'accepted');
    expect(await check(buyer, token)).toBe('settled');
    expect((await complete(buyer, token)).data.order).toMatchObject({
      state: 'paid',
      paid_with: 'mb_way',
      card: null,
    });
    await harness.deliverNotices({ times: 2 });
    expect((await buyer.call('listOrders')).data).toHaveLength(1);
    expect(api.mails.map(({ text }) => text).join()).toContain('MB WAY');
  });

  test('a quantity that is refused leaves the request to the phone as it is', async () => {
    const { buyer, token, productId } = await createHold();
    const { data } = await request(buyer, token);
    await expectApiError(
      buyer.call('initiatePayment', { body: { amount: '11.97', currency: 'EUR', productId, quantity: 3 } }),
      5,
      'quantity',
    );
    expect((await buyer.call('listMyHolds')).data).toMatchObject([{ token, mb_way: data }]);
    await answer(token, 'accepted');
    expect((await complete(buyer, token)).data.order).toMatchObject({ state: 'paid', quantity: 1 });
  });

  test('a payment that is confirmed after the page was closed settles by the notice', async () => {
    const { buyer, token } = await createHold();
    await request(buyer, token);
    await answer(token, 'accepted');
    await harness.deliverNotices();
    expect((await buyer.call('listOrders')).data).toMatchObject([{ paid_with: 'mb_way' }]);
  });

  test.each([
    ['refused', 'refused'],
    ['expired', 'expired'],
  ] as const)('after %s the same hold is paid by card', async (what, state) => {
    const { buyer, token, productId, expires_at } = await createHold();
    await request(buyer, token);
    await answer(token, what);
    const tabs = await Promise.all([check(buyer, token), check(buyer, token)]);
    expect(tabs).toEqual([state, state]);
    expect(await check(buyer, token)).toBe(state);
    expect((await buyer.call('listMyHolds')).data).toMatchObject([{ token, expires_at, mb_way: null }]);
    const again = await startPayment(buyer, productId);
    expect(again).toMatchObject({ token, expires_at });
    expect(await check(buyer, token)).toBe(state);
    await harness.confirm(again.client_secret);
    expect((await complete(buyer, token)).data.order).toMatchObject({ paid_with: 'card', card: '4242' });
  });

  test('nobody answers: after four minutes it is over, within the hold', async () => {
    const { buyer, token } = await createHold();
    await request(buyer, token, '910 000 003');
    api.clock.advance(4 * MINUTE - 1);
    expect(await check(buyer, token)).toBe('waiting');
    api.clock.advance(1);
    expect(await check(buyer, token)).toBe('expired');
    expect(await check(buyer, token)).toBe('expired');
    expect((await findPayment(token)).state).toBe('pending');
    // The next request has a word of its own.
    await request(buyer, token);
    expect(await check(buyer, token)).toBe('waiting');
    await answer(token, 'refused');
    expect(await check(buyer, token)).toBe('refused');
    expect(await check(buyer, token)).toBe('refused');
  });

  test('the number is corrected, and another way is chosen, in the same hold', async () => {
    const { buyer, token, productId } = await createHold();
    await request(buyer, token);
    const { provider_ref: firstRef } = await findPayment(token);
    await request(buyer, token, '91 765 43 21');
    expect((await api.provider.retrieve(firstRef!)).status).toBe('canceled');
    expect((await buyer.call('listMyHolds')).data).toMatchObject([{ mb_way: { phone_ending: '21' } }]);
    const { provider_ref: secondRef } = await findPayment(token);
    await buyer.call('leaveMbWay', { body: { token } });
    await buyer.call('leaveMbWay', { body: { token } });
    expect((await api.provider.retrieve(secondRef!)).status).toBe('canceled');
    expect(await check(buyer, token)).toBe('withdrawn');
    // The specified call alone is enough, too.
    await request(buyer, token);
    const { client_secret } = await startPayment(buyer, productId);
    expect(await check(buyer, token)).toBe('withdrawn');
    await harness.confirm(client_secret);
    expect((await complete(buyer, token)).data.order).toMatchObject({ paid_with: 'card' });
    expect(await check(buyer, token)).toBe('settled');
  });

  test('what was confirmed a moment ago is not paid again in another way', async () => {
    const { buyer, token, productId } = await createHold();
    await request(buyer, token);
    await answer(token, 'accepted');
    await expectApiError(buyer.call('leaveMbWay', { body: { token } }), 5);
    expect((await findPayment(token)).state).toBe('paid');
    await expectApiError(startPayment(buyer, productId), 5);
  });

  test('while the bank decides nothing else can be paid; a confirmation after the hold settles late', async () => {
    const { buyer, token, productId } = await createHold();
    await request(buyer, token);
    await answer(token, 'deciding');
    await expectApiError(buyer.call('leaveMbWay', { body: { token } }), 5);
    await expectApiError(startPayment(buyer, productId), 5);
    api.clock.advance(4 * MINUTE);
    expect(await check(buyer, token)).toBe('waiting');
    api.clock.advance(6 * MINUTE);
    await api.jobs.runScheduled('checkout.sync-holds');
    expect((await findPayment(token)).state).toBe('expired');
    expect(await check(buyer, token)).toBe('ended');
    expect(await getAvailableQuantity(buyer, productId)).toBe(1);
    await answer(token, 'accepted').catch(() => null);
    api.clock.advance(60 * MINUTE);
    await api.jobs.runScheduled('checkout.sync-missed-intents');
    expect((await buyer.call('listOrders')).data).toMatchObject([{ state: 'paid', paid_with: 'mb_way' }]);
  });

  test('a confirmation after the hold, when the unit is gone, is refunded', async () => {
    const { buyer, token, productId } = await createHold();
    await request(buyer, token);
    await answer(token, 'deciding');
    api.clock.advance(10 * MINUTE);
    await api.jobs.runScheduled('checkout.sync-holds');
    const other = await createTestUser(api);
    const second = await startPayment(other, productId);
    await harness.confirm(second.client_secret);
    await complete(other, second.token);
    await harness.answerMbWay((await findPayment(token)).provider_ref!, 'accepted').catch(() => null);
    api.clock.advance(60 * MINUTE);
    await api.jobs.runScheduled('checkout.sync-missed-intents');
    await api.jobs.runDue();
    expect((await findPayment(token)).state).toBe('refunded');
    expect((await buyer.call('listOrders')).data).toEqual([]);
  });

  test('a refund goes back like one of a card', async () => {
    const { buyer, token } = await createHold();
    await request(buyer, token);
    await answer(token, 'accepted');
    const { order } = (await complete(buyer, token)).data;
    await buyer.call('cancelOrder', { params: { id: order.id }, body: {} });
    await api.jobs.runDue();
    expect((await findPayment(token)).state).toBe('refunded');
  });

  test('a wrong number is refused beside the field, one without MB WAY by the provider', async () => {
    const { buyer, token, productId } = await createHold();
    await expectApiError(request(buyer, token, '210 000 018'), 1, 'phone');
    await expectApiError(request(buyer, token, '910 000 005'), 6);
    expect((await buyer.call('listMyHolds')).data).toMatchObject([{ token, mb_way: null }]);
    await request(buyer, token);
    await answer(token, 'accepted');
    expect(await check(buyer, token)).toBe('settled');
    expect(await getAvailableQuantity(buyer, productId)).toBe(0);
  });

  test('it takes four and a half minutes of the hold, and a hold', async () => {
    const { buyer, token } = await createHold();
    const stranger = await createTestUser(api);
    await expectApiError(request(stranger, token), 4);
    await expectApiError(stranger.call('checkMbWay', { body: { token } }), 4);
    await expectApiError(stranger.call('leaveMbWay', { body: { token } }), 4);
    api.clock.advance(5.5 * MINUTE + 1);
    await expectApiError(request(buyer, token), 5);
    await buyer.call('failPayment', { body: { token, code: 'released' } });
    await expectApiError(request(buyer, token), 5);
    expect(await check(buyer, token)).toBe('ended');
  });

  test('nobody is asked on and on for one pack, which is paid by card then', async () => {
    const { buyer, token, productId } = await createHold();
    const phones = Array.from({ length: 20 }, (_, index) => `9123456${String(10 + index)}`);
    const outcomes: string[] = [];
    for (const phone of phones) {
      // The limit of requests a minute is another one.
      await sql`delete from rate_limits`.execute(api.db);
      outcomes.push(
        await request(buyer, token, phone).then(
          () => 'sent',
          ({ code }: { code: number }) => `refused ${code}`,
        ),
      );
    }
    expect(outcomes.filter((outcome) => outcome === 'sent').length).toBeLessThanOrEqual(8);
    expect(outcomes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'sent'));
    expect(outcomes.at(-1)).toBe('refused 5');
    const { client_secret } = await startPayment(buyer, productId);
    await harness.confirm(client_secret);
    expect((await complete(buyer, token)).data.order).toMatchObject({ paid_with: 'card' });
  });

  test('letting go withdraws the request', async () => {
    const { buyer, token, productId } = await createHold();
    await request(buyer, token);
    const { provider_ref: ref } = await findPayment(token);
    await buyer.call('failPayment', { body: { token, code: 'released' } });
    expect((await api.provider.retrieve(ref!)).status).toBe('canceled');
    expect(await getAvailableQuantity(buyer, productId)).toBe(1);
  });

  test('an outage costs neither the hold nor a second charge', async () => {
    const { buyer, token } = await createHold();
    harness.setFailure('error');
    await expectApiError(request(buyer, token), 9);
    harness.setFailure(null);
    expect((await findPayment(token)).state).toBe('pending');
    // The answer to the question is lost: somebody may have been asked.
    const { confirmMbWay } = api.provider;
    api.provider.confirmMbWay = async (...args) => {
      await confirmMbWay(...args);
      throw new Error('lost');
    };
    await request(buyer, token);
    api.provider.confirmMbWay = confirmMbWay;
    await answer(token, 'accepted');
    expect(await check(buyer, token)).toBe('settled');
  });

  const lowerPrice = (productId: number) =>
    api.db.updateTable('products').set({ price_cents: 299 }).where('id', '=', productId).execute();

  test('a price that fell after a refused request is paid by card', async () => {
    const { buyer, token, productId } = await createHold();
    await request(buyer, token);
    await answer(token, 'refused');
    await api.provider.retrieve((await findPayment(token)).provider_ref!);
    await lowerPrice(productId);
    const again = await startPayment(buyer, productId, '2.99');
    expect(again.token).toBe(token);
    expect((await buyer.call('listMyHolds')).data).toMatchObject([{ mb_way: null }]);
    await harness.confirm(again.client_secret);
    expect((await complete(buyer, token)).data.order).toMatchObject({ paid_with: 'card', price: 2.99 });
  });

  test('a price that falls while the phone is about to be asked is not charged as it was', async () => {
    const { buyer, token, productId } = await createHold();
    await lowerPrice(productId);
    const { createIntent } = api.provider;
    api.provider.createIntent = async (intent) => {
      api.provider.createIntent = createIntent;
      // Another tab, whose request for an intent comes after this one.
      const hold = await findPayment(token);
      await api.db.transaction().execute((trx) => changeHold(trx, hold, { amount_cents: 299 }));
      return createIntent(intent);
    };
    await expectApiError(request(buyer, token), 5);
    await request(buyer, token);
    const { provider_ref: ref, amount_cents: amountCents } = await findPayment(token);
    const period = { from: new Date(0), to: new Date(api.clock.now().getTime() + MINUTE) };
    const requested = (await api.provider.list(period)).find(({ id }) => id === ref);
    expect(requested).toMatchObject({ amount_cents: amountCents });
    expect(amountCents).toBe(299);
  });

  test('whoever bought anew after a hold ended is not charged for both', async () => {
    const { buyer, token, productId } = await createHold(3);
    await request(buyer, token);
    await answer(token, 'deciding');
    api.clock.advance(10 * MINUTE);
    await api.jobs.runScheduled('checkout.sync-holds');
    api.clock.advance(2 * MINUTE);
    const again = await startPayment(buyer, productId);
    expect(again.token).not.toBe(token);
    await harness.confirm(again.client_secret);
    await complete(buyer, again.token);
    await harness.answerMbWay((await findPayment(token)).provider_ref!, 'accepted').catch(() => null);
    api.clock.advance(60 * MINUTE);
    await api.jobs.runScheduled('checkout.sync-missed-intents');
    await api.jobs.runDue();
    expect((await findPayment(token)).state).toBe('refunded');
    expect((await buyer.call('listOrders')).data).toMatchObject([{ paid_with: 'card' }]);
    expect(await getAvailableQuantity(buyer, productId)).toBe(2);
  });

  test('in a draw one phone wins once, and is asked for nothing before', async () => {
    const { productId, first, second } = await createWinners();
    await request(first.buyer, first.token);
    await expectApiError(request(second.buyer, second.token, '912345628'), 6);
    // The hold has no intent that could be confirmed.
    expect(await findPayment(second.token)).toMatchObject({ state: 'pending', provider_ref: null });
    await answer(first.token, 'refused');
    expect(await check(first.buyer, first.token)).toBe('refused');
    // Whoever did not pay by it leaves it to others.
    await request(second.buyer, second.token);
    await answer(second.token, 'accepted');
    expect(await check(second.buyer, second.token)).toBe('settled');
    await expectApiError(request(first.buyer, first.token), 6);
    const again = await startPayment(first.buyer, productId);
    await harness.confirm(again.client_secret);
    expect((await complete(first.buyer, first.token)).data.order).toMatchObject({ card: '4242' });
  });

  test('in a draw a phone is free again when its buyer pays a lower price', async () => {
    const { productId, first, second } = await createWinners();
    await request(first.buyer, first.token);
    await answer(first.token, 'refused');
    await api.provider.retrieve((await findPayment(first.token)).provider_ref!);
    await lowerPrice(productId);
    await startPayment(first.buyer, productId, '2.99');
    await request(second.buyer, second.token);
    await answer(second.token, 'accepted');
    expect(await check(second.buyer, second.token)).toBe('settled');
  });

  test('in a draw a phone is free again when the provider ended the request', async () => {
    const { first, second } = await createWinners();
    await request(first.buyer, first.token);
    await api.provider.cancel((await findPayment(first.token)).provider_ref!);
    await api.jobs.runScheduled('checkout.sync-holds');
    expect((await first.buyer.call('listMyHolds')).data).toMatchObject([{ mb_way: null }]);
    await request(second.buyer, second.token);
    await answer(second.token, 'accepted');
    expect(await check(second.buyer, second.token)).toBe('settled');
  });
});

describe('where it is not offered', () => {
  const api = useTestApp({ env: async () => ({ PAYMENT_METHODS: 'card' }) });

  test('the server refuses it', async () => {
    expect((await api.client()('getPaymentProvider')).data.methods).toEqual(['card']);
    const { productId } = await createProductOnSale(api);
    const buyer = await createTestUser(api);
    const { token } = await startPayment(buyer, productId);
    await expectApiError(buyer.call('requestMbWay', { body: { token, phone: PHONE } }), 5);
  });

  test('nor abroad, whatever the operator wants', async () => {
    api.context.config.paymentMethods = ['card', 'mb_way'];
    const { productId } = await createProductOnSale(api);
    await api.db.updateTable('sale_places').set({ time_zone: 'Europe/Madrid' }).execute();
    const buyer = await createTestUser(api);
    const { token } = await startPayment(buyer, productId);
    await expectApiError(buyer.call('requestMbWay', { body: { token, phone: PHONE } }), 5);
  });
});
