import { afterEach, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  expectApiError,
  GOOD_CARD,
  markEmailVerified,
  type TestUser,
} from '../../../test/support/builders.ts';
import { expectConsistentData } from '../../../test/support/consistency.ts';
import { lockRow, MINUTE, useTestApp, waitUntilBlocked } from '../../../test/support/test-app.ts';
import { openEventStream } from '../../../test/support/test-request.ts';

const api = useTestApp();

afterEach(() => expectConsistentData(api.db));

const SECOND = 1_000;
const SLOW_CARD = { ...GOOD_CARD, number: '4000 0025 0000 3155' };

interface Answer {
  status: number;
  code?: number;
  message?: string;
  token?: string;
  client_secret?: string;
  retryAfter: number;
}

/** Presses Pay from a network of its own. */
async function press(
  buyer: TestUser,
  productId: number,
  network = `198.51.100.${buyer.id % 250}`,
): Promise<Answer> {
  const response = await api.app.inject({
    method: 'POST',
    url: '/api/v1/payment/initiate',
    remoteAddress: network,
    headers: { authorization: `Bearer ${buyer.token}`, 'accept-language': 'en' },
    payload: { amount: '3.99', currency: 'EUR', productId },
  });
  return {
    ...(JSON.parse(response.payload) as Omit<Answer, 'status' | 'retryAfter'>),
    status: response.statusCode,
    retryAfter: Number(response.headers['retry-after']),
  };
}

const createUsers = (count: number, options = {}) =>
  Promise.all(Array.from({ length: count }, () => createTestUser(api, options)));

const createVerified = () => createTestUser(api, { isEmailVerified: true });

async function pass(ms: number) {
  api.clock.advance(ms);
  await api.jobs.runDue();
}

const confirm = (buyer: TestUser, { client_secret }: Answer, card = GOOD_CARD) =>
  buyer.call('confirmSandboxPayment', { body: { client_secret: client_secret!, card } });

async function pay(buyer: TestUser, answer: Answer) {
  await confirm(buyer, answer);
  return buyer.call('completePayment', { body: { token: answer.token! } });
}

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
    .poll(() => stream.events('my_holds'), { timeout: 5_000 })
    .toEqual([{ product_id: null, slot_id: null }]);
  const hold = await press(holder!, productId);
  api.clock.advance(2 * MINUTE);
  expect((await press(await createVerified(), productId)).status).toBe(200);
  await expect
    .poll(() => stream.events('my_holds'), { timeout: 5_000 })
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
  const { productId } = await createProductOnSale(api, { quantity });
  const { data } = await (await createTestUser(api)).call('getOffer', { params: { id: productId } });
  return { productId, slotId: data.slot_id! };
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
