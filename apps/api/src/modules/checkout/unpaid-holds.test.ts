import { afterEach, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  createTestUsers,
  DECLINED_CARD,
  expectApiError,
  GOOD_CARD,
  getAvailableQuantity,
  pressPay,
  startPayment,
  type TestUser,
} from '../../../test/support/builders.ts';
import { expectConsistentData } from '../../../test/support/consistency.ts';
import { MINUTE, useTestApp } from '../../../test/support/test-app.ts';

const api = useTestApp();

afterEach(() => expectConsistentData(api.db));

const press = (buyer: TestUser, productId: number, network: string, language?: string) =>
  pressPay(api, buyer, productId, { network, language });
const createUsers = (count: number, options = {}) => createTestUsers(api, count, options);

async function pass(minutes: number) {
  api.clock.advance(minutes * MINUTE);
  await api.jobs.runDue();
}

const release = (buyer: TestUser, token: string, code = 'released') =>
  buyer.call('failPayment', { body: { token, code } });

test('three accounts on one network do not keep all units: one is left, and the others come back', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 3 });
  const attackers = await createUsers(3);
  const attack = async () => {
    const answers = await Promise.all(attackers.map((user) => press(user, productId, '203.0.113.7')));
    return answers.filter(({ status }) => status === 200).length;
  };
  expect(await attack()).toBe(2);
  const [first, second] = await createUsers(2);
  expect((await press(first!, productId, '198.51.100.1')).status).toBe(200);
  await pass(10);
  expect(await attack()).toBe(0);
  expect((await press(second!, productId, '198.51.100.2')).status).toBe(200);
  expect(await getAvailableQuantity(second!, productId)).toBe(2);
});

test('nor do new accounts of that network, round after round', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 3 });
  let held = 0;
  for (let minute = 0; minute < 120; minute++) {
    const [attacker] = await createUsers(1);
    if ((await press(attacker!, productId, '2001:db8:7:7::5')).status === 200) held++;
    await pass(1);
  }
  // Two at once, ten minutes each, with a wait that grows to an hour.
  expect(held).toBeLessThanOrEqual(10);
  expect(await getAvailableQuantity(await createTestUser(api), productId)).toBeGreaterThanOrEqual(1);
});

test('three accounts on many networks wait longer each time', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 3 });
  const attackers = await createUsers(3);
  const takenAt: number[] = [];
  for (let minute = 0; minute < 100; minute += 5) {
    await Promise.all(attackers.map((user, index) => press(user, productId, `203.0.113.${minute + index}`)));
    if ((await getAvailableQuantity(attackers[0]!, productId)) === 0) takenAt.push(minute);
    await pass(5);
  }
  expect(takenAt).toEqual([0, 5, 15, 20, 30, 35, 55, 60]);
  const refusal = await press(attackers[0]!, productId, '203.0.113.250');
  expect(refusal).toMatchObject({ code: 7, retryAfter: 25 * 60 });
});

test('the wait is told with its end at the sale place, in the language of the buyer', async () => {
  const { productId } = await createProductOnSale(api);
  const [buyer] = await createUsers(1);
  api.clock.set('2026-11-20T12:00:20.000Z');
  await press(buyer!, productId, '198.51.100.1');
  await pass(10);
  const refusal = await press(buyer!, productId, '198.51.100.1');
  expect(refusal).toMatchObject({ status: 429, code: 7, retryAfter: 60 });
  expect(refusal.message).toContain('12:12');
  expect((await press(buyer!, productId, '198.51.100.1', 'pt')).message).toContain('às 12:12');
  expect((await press(buyer!, productId, '198.51.100.1', 'ru')).message).toContain('в 12:12');
  api.clock.advance(MINUTE);
  expect((await press(buyer!, productId, '198.51.100.1')).status).toBe(200);
});

test('the live hold is given back whatever was unpaid before', async () => {
  const { productId } = await createProductOnSale(api);
  const [buyer] = await createUsers(1);
  await press(buyer!, productId, '198.51.100.1');
  await pass(11);
  const hold = await press(buyer!, productId, '198.51.100.1');
  expect(hold.status).toBe(200);
  expect(await press(buyer!, productId, '198.51.100.1')).toMatchObject({ status: 200, token: hold.token });
});

test('a refused card, and letting go at once, are no reason to wait; keeping the unit before is', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 1 });
  const [buyer] = await createUsers(1);
  for (const code of ['card_declined', 'released', 'provider_down']) {
    const { status, token, client_secret } = await press(buyer!, productId, '198.51.100.1');
    expect(status).toBe(200);
    await buyer!.call('confirmSandboxPayment', {
      body: { client_secret: client_secret!, card: DECLINED_CARD },
    });
    await release(buyer!, token!, code);
  }
  const { token } = await press(buyer!, productId, '198.51.100.1');
  await pass(8);
  // What the buyer says about the reason is no excuse.
  await release(buyer!, token!, 'provider_down');
  expect(await press(buyer!, productId, '198.51.100.1')).toMatchObject({ code: 7, retryAfter: 60 });
});

test('a provider that is down is nobody’s fault', async () => {
  const { productId } = await createProductOnSale(api);
  const [buyer] = await createUsers(1);
  const { createIntent } = api.provider;
  api.provider.createIntent = async () => {
    throw new Error('unreachable');
  };
  for (let attempt = 0; attempt < 8; attempt++)
    expect(await press(buyer!, productId, '198.51.100.1')).toMatchObject({ code: 9 });
  api.provider.createIntent = createIntent;
  expect((await press(buyer!, productId, '198.51.100.1')).status).toBe(200);
});

