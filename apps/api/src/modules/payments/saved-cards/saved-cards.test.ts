import { expect, test } from 'vitest';
import { describeEachProvider } from '../../../../test/payment-providers/each-provider.ts';
import {
  createProductOnSale,
  createTestUser,
  expectApiError,
  startPayment,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { paymentPersonalData } from '../personal-data.queries.ts';

describeEachProvider({}, (_name, { api, harness }) => {
  const initiate = (buyer: TestUser, productId: number, saved_card?: 'keep' | 'use' | 'none') =>
    buyer.call('initiatePayment', { body: { amount: '3.99', currency: 'EUR', productId, saved_card } });
  const complete = async (buyer: TestUser, token: string) =>
    (await buyer.call('completePayment', { body: { token } })).data.order;
  const listCards = async (buyer: TestUser) => (await buyer.call('listSavedCards')).data;

  async function payAndKeep(buyer: TestUser, number?: string) {
    const { productId } = await createProductOnSale(api);
    const { token, client_secret } = await initiate(buyer, productId, 'keep');
    await harness.confirm(client_secret, number);
    await complete(buyer, token);
    // Lists are by time.
    api.clock.advance(1000);
    return (await listCards(buyer))[0]!;
  }

  test('a card is kept on request alone, and pays the next time', async () => {
    const buyer = await createTestUser(api);
    const first = await createProductOnSale(api);
    const payment = await startPayment(buyer, first.productId);
    await harness.confirm(payment.client_secret);
    await complete(buyer, payment.token);
    expect(await listCards(buyer)).toEqual([]);
    expect(await api.db.selectFrom('payment_customers').select('id').execute()).toEqual([]);

    const card = await payAndKeep(buyer);
    expect(card).toMatchObject({ brand: 'visa', last4: '4242', is_expired: false });
    const { productId } = await createProductOnSale(api);
    const { token, client_secret } = await initiate(buyer, productId, 'use');
    expect(await harness.confirmByKept(client_secret, card.id)).toBe('succeeded');
    expect(await complete(buyer, token)).toMatchObject({ state: 'paid', paid_with: 'card', card: '4242' });
    expect(await listCards(buyer)).toHaveLength(1);
  });

  test('its bank may still ask', async () => {
    const buyer = await createTestUser(api);
    const { productId } = await createProductOnSale(api);
    const keep = await initiate(buyer, productId, 'keep');
    expect(await harness.confirm(keep.client_secret, '4000002500003155')).toBe('requires_action');
    expect(await listCards(buyer)).toEqual([]);
    await harness.authenticate(keep.client_secret, true);
    await complete(buyer, keep.token);
    const [card] = await listCards(buyer);
    expect(card).toMatchObject({ last4: '3155' });
    const next = await initiate(buyer, (await createProductOnSale(api)).productId, 'use');
    expect(await harness.confirmByKept(next.client_secret, card!.id)).toBe('requires_action');
    await harness.authenticate(next.client_secret, true);
    expect(await complete(buyer, next.token)).toMatchObject({ card: '3155' });
  });

  test('a card that was refused, and one whose keeping was taken back, is not kept', async () => {
    const buyer = await createTestUser(api);
    const { productId } = await createProductOnSale(api);
    const { client_secret } = await initiate(buyer, productId, 'keep');
    await harness.confirm(client_secret, '4000000000000002');
    expect(await listCards(buyer)).toEqual([]);
    const again = await initiate(buyer, productId, 'none');
    expect(again.client_secret).toBe(client_secret);
    await harness.confirm(client_secret);
    await complete(buyer, again.token);
    expect(await listCards(buyer)).toEqual([]);
  });

  test('the same card is shown once, and removed with all that was kept of it', async () => {
    const buyer = await createTestUser(api);
    await payAndKeep(buyer, '5555555555554444');
    await payAndKeep(buyer);
    await payAndKeep(buyer);
    const cards = await listCards(buyer);
    expect(cards.map(({ last4 }) => last4)).toEqual(['4242', '4444']);
    await buyer.call('removeSavedCard', { params: { id: cards[0]!.id } });
    expect(await listCards(buyer)).toMatchObject([{ brand: 'mastercard', last4: '4444' }]);
    await expectApiError(buyer.call('removeSavedCard', { params: { id: cards[0]!.id } }), 4);
    const { client_secret } = await initiate(buyer, (await createProductOnSale(api)).productId, 'use');
    expect(
      await harness.confirmByKept(client_secret, cards[0]!.id).catch(() => 'failed'),
      'a removed card pays nothing',
    ).toBe('failed');
  });

  test('the chosen card is the default until it is removed, else the newest', async () => {
    const buyer = await createTestUser(api);
    await payAndKeep(buyer, '5555555555554444');
    await payAndKeep(buyer);
    const listDefaults = async () => (await listCards(buyer)).map((card) => [card.last4, card.is_default]);
    expect(await listDefaults()).toEqual([
      ['4242', true],
      ['4444', false],
    ]);
    const [, mastercard] = await listCards(buyer);
    await buyer.call('setDefaultCard', { params: { id: mastercard!.id } });
    expect(await listDefaults()).toEqual([
      ['4242', false],
      ['4444', true],
    ]);
    const stranger = await createTestUser(api);
    await expectApiError(stranger.call('setDefaultCard', { params: { id: mastercard!.id } }), 4);
    await payAndKeep(stranger);
    await expectApiError(stranger.call('setDefaultCard', { params: { id: mastercard!.id } }), 4);
    await buyer.call('removeSavedCard', { params: { id: mastercard!.id } });
    expect(await listDefaults()).toEqual([['4242', true]]);
  });

  test('nobody sees, removes or uses the card of another', async () => {
    const [owner, stranger] = [await createTestUser(api), await createTestUser(api)];
    const card = await payAndKeep(owner);
    await payAndKeep(stranger, '5555555555554444');
    expect((await listCards(stranger)).map(({ last4 }) => last4)).toEqual(['4444']);
    await expectApiError(stranger.call('removeSavedCard', { params: { id: card.id } }), 4);
    const { client_secret } = await initiate(stranger, (await createProductOnSale(api)).productId, 'use');
    expect(await harness.confirmByKept(client_secret, card.id).catch(() => 'failed')).toBe('failed');
    expect(await listCards(owner)).toHaveLength(1);
  });

  test('an expired card says so, and the hold is paid otherwise', async () => {
    const buyer = await createTestUser(api);
    await payAndKeep(buyer);
    await harness.expireCards();
    const [card] = await listCards(buyer);
    expect(card).toMatchObject({ exp_month: 10, exp_year: 2026, is_expired: true });
    const { productId } = await createProductOnSale(api);
    const { token, client_secret } = await initiate(buyer, productId, 'use');
    expect(await harness.confirmByKept(client_secret, card!.id)).toBe('failed');
    await harness.confirm(client_secret);
    expect(await complete(buyer, token)).toMatchObject({ state: 'paid' });
  });

  test('a second tab that opens what was just paid is told so, not of an outage', async () => {
    const buyer = await createTestUser(api);
    const card = await payAndKeep(buyer);
    const { productId } = await createProductOnSale(api);
    const paid = await initiate(buyer, productId, 'use');
    expect(await harness.confirmByKept(paid.client_secret, card.id)).toBe('succeeded');
    expect(await initiate(buyer, productId, 'use')).toMatchObject({ token: paid.token });
    expect(await complete(buyer, paid.token)).toMatchObject({ state: 'paid' });
  });

  test('cards that the provider does not know any more keep nobody from paying or keeping another', async () => {
    const buyer = await createTestUser(api);
    const readCustomer = async () =>
      (
        await api.db
          .selectFrom('payment_customers')
          .select('ref')
          .where('user_id', '=', buyer.id)
          .executeTakeFirstOrThrow()
      ).ref;
    // Deleted on the provider's pages; or its keys are those of another account now.
    const card = await payAndKeep(buyer);
    await api.provider.deleteCustomer(await readCustomer());
    expect(await listCards(buyer)).toEqual([]);
    await expectApiError(buyer.call('removeSavedCard', { params: { id: card.id } }), 4);
    await payAndKeep(buyer, '5555555555554444');
    await api.provider.deleteCustomer(await readCustomer());
    const { productId } = await createProductOnSale(api);
    const { token, client_secret } = await initiate(buyer, productId, 'none');
    await harness.confirm(client_secret);
    expect(await complete(buyer, token)).toMatchObject({ state: 'paid' });
    await api.provider.deleteCustomer(await readCustomer().catch(() => ''));
    expect(await payAndKeep(buyer)).toMatchObject({ last4: '4242' });
  });

  test('when the account is erased the provider forgets the cards', async () => {
    const buyer = await createTestUser(api);
    await payAndKeep(buyer);
    const { ref } = await api.db
      .selectFrom('payment_customers')
      .select('ref')
      .where('user_id', '=', buyer.id)
      .executeTakeFirstOrThrow();
    expect(await buyer.call('exportAccount')).toMatchObject({ saved_cards: [{ customer: ref }] });
    const subject = { id: buyer.id, businessIds: [buyer.id] };
    await api.db.transaction().execute((trx) => paymentPersonalData.erase!(trx, subject, api.clock.now()));
    // Away: it is tried again.
    harness.setFailure('error');
    await api.jobs.runScheduled('payments.forget-customers').catch(() => null);
    harness.setFailure(null);
    const stored = api.db.selectFrom('payment_customers').select('id').where('ref', '=', ref);
    expect(await stored.execute()).toHaveLength(1);
    await api.jobs.runScheduled('payments.forget-customers');
    expect(await stored.execute()).toEqual([]);
    expect(await api.provider.listCards(ref).catch(() => [])).toEqual([]);
  });
});
