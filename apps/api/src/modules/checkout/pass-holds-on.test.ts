import { afterEach, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  createTestUsers,
  expectApiError,
  GOOD_CARD,
  markEmailVerified,
  type PayAnswer,
  payHold,
  pressPay,
  startPaymentOf,
  type TestUser,
} from '../../../test/support/builders.ts';
import { expectConsistentData } from '../../../test/support/consistency.ts';
import {
  FRIDAY_NOON,
  lockRow,
  MINUTE,
  useTestApp,
  waitUntilBlocked,
} from '../../../test/support/test-app.ts';
import { openEventStream } from '../../../test/support/test-request.ts';
import { createGrant } from '../credit/index.ts';
import { passHoldsToLine } from './pass-holds-on.ts';

const api = useTestApp();

afterEach(() => expectConsistentData(api.db));

const SECOND = 1_000;
const SLOW_CARD = { ...GOOD_CARD, number: '4000 0025 0000 3155' };

const press = (buyer: TestUser, productId: number, network?: string, amount?: string) =>
  pressPay(api, buyer, productId, { network, amount });
const createUsers = (count: number, options = {}) => createTestUsers(api, count, options);
const createVerified = () => createTestUser(api, { isEmailVerified: true });

async function pass(ms: number) {
  api.clock.advance(ms);
  await api.jobs.runDue();
}

const confirm = (buyer: TestUser, { client_secret }: PayAnswer, card = GOOD_CARD) =>
  buyer.call('confirmSandboxPayment', { body: { client_secret: client_secret!, card } });

async function pay(buyer: TestUser, answer: PayAnswer) {
  await confirm(buyer, answer);
  return buyer.call('completePayment', { body: { token: answer.token! } });
}

const refusalOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => '',
    ({ message }: Error) => message,
  );

const listStates = async (productId: number) =>
  (
    await api.db
      .selectFrom('payments')
      .select(['user_id', 'state', 'is_passed_on'])
      .where('product_id', '=', productId)
      .orderBy('id')
      .execute()
  ).map(({ state, is_passed_on }) => (is_passed_on ? 'passed on' : state));

test('accounts on networks of their own do not keep a verified buyer from buying, round after round', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 3 });
  let refusals = 0;
  for (let round = 0; round < 3; round++) {
    // Of each wave as many get a hold as there are units left.
    const attackers = await createUsers(3);
    for (const [index, attacker] of attackers.entries())
      await press(attacker, productId, `203.0.113.${round * 8 + index}`);
    api.clock.advance(30 * SECOND);
    const buyer = await createVerified();
    const first = await press(buyer, productId);
    if (first.status !== 200) {
      // Only the last unit is theirs for longer, and the buyer is told until when.
      refusals++;
      expect(first).toMatchObject({ code: 5, retryAfter: 30 });
      api.clock.advance(30 * SECOND);
    }
    const hold = first.status === 200 ? first : await press(buyer, productId);
    expect(hold.status).toBe(200);
    await pay(buyer, hold);
  }
  expect(refusals).toBe(1);
  expect((await listStates(productId)).filter((state) => state === 'paid')).toHaveLength(3);
});

test('an account that has just registered buys the last unit, and is not hurried while it pays', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 1 });
  const newcomer = await createTestUser(api);
  const buyer = await createVerified();
  const hold = await press(newcomer, productId);
  await confirm(newcomer, hold, SLOW_CARD);
  api.clock.advance(9 * MINUTE);
  // Its bank asks; the card is being confirmed.
  expect(await press(buyer, productId)).toMatchObject({
    status: 409,
    message: expect.stringContaining('Sold out'),
  });
  await newcomer.call('authenticateSandboxPayment', {
    body: { client_secret: hold.client_secret!, approve: true },
  });
  await newcomer.call('completePayment', { body: { token: hold.token! } });
  expect(await listStates(productId)).toEqual(['paid']);
});

test('the hold of a verified buyer, or of one who has bought before, passes to nobody', async () => {
  for (const isEmailVerified of [true, false]) {
    const { productId } = await createProductOnSale(api, { quantity: 1 });
    const [holder] = await createUsers(1, { isEmailVerified });
    if (!isEmailVerified) await buyProduct(holder!, (await createProductOnSale(api)).productId);
    expect((await press(holder!, productId)).status).toBe(200);
    api.clock.advance(9 * MINUTE);
    expect(await press(await createVerified(), productId)).toMatchObject({ status: 409 });
    expect(await listStates(productId)).toEqual(['pending']);
  }
});

