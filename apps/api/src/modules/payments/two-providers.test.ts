import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expectBooksAgree } from '../../../test/books-agree.ts';
import { expectRefusal, initiate, left, type Person, person, shop } from '../../../test/builders.ts';
import { sandboxDesk, stripeDesk } from '../../../test/pay-desks.ts';
import { MINUTE, useTestApp } from '../../../test/test-app.ts';
import { balances } from '../ledger/index.ts';

const HOUR = 60 * MINUTE;

/** One behaviour, two providers. */
describe.each([
  ['sandbox', sandboxDesk()],
  ['stripe', stripeDesk()],
])('%s', (name, desk) => {
  const api = useTestApp(desk.options);
  beforeAll(() => desk.ready(api));
  afterEach(async () => {
    desk.trouble(null);
    await desk.notices();
    await expectBooksAgree(api.db);
  });
  afterAll(() => desk.close());

  const complete = (buyer: Person, token: string) => buyer.call('completePayment', { body: { token } });
  const fail = (buyer: Person, token: string) => buyer.call('failPayment', { body: { token } });
  const orders = async (buyer: Person) => (await buyer.call('listOrders')).data;
  const listed = async (ref: string) =>
    (await api.provider.list({ from: new Date(0), to: new Date('2030-01-01') })).find(({ id }) => id === ref);
  const paymentOf = (token: string) =>
    api.db.selectFrom('payments').selectAll().where('token', '=', token).executeTakeFirstOrThrow();

  /** A buyer who has set the last pack aside. */
  async function held(quantity = 1) {
    const { productId, seller } = await shop(api, { quantity });
    const buyer = await person(api);
    return { productId, seller, buyer, ...(await initiate(buyer, productId)) };
  }

  test('says who takes the money', async () => {
    const { data } = await api.client()('paymentProvider');
    expect(data).toEqual({ provider: name, publishable_key: name === 'stripe' ? 'pk_test_wopack' : null });
    const { provider } = await held();
    expect(provider).toBe(name);
  });

  test('a good card buys; the browser, the notice and the list say the same', async () => {
    const { buyer, token, client_secret } = await held();
    await expectRefusal(complete(buyer, token), 6);
    expect(await desk.confirm(client_secret)).toBe('succeeded');
    expect((await complete(buyer, token)).data.order).toMatchObject({ state: 'paid', card: '4242' });
    await desk.notices({ times: 2 });
    expect(await orders(buyer)).toHaveLength(1);
    const { provider_ref } = await paymentOf(token);
    expect(await listed(provider_ref!)).toMatchObject({
      status: 'succeeded',
      amount_cents: 399,
      refunded_cents: 0,
    });
  });

  test.each(['4000 0000 0000 0002', '4000 0000 0000 9995'])(
    'card %s is refused: the pack is on sale again, nothing can be paid later',
    async (number) => {
      const { buyer, productId, token, client_secret } = await held();
      expect(await desk.confirm(client_secret, number)).toBe('failed');
      await fail(buyer, token);
      expect(await left(buyer, productId)).toBe(1);
      expect(await desk.confirm(client_secret)).toBe('failed');
      const { provider_ref } = await paymentOf(token);
      expect(await listed(provider_ref!)).toMatchObject({ status: 'canceled' });
      const again = await initiate(buyer, productId);
      expect(again.token).not.toBe(token);
    },
  );

  test('the bank asks: refused, it can be tried again; approved, it is paid', async () => {
    const { buyer, token, client_secret } = await held();
    const asking = '4000 0025 0000 3155';
    expect(await desk.confirm(client_secret, asking)).toBe('requires_action');
    await expectRefusal(complete(buyer, token), 6);
    expect(await desk.answer(client_secret, false)).toBe('failed');
    expect(await desk.confirm(client_secret, asking)).toBe('requires_action');
    expect(await desk.answer(client_secret, true)).toBe('succeeded');
    expect((await complete(buyer, token)).data.order.card).toBe('3155');
  });

  test('left without a word: the hold ends, the bank’s late yes finds it closed', async () => {
    const { buyer, productId, client_secret } = await held();
    await desk.confirm(client_secret, '4000 0025 0000 3155');
    api.clock.advance(11 * MINUTE);
    await api.jobs.runDue();
    expect(await left(buyer, productId)).toBe(1);
    if (name === 'stripe') expect(await desk.answer(client_secret, true)).toBe('failed');
    else expect(await desk.confirm(client_secret)).toBe('failed');
    expect(await orders(buyer)).toEqual([]);
  });

  test('the browser is gone after paying: the notice makes the order, however often it comes', async () => {
    const [one, two] = [await held(), await held()];
    await desk.confirm(one.client_secret);
    await desk.confirm(two.client_secret);
    await desk.notices({ times: 3, backwards: true });
    for (const { buyer } of [one, two]) expect(await orders(buyer)).toMatchObject([{ state: 'paid' }]);
  });

  test('browser and notice both lost: the look of the minute finds the money', async () => {
    const { buyer, client_secret } = await held();
    await desk.confirm(client_secret);
    await desk.loseNotices();
    await api.jobs.tick('payments.sweep');
    expect(await orders(buyer)).toMatchObject([{ state: 'paid' }]);
  });

  test.each(['away', 'slow'] as const)(
    'paid, and %s while the hold runs out, notice lost: the list tells, a pack that is left is theirs',
    async (kind) => {
      const { buyer, client_secret, token, productId } = await held(2);
      await api.jobs.tick('payments.catch-up');
      await desk.confirm(client_secret);
      await desk.loseNotices();
      desk.trouble(kind);
      api.clock.advance(11 * MINUTE);
      await api.jobs.runDue();
      expect((await paymentOf(token)).state).toBe('expired');
      expect(await left(buyer, productId)).toBe(2);
      await expect(api.jobs.tick('payments.catch-up')).rejects.toThrow();

      desk.trouble(null);
      api.clock.advance(20 * MINUTE);
      await api.jobs.tick('payments.catch-up');
      expect(await orders(buyer)).toMatchObject([{ state: 'paid' }]);
      expect(await left(buyer, productId)).toBe(1);
    },
  );

  test('the same with no pack left: the money goes back once, and the buyer is told', async () => {
    const { buyer, client_secret, token, productId } = await held();
    await desk.confirm(client_secret);
    desk.trouble('away');
    await fail(buyer, token);
    desk.trouble(null);
    const other = await person(api);
    const second = await initiate(other, productId);
    await desk.confirm(second.client_secret);
    await complete(other, second.token);

    await desk.notices({ times: 2 });
    await api.jobs.runDue();
    await api.jobs.tick('payments.sweep');
    expect(await orders(buyer)).toEqual([]);
    const toBuyer = api.mails.findLast(({ to }) => to === buyer.email);
    expect(toBuyer?.subject).toContain('back');
    const { provider_ref, state } = await paymentOf(token);
    expect(state).toBe('refunded');
    expect(await listed(provider_ref!)).toMatchObject({ refunded_cents: 399 });
    expect((await balances(api.db)).get(`buyer:${buyer.id}`)).toBe(0);
  });

  test('what was closed for us while it could not be reached is closed there too', async () => {
    const { buyer, client_secret, token } = await held();
    desk.trouble('error');
    await fail(buyer, token);
    desk.trouble(null);
    api.clock.advance(MINUTE);
    await api.jobs.tick('payments.catch-up');
    expect(await desk.confirm(client_secret)).toBe('failed');
  });

  test.each(['away', 'busy', 'error', 'slow', 'lost'] as const)(
    'a provider that is %s: nobody waits for it with a pack in hand, and pages go on',
    async (kind) => {
      const { productId } = await shop(api, { quantity: 1 });
      const buyer = await person(api);
      desk.trouble(kind);
      await expect(initiate(buyer, productId)).rejects.toMatchObject({
        code: 9,
        message: 'Card payments are not answering. Nothing was charged: try again in a moment.',
      });
      expect(await left(buyer, productId)).toBe(1);
      desk.trouble(null);
      const { token } = await initiate(buyer, productId);
      desk.trouble(kind);
      await expectRefusal(complete(buyer, token), 9);
      await fail(buyer, token);
      expect(await left(buyer, productId)).toBe(1);
    },
  );

  test.each(['lost', 'error', 'busy', 'slow'] as const)(
    'a refund whose first try was %s is made once',
    async (kind) => {
      const { buyer, token, client_secret } = await held();
      await desk.confirm(client_secret);
      const { order } = (await complete(buyer, token)).data;
      await desk.notices();
      await buyer.call('cancelOrder', { params: { id: order.id }, body: {} });
      desk.trouble(kind);
      await api.jobs.runDue({ mayFail: true });
      expect((await paymentOf(token)).state).toBe('refund_due');
      desk.trouble(null);
      api.clock.advance(2 * MINUTE);
      await api.jobs.runDue();
      await api.jobs.tick('payments.sweep');
      const { state, provider_ref } = await paymentOf(token);
      expect(state).toBe('refunded');
      expect(await listed(provider_ref!)).toMatchObject({ refunded_cents: 399 });
    },
  );

  test('parts go back with a key each, never more than came', async () => {
    const { buyer, token, client_secret } = await held();
    await desk.confirm(client_secret);
    await complete(buyer, token);
    const { provider_ref } = await paymentOf(token);
    const back = (amountCents: number, idempotencyKey: string) =>
      api.provider.refund(provider_ref!, { amountCents, idempotencyKey: `${token}:${idempotencyKey}` });
    await back(100, 'one');
    await back(100, 'one');
    await back(99, 'two');
    await expect(back(201, 'three')).rejects.toThrow();
    expect(await listed(provider_ref!)).toMatchObject({ amount_cents: 399, refunded_cents: 199 });
  });

  test('the list is of a period, from its first instant to before its last', async () => {
    api.clock.advance(2 * HOUR);
    const from = api.clock.now();
    const one = await held();
    api.clock.advance(HOUR);
    const to = api.clock.now();
    const two = await held();
    const period = await api.provider.list({ from, to });
    expect(period.map(({ id }) => id)).toEqual([(await paymentOf(one.token)).provider_ref]);
    expect(period[0]).toMatchObject({ status: 'open', amount_cents: 399, created_at: from });
    await fail(two.buyer, two.token);
    await fail(one.buyer, one.token);
    api.clock.set('2026-11-20T12:00:00.000Z');
  });

  test('a disputed payment is written down and booked once; the loss is not the seller’s', async () => {
    const { buyer, seller, token, client_secret } = await held();
    api.context.config.operator.email = 'cards@town.example';
    await desk.confirm(client_secret, '4000 0000 0000 0259');
    await complete(buyer, token);
    await desk.notices({ times: 2, backwards: true });
    await api.jobs.runDue();
    const { id } = await paymentOf(token);
    const disputes = () => api.db.selectFrom('disputes').selectAll().where('payment_id', '=', id).execute();
    expect(await disputes()).toMatchObject([
      { reason: 'fraudulent', status: 'needs_response', amount_cents: 399, withdrawn_cents: 399 },
    ]);
    const book = await balances(api.db);
    expect([book.get('disputes'), book.get(`seller:${seller.id}`)]).toEqual([399, -270]);
    expect(await orders(buyer)).toMatchObject([{ state: 'paid' }]);
    const told = api.mails.filter(({ to }) => to === 'cards@town.example');
    expect(told).toMatchObject([{ subject: 'WoPack: a payment is disputed' }]);
    expect(told[0]!.text).toContain('3.99 EUR, fraudulent, needs_response');
  });
});