test('an office buys as much as it pays for, and who has bought before does not wait for colleagues', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 7 });
  const colleagues = await createUsers(5);
  for (const colleague of colleagues) {
    const { client_secret, token } = await press(colleague, productId, '203.0.113.9');
    await colleague.call('confirmSandboxPayment', {
      body: { client_secret: client_secret!, card: GOOD_CARD },
    });
    await colleague.call('completePayment', { body: { token: token! } });
  }
  const { productId: lunchId } = await createProductOnSale(api, { quantity: 4 });
  const newcomers = await createUsers(3);
  const answers = [];
  for (const user of newcomers) answers.push(await press(user, lunchId, '203.0.113.9'));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(answers[2]!.message).toContain('network');
  expect((await press(colleagues[0]!, lunchId, '203.0.113.9')).status).toBe(200);
});

test('what an account pays for in the end does not count against its network', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 4 });
  const [slow, other, third] = await createUsers(3);
  for (let round = 0; round < 2; round++) {
    await press(slow!, productId, '203.0.113.9');
    await pass(11);
  }
  await pass(5);
  await press(other!, productId, '203.0.113.9');
  await pass(10);
  expect((await press(third!, productId, '203.0.113.9')).code).toBe(7);
  await buyProduct(slow!, productId);
  expect((await press(third!, productId, '203.0.113.9')).status).toBe(200);
});

test('somebody else’s holds on another network are no reason, whatever the address looks like', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 6 });
  const attackers = await createUsers(3);
  for (const user of attackers) await press(user, productId, '2001:db8:1:1::1');
  const [sameNetwork, neighbour, mapped] = await createUsers(3);
  expect((await press(sameNetwork!, productId, '2001:db8:1:1:ffff::2')).code).toBe(7);
  expect((await press(neighbour!, productId, '2001:db8:1:2::1')).status).toBe(200);
  expect((await press(mapped!, productId, '::ffff:198.51.100.3')).status).toBe(200);
});

test('a card that was tried for an unpaid hold makes its other accounts wait', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 7 });
  const { productId: otherId } = await createProductOnSale(api);
  const card = { ...GOOD_CARD, number: '4000 0025 0000 3155' };
  const [first, second, stranger] = await createUsers(3);
  const tryCard = async (user: TestUser, id: number, network: string) => {
    const { client_secret } = await press(user, id, network);
    await user.call('confirmSandboxPayment', { body: { client_secret: client_secret!, card } });
  };
  await tryCard(first!, productId, '198.51.100.1');
  await tryCard(second!, otherId, '198.51.100.2');
  await pass(10);
  expect((await press(second!, productId, '198.51.100.2')).code).toBe(7);
  expect((await press(stranger!, productId, '198.51.100.3')).status).toBe(200);
});

test('requests at the same moment, of many accounts of a network, do not exceed its share', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 6 });
  const users = await createUsers(8);
  const answers = await Promise.all(users.map((user) => press(user, productId, '203.0.113.7')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(answers.filter(({ code }) => code === 7)).toHaveLength(5);
  expect(await getAvailableQuantity(users[0]!, productId)).toBe(3);
});

test('an unverified account has one hold at a time, whichever requests come at once', async () => {
  const shops = [await createProductOnSale(api), await createProductOnSale(api)];
  const [buyer] = await createUsers(1);
  const answers = await Promise.all(shops.map(({ productId }) => press(buyer!, productId, '198.51.100.1')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
  expect(answers.find(({ status }) => status === 429)?.message).toContain('confirmed e-mail');
});

test('an offer that lapsed does not keep its winner from buying, but from joining the line again at once', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 1 });
  const [first] = await createUsers(1);
  const [winner] = await createUsers(1, { isEmailVerified: true });
  const { token } = await startPayment(first!, productId);
  const { slot_id: id } = (await winner!.call('getOffer', { params: { id: productId } })).data;
  await winner!.call('joinWaitlist', { params: { id: id! }, body: null });
  await release(first!, token);
  await api.jobs.runDue();
  expect((await winner!.call('listMyHolds')).data).toMatchObject([{ is_offer: true }]);
  const [attacker] = await createUsers(1, { isEmailVerified: true });
  await attacker!.call('joinWaitlist', { params: { id: id! }, body: null });
  await pass(10);
  await expectApiError(winner!.call('joinWaitlist', { params: { id: id! }, body: null }), 7);
  // Nobody else waits: what the other one gives back is on public sale, for the winner too.
  const [offered] = (await attacker!.call('listMyHolds')).data;
  await release(attacker!, offered!.token);
  await api.jobs.runDue();
  expect((await press(winner!, productId, '198.51.100.1')).status).toBe(200);
});

test('networks and cards are forgotten when the hold is paid, and after a day', async () => {
  const { productId } = await createProductOnSale(api);
  const [payer, other] = await createUsers(2);
  const paid = await press(payer!, productId, '198.51.100.1');
  await payer!.call('confirmSandboxPayment', {
    body: { client_secret: paid.client_secret!, card: GOOD_CARD },
  });
  await payer!.call('completePayment', { body: { token: paid.token! } });
  await press(other!, productId, '198.51.100.2');
  const listNetworks = () =>
    api.db
      .selectFrom('payments')
      .select('network_hash')
      .where('user_id', 'in', [payer!.id, other!.id])
      .orderBy('id')
      .execute();
  expect(await listNetworks()).toMatchObject([{ network_hash: null }, { network_hash: expect.any(Buffer) }]);
  await pass(24 * 60);
  await api.jobs.runScheduled('checkout.forget-unpaid-holds');
  expect(await listNetworks()).toEqual([{ network_hash: null }, { network_hash: null }]);
});