test('who has bought before takes it over as a verified buyer does; others are told how', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 1 });
  const [holder, regular, newcomer] = await createUsers(3);
  await buyProduct(regular!, (await createProductOnSale(api)).productId);
  await press(holder!, productId);
  api.clock.advance(2 * MINUTE);
  const refusal = await press(newcomer!, productId);
  expect(refusal).toMatchObject({ status: 409, code: 5 });
  expect(refusal.message).toContain('Confirm your e-mail');
  await markEmailVerified(api, newcomer!);
  expect((await press(regular!, productId)).status).toBe(200);
  expect(await press(newcomer!, productId)).toMatchObject({ message: expect.stringContaining('Sold out') });
  expect(await listStates(productId)).toEqual(['passed on', 'pending']);
});

test('letting go and taking again, or with another account of the network, does not begin the time anew', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 1 });
  const attackers = await createUsers(3);
  for (const attacker of attackers) {
    const { token } = await press(attacker, productId, '203.0.113.1');
    api.clock.advance(50 * SECOND);
    if (attacker !== attackers[2])
      await attacker.call('failPayment', { body: { token: token!, code: 'released' } });
  }
  expect((await press(await createVerified(), productId)).status).toBe(200);
});

test('whoever may not take another hold takes nothing from anybody', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 1 });
  const buyer = await createVerified();
  for (let count = 0; count < 2; count++) await press(buyer, (await createProductOnSale(api)).productId);
  const holder = await createTestUser(api);
  const hold = await press(holder, productId);
  api.clock.advance(3 * MINUTE);
  expect(await press(buyer, productId)).toMatchObject({ status: 429 });
  await pay(holder, hold);
  expect(await listStates(productId)).toEqual(['paid']);
});

test('the intent is cancelled first: without an answer of the provider, or after a payment, nothing passes on', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 1 });
  const [holder] = await createUsers(1);
  const buyer = await createVerified();
  const hold = await press(holder!, productId);
  api.clock.advance(3 * MINUTE);
  const { cancelIdle } = api.provider;
  api.provider.cancelIdle = async () => {
    throw new Error('unreachable');
  };
  expect((await press(buyer, productId)).status).toBe(409);
  // The card is charged in the last moment, and nothing has been noticed of it yet.
  api.provider.cancelIdle = async (ref) => {
    await confirm(holder!, hold);
    return cancelIdle(ref);
  };
  expect((await press(buyer, productId)).status).toBe(409);
  api.provider.cancelIdle = cancelIdle;
  await api.jobs.runDue();
  expect(await listStates(productId)).toEqual(['paid']);
});

test('whose hold has passed on cannot pay it any more, and is told why, on the stream as well', async () => {
  const { productId, slotId } = await createOfferWithSlot();
  const [holder] = await createUsers(1);
  const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const stream = await openEventStream(`${url}/api/v1/live?products=${productId}&mine=yes`, holder!);
  await expect
    .poll(() => stream.events('my_holds'), { timeout: 60_000 })
    .toEqual([{ product_id: null, slot_id: null }]);
  const hold = await press(holder!, productId);
  api.clock.advance(2 * MINUTE);
  expect((await press(await createVerified(), productId)).status).toBe(200);
  await expect
    .poll(() => stream.events('my_holds'), { timeout: 60_000 })
    .toContainEqual({ product_id: productId, slot_id: slotId });
  stream.close();
  expect(await confirm(holder!, hold)).toMatchObject({ status: 'failed' });
  const complete = holder!.call('completePayment', { body: { token: hold.token! } });
  await expect(complete).rejects.toMatchObject({
    code: 6,
    message: expect.stringContaining('confirmed e-mail'),
  });
  expect((await holder!.call('listMyHolds')).data).toEqual([]);
});

async function createOfferWithSlot(quantity = 1) {
  const { productId, seller } = await createProductOnSale(api, { quantity });
  const { data } = await (await createTestUser(api)).call('getOffer', { params: { id: productId } });
  return { productId, slotId: data.slot_id!, seller };
}

test('those who wait in line get what is on hold and not paid, in their order', async () => {
  const { productId, slotId } = await createOfferWithSlot(2);
  const holders = await createUsers(2);
  for (const holder of holders) await press(holder, productId);
  const [first, second] = await createUsers(2, { isEmailVerified: true });
  for (const user of [first!, second!]) {
    await user.call('joinWaitlist', { params: { id: slotId }, body: null });
    await api.jobs.runDue();
  }
  expect((await first!.call('listMyHolds')).data).toEqual([]);
  await pass(30 * SECOND);
  expect((await first!.call('listMyHolds')).data).toMatchObject([{ slot_id: slotId, is_offer: true }]);
  expect((await second!.call('listMyHolds')).data).toEqual([]);
  await pass(90 * SECOND);
  expect((await second!.call('listMyHolds')).data).toMatchObject([{ slot_id: slotId, is_offer: true }]);
  // Whose hold has passed on may wait at once, with a verified address.
  await markEmailVerified(api, holders[0]!);
  await holders[0]!.call('joinWaitlist', { params: { id: slotId }, body: null });
  expect(await listStates(productId)).toEqual(['passed on', 'passed on', 'pending', 'pending']);
});

test('a line takes no more than it needs, and nothing that is being paid', async () => {
  const { productId, slotId } = await createOfferWithSlot(3);
  const [paying, idle, other] = await createUsers(3);
  await confirm(paying!, await press(paying!, productId), SLOW_CARD);
  for (const user of [idle!, other!]) await press(user, productId);
  api.clock.advance(5 * MINUTE);
  await (await createVerified()).call('joinWaitlist', { params: { id: slotId }, body: null });
  await api.jobs.runDue();
  expect(await listStates(productId)).toEqual(['pending', 'passed on', 'pending', 'pending']);
});

test('when the seller has marked the slot sold out nothing passes on, and the holder can pay after all', async () => {
  const { productId, seller } = await createProductOnSale(api, { quantity: 1 });
  const [holder] = await createUsers(1);
  const hold = await press(holder!, productId);
  const [slot] = await api.db
    .selectFrom('payments')
    .select('slot_id')
    .where('token', '=', hold.token!)
    .execute();
  await seller.call('markSlotSoldOut', { params: { id: slot!.slot_id } });
  api.clock.advance(3 * MINUTE);
  expect((await press(await createVerified(), productId)).status).toBe(409);
  const complete = () => holder!.call('completePayment', { body: { token: hold.token! } });
  await expectApiError(complete(), 6);
  const again = await press(holder!, productId);
  expect(again).toMatchObject({ status: 200, token: hold.token });
  await pay(holder!, again);
});

test('of many buyers at one moment as many get a unit as there are idle holds, whatever the holders do', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 4 });
  const holders = await createUsers(4);
  const holds = [];
  for (const holder of holders) holds.push(await press(holder, productId));
  api.clock.advance(3 * MINUTE);
  const buyers = await createUsers(6, { isEmailVerified: true });
  const [answers] = await Promise.all([
    Promise.all(buyers.map((buyer) => press(buyer, productId))),
    pay(holders[0]!, holds[0]!).catch(() => null),
    holders[1]!.call('failPayment', { body: { token: holds[1]!.token!, code: 'released' } }),
    press(holders[2]!, productId),
  ]);
  const taken = answers.filter(({ status }) => status === 200).length;
  const states = await listStates(productId);
  const owned = states.filter((state) => state === 'paid' || state === 'pending').length;
  expect(owned).toBeLessThanOrEqual(4);
  expect(taken).toBeGreaterThanOrEqual(2);
  for (const [index, answer] of answers.entries())
    if (answer.status === 200) await pay(buyers[index]!, answer);
  // Every charge has its unit: nothing is owed back.
  expect(await listStates(productId)).not.toContain('refund_due');
});

test('two buyers who want the same hold: the second finds it gone', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 1 });
  const [holder] = await createUsers(1);
  const hold = await press(holder!, productId);
  api.clock.advance(3 * MINUTE);
  const { id } = await api.db
    .selectFrom('payments')
    .select('id')
    .where('token', '=', hold.token!)
    .executeTakeFirstOrThrow();
  const buyers = await createUsers(2, { isEmailVerified: true });
  const release = await lockRow(api, 'payments', id);
  const calls = buyers.map((buyer) => press(buyer, productId));
  await waitUntilBlocked(api, 2, ...calls);
  await release();
  expect((await Promise.all(calls)).map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await listStates(productId)).sort()).toEqual(['passed on', 'pending']);
});

/** What a client that has the secret of a hold can still do with it. */
const canPay = async (holder: TestUser, hold: PayAnswer) => {
  await pay(holder, hold);
  return true;
};

test('a line ends no hold whose unit would go to nobody', async () => {
  const changes: Record<
    string,
    (slot: { productId: number; slotId: number; seller: TestUser }) => Promise<unknown>
  > = {
    'the seller marked the slot sold out': ({ seller, slotId }) =>
      seller.call('markSlotSoldOut', { params: { id: slotId } }),
    'the product is paused': ({ productId }) =>
      api.db.updateTable('products').set({ state: 'paused' }).where('id', '=', productId).execute(),
    'the sale place is paused': ({ productId }) =>
      api.db
        .updateTable('sale_places')
        .set({ paused: true })
        .where('id', '=', (eb) =>
          eb.selectFrom('products').select('sale_place_id').where('id', '=', productId),
        )
        .execute(),
  };
  for (const [name, change] of Object.entries(changes)) {
    const offer = await createOfferWithSlot();
    const holder = await createTestUser(api);
    const hold = await press(holder, offer.productId);
    await (await createVerified()).call('joinWaitlist', { params: { id: offer.slotId }, body: null });
    await change(offer);
    await pass(3 * MINUTE);
    expect({ name, states: await listStates(offer.productId) }).toEqual({ name, states: ['pending'] });
    // With the secret that the page has.
    expect(await canPay(holder, hold)).toBe(true);
  }
});

test('a line of people who cannot take a unit ends no hold', async () => {
  const { productId, slotId } = await createOfferWithSlot();
  const [holder] = await createUsers(1);
  const hold = await press(holder!, productId);
  const [busy, blocked] = await createUsers(2, { isEmailVerified: true });
  for (let count = 0; count < 2; count++) await press(busy!, (await createProductOnSale(api)).productId);
  for (const user of [busy!, blocked!])
    await user.call('joinWaitlist', { params: { id: slotId }, body: null });
  await api.db
    .updateTable('users')
    .set({ blocked_at: api.clock.now() })
    .where('id', '=', blocked!.id)
    .execute();
  await pass(3 * MINUTE);
  expect(await listStates(productId)).toEqual(['pending']);
  expect(await canPay(holder!, hold)).toBe(true);
});

test('two who join a line at once end as many holds as two need', async () => {
  const { productId, slotId } = await createOfferWithSlot(4);
  for (const holder of await createUsers(4)) await press(holder, productId);
  api.clock.advance(3 * MINUTE);
  for (const user of await createUsers(2, { isEmailVerified: true }))
    await user.call('joinWaitlist', { params: { id: slotId }, body: null });
  const { cancelIdle } = api.provider;
  const run = () => passHoldsToLine(api.context, api.provider, slotId);
  let other: Promise<void> | undefined;
  // The other one runs while this one asks the provider, and looks at the line before anything is passed on.
  api.provider.cancelIdle = async (ref) => {
    api.provider.cancelIdle = cancelIdle;
    other = run();
    await other;
    return cancelIdle(ref);
  };
  await run();
  await other;
  api.provider.cancelIdle = cancelIdle;
  expect((await listStates(productId)).filter((state) => state === 'passed on')).toHaveLength(2);
  await api.jobs.runDue();
});

test('what is off sale, or marked sold out, costs no holder the intent, however often others press', async () => {
  const { productId, slotId, seller } = await createOfferWithSlot();
  const [holder] = await createUsers(1);
  const hold = await press(holder!, productId);
  await seller.call('markSlotSoldOut', { params: { id: slotId } });
  api.clock.advance(3 * MINUTE);
  for (const buyer of await createUsers(3, { isEmailVerified: true }))
    expect((await press(buyer, productId)).status).toBe(409);
  expect(await canPay(holder!, hold)).toBe(true);
});

test('when the slot is marked sold out just now, the holder gets another intent', async () => {
  const { productId, slotId, seller } = await createOfferWithSlot();
  const [holder] = await createUsers(1);
  const hold = await press(holder!, productId);
  api.clock.advance(3 * MINUTE);
  const { cancelIdle } = api.provider;
  api.provider.cancelIdle = async (ref) => {
    await seller.call('markSlotSoldOut', { params: { id: slotId } });
    return cancelIdle(ref);
  };
  expect((await press(await createVerified(), productId)).status).toBe(409);
  api.provider.cancelIdle = cancelIdle;
  const again = await press(holder!, productId);
  expect(again).toMatchObject({ status: 200, token: hold.token });
  expect(again.client_secret).not.toBe(hold.client_secret);
  expect(await canPay(holder!, again)).toBe(true);
});

test('who takes a hold at a higher price in another window meanwhile gets that one, cheaper', async () => {
  const { productId, slotId } = await createOfferWithSlot();
  const holder = await createTestUser(api);
  const hold = await press(holder, productId);
  const buyer = await createVerified();
  api.clock.advance(3 * MINUTE);
  const setPrice = (cents: number) =>
    api.db.updateTable('products').set({ price_cents: cents }).where('id', '=', productId).execute();
  const { cancelIdle } = api.provider;
  api.provider.cancelIdle = async (ref) => {
    api.provider.cancelIdle = cancelIdle;
    await api.db
      .updateTable('pickup_slots')
      .set((eb) => ({ quantity: eb('quantity', '+', 1), units_left: 1 }))
      .where('id', '=', slotId)
      .execute();
    await setPrice(499);
    const { status } = await press(buyer, productId, undefined, '4.99');
    expect(status).toBe(200);
    await setPrice(399);
    return cancelIdle(ref);
  };
  expect(await press(buyer, productId)).toMatchObject({ status: 200 });
  expect((await buyer.call('listMyHolds')).data).toMatchObject([{ amount_cents: 399 }]);
  // Nothing was taken from the other.
  expect(await canPay(holder, await press(holder, productId))).toBe(true);
  expect(await confirm(holder, hold)).toMatchObject({ status: 'failed' });
});

test.each([
  ['credit', { use_credit: true }],
  ['a code', { code: 'TAKEOVER' }],
  ['the sum that was shown', { card_amount: 3.99 }],
])('who uses %s takes over as others do: told when, then it is theirs', async (_what, wish) => {
  api.clock.set(FRIDAY_NOON);
  const { productId } = await createProductOnSale(api, { quantity: 3 });
  const [holder, buyer] = [await createTestUser(api), await createVerified()];
  await startPaymentOf(holder, productId, 3);
  await api.db.transaction().execute((trx) =>
    createGrant(trx, {
      userId: buyer.id,
      source: 'support',
      amountCents: 150,
      sellerId: null,
      endsAt: null,
      now: api.clock.now(),
    }),
  );
  await api.db
    .insertInto('discount_codes')
    .values({
      code: 'TAKEOVER',
      name: 'test',
      effect: 'amount',
      amount_cents: 100,
      starts_at: api.clock.now(),
      created_at: api.clock.now(),
      max_uses_per_user: 9,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const ask = () =>
    buyer.call('initiatePayment', { body: { amount: 3.99, currency: 'EUR', productId, ...wish } });
  expect(await refusalOf(ask())).toContain('12:02');
  api.clock.advance(2 * MINUTE);
  const hold = await ask();
  const creditCents = 'use_credit' in wish ? 150 : 0;
  const discountCents = 'code' in wish ? 100 : 0;
  expect(hold).toMatchObject({
    credit_cents: creditCents,
    discount_cents: discountCents,
    card_cents: 399 - creditCents - discountCents,
  });
  expect(await listStates(productId)).toEqual(['passed on', 'pending']);
});

test('of several idle holds as many are taken over as are needed, in one step; the rest goes on sale', async () => {
  api.clock.set(FRIDAY_NOON);
  const { productId } = await createProductOnSale(api, { quantity: 5 });
  const holders = await createUsers(3);
  const buyer = await createVerified();
  for (const [index, holder] of holders.entries()) await startPaymentOf(holder, productId, [1, 2, 2][index]!);
  expect(await refusalOf(startPaymentOf(buyer, productId, 3))).toMatch(/12:0\d/);
  api.clock.advance(3 * MINUTE);
  await startPaymentOf(buyer, productId, 3);
  expect(await listStates(productId)).toEqual(['passed on', 'passed on', 'pending', 'pending']);
  const other = await createVerified();
  await startPaymentOf(other, productId, 1);
  expect(await refusalOf(startPaymentOf(await createVerified(), productId, 3))).toContain('1');
});

test('where idle holds have fewer units than are asked for, the buyer hears how many, and nothing ends', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 3 });
  await buyProduct(await createVerified(), productId);
  const [holder, buyer] = [await createTestUser(api), await createVerified()];
  const hold = await startPaymentOf(holder, productId, 2);
  api.clock.advance(3 * MINUTE);
  expect(await refusalOf(startPaymentOf(buyer, productId, 3))).toContain('Only 2 left');
  await payHold(holder, hold);
  expect(await listStates(productId)).toEqual(['paid', 'paid']);
});
