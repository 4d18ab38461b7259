import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPushBrowser } from '../../../test/servers/notification-receivers.ts';
import { createAllocationBuilders } from '../../../test/support/allocation-builders.ts';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  expectApiError,
  GOOD_CARD,
  startPayment,
  type TestUser,
} from '../../../test/support/builders.ts';
import { expectConsistentData } from '../../../test/support/consistency.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../test/support/test-app.ts';
import { openEventStream } from '../../../test/support/test-request.ts';

const api = useTestApp();

beforeEach(() => {
  api.clock.set(FRIDAY_NOON);
  api.mails.length = 0;
  api.pushes.length = 0;
});
afterEach(() => expectConsistentData(api.db));

const { runJobs, getOffer, getMine, createPerson } = createAllocationBuilders(api);

/** A product whose only unit is ordered. */
async function createSoldOutProduct(product: Parameters<typeof createProductOnSale>[1] = {}) {
  const { seller, productId } = await createProductOnSale(api, { quantity: 1, ...product });
  const buyer = await createPerson();
  const order = await buyProduct(buyer, productId);
  await api.jobs.runDue();
  const slotId = (await getOffer(buyer, productId)).slot_id!;
  return { seller, productId, slotId, buyer, order };
}

const join = (user: TestUser, id: number) => user.call('joinWaitlist', { params: { id }, body: null });
const leave = (user: TestUser, id: number) => user.call('leaveWaitlist', { params: { id } });
const cancel = (buyer: TestUser, id: number) => buyer.call('cancelOrder', { params: { id }, body: {} });

test('a cancelled unit goes to the first in line and not to the list', async () => {
  const { productId, slotId, buyer, order } = await createSoldOutProduct();
  const [first, second, script] = [await createPerson(), await createPerson(), await createPerson()];
  expect((await getOffer(first, productId)).allocation).toMatchObject({
    mode: 'waitlist',
    waiting: 0,
    can_wait: true,
    public_sale_at: '2026-11-20T18:30:00.000Z',
  });
  expect((await join(first, slotId)).data).toMatchObject({ state: 'waiting', place: 1, waiting: 1 });
  expect((await join(second, slotId)).data).toMatchObject({ state: 'waiting', place: 2, waiting: 2 });
  await cancel(buyer, order.id);
  // Whoever is quicker than the job finds nothing.
  expect((await getOffer(script, productId)).quantity).toBe(0);
  await expectApiError(startPayment(script, productId), 5);
  await api.jobs.runDue();
  expect(await getMine(first, productId)).toMatchObject({
    state: 'offered',
    offer_expires_at: '2026-11-20T12:10:00.000Z',
  });
  expect(await getMine(second, productId)).toMatchObject({ state: 'waiting', place: 1 });
  expect((await first.call('listMyHolds')).data).toMatchObject([{ slot_id: slotId, client_secret: null }]);
  expect(api.mails).toContainEqual(
    expect.objectContaining({
      to: first.email,
      subject: 'A pack for you until 12:10: Cesto de fim de tarde',
    }),
  );
  await expectApiError(startPayment(script, productId), 5);
  expect((await buyProduct(first, productId)).state).toBe('paid');
  expect(await getMine(first, productId)).toMatchObject({ state: 'bought' });
});

test('whoever waits is told by mail and on every device that is on, whatever was chosen', async () => {
  const { slotId, buyer, order } = await createSoldOutProduct();
  const waiting = await createPerson();
  await waiting.call('savePushSubscription', { body: createPushBrowser().subscription });
  await join(waiting, slotId);
  await cancel(buyer, order.id);
  await api.jobs.runDue();
  expect(api.mails.filter(({ to }) => to === waiting.email)).toHaveLength(1);
  expect(api.pushes).toHaveLength(1);
});

test('a push leads to the payment, in quiet hours too, beside the mail', async () => {
  const { productId, slotId, buyer, order } = await createSoldOutProduct();
  const waiting = await createPerson();
  await waiting.call('savePushSubscription', { body: createPushBrowser().subscription });
  await waiting.call('updateNotificationSettings', {
    body: { channel: 'push', reminder_minutes: 0, quiet_from: '11:00', quiet_to: '15:00' },
  });
  await join(waiting, slotId);
  await cancel(buyer, order.id);
  await api.jobs.runDue();
  expect(api.pushes.map(({ message }) => message)).toEqual([
    expect.objectContaining({
      title: 'A pack for you: Cesto de fim de tarde',
      url: `/offers/${productId}?pay=${slotId}`,
    }),
  ]);
  expect(api.mails.filter(({ to }) => to === waiting.email)).toHaveLength(1);
});

test('entries and notices name the product in the language of the buyer', async () => {
  const texts = { en: { name: 'Basket', description: 'Bread.' } };
  const { slotId, buyer, order } = await createSoldOutProduct({
    product: { name: 'Cesto', language: 'pt', texts },
  });
  const first = await createPerson();
  expect((await join(first, slotId)).data.product.name).toBe('Basket');
  const listNames = async (language: 'pt' | 'en') =>
    (await api.client(first.token, language)('listMyEntries')).data.map(({ product }) => product.name);
  expect(await listNames('en')).toEqual(['Basket']);
  expect(await listNames('pt')).toEqual(['Cesto']);
  await cancel(buyer, order.id);
  await api.jobs.runDue();
  expect(api.mails).toContainEqual(
    expect.objectContaining({ to: first.email, subject: 'A pack for you until 12:10: Basket' }),
  );
});

test('who does not pay gives way to the next; then it is on public sale', async () => {
  const { productId, slotId, buyer, order } = await createSoldOutProduct();
  const people = [await createPerson(), await createPerson()];
  for (const user of people) await join(user, slotId);
  await cancel(buyer, order.id);
  await api.jobs.runDue();
  for (const [index, user] of people.entries()) {
    expect(await getMine(user, productId)).toMatchObject({ state: 'offered' });
    api.clock.set(new Date(Date.parse(FRIDAY_NOON) + (index + 1) * 10 * MINUTE).toISOString());
    await api.jobs.runDue();
    expect(await getMine(user, productId).then((mine) => mine?.state ?? 'lapsed')).toBe('lapsed');
  }
  expect(await getOffer(people[0]!, productId)).toMatchObject({ quantity: 1, allocation: null });
  await buyProduct(await createPerson(), productId);
});

test.each([
  [
    'an expired hold',
    async (buyer: TestUser, productId: number) => {
      const { token } = await startPayment(buyer, productId);
      return async () => {
        await buyer.call('failPayment', { body: { token, code: 'released' } });
      };
    },
  ],
  [
    'a larger quantity',
    async (buyer: TestUser, productId: number, seller: TestUser) => {
      await buyProduct(buyer, productId);
      const slotId = (await getOffer(buyer, productId)).slot_id!;
      return async () => {
        await seller.call('updateSlotQuantity', { params: { id: slotId }, body: { quantity: 2 } });
      };
    },
  ],
] as const)('%s brings a unit for the line', async (_, take) => {
  const { productId, seller } = await createProductOnSale(api, { quantity: 1 });
  const giveBack = await take(await createPerson(), productId, seller);
  const waiting = await createPerson();
  await join(waiting, (await getOffer(waiting, productId)).slot_id!);
  await giveBack();
  await expectApiError(startPayment(await createPerson(), productId), 5);
  await api.jobs.runDue();
  expect(await getMine(waiting, productId)).toMatchObject({ state: 'offered' });
});

test('with two open holds one is passed over, and keeps the place', async () => {
  const { productId, slotId, buyer, order } = await createSoldOutProduct();
  const [busy, second] = [await createPerson(), await createPerson()];
  const holds = [];
  for (let count = 0; count < 2; count++)
    holds.push(await startPayment(busy, (await createProductOnSale(api)).productId));
  await join(busy, slotId);
  await join(second, slotId);
  await cancel(buyer, order.id);
  await api.jobs.runDue();
  expect(await getMine(busy, productId)).toMatchObject({ state: 'waiting', place: 1 });
  expect(await getMine(second, productId)).toMatchObject({ state: 'offered' });
  await busy.call('failPayment', { body: { token: holds[0]!.token, code: 'released' } });
  await leave(second, slotId);
  await api.jobs.runDue();
  expect(await getMine(busy, productId)).toMatchObject({ state: 'offered' });
});

test('everybody in line busy: the unit waits for one of them, and the sweep finds it', async () => {
  const { productId, slotId, buyer, order } = await createSoldOutProduct();
  const busy = await createPerson();
  const holds = [];
  for (let count = 0; count < 2; count++)
    holds.push(await startPayment(busy, (await createProductOnSale(api)).productId));
  await join(busy, slotId);
  await cancel(buyer, order.id);
  await runJobs();
  await expectApiError(startPayment(await createPerson(), productId), 5);
  await busy.call('failPayment', { body: { token: holds[0]!.token, code: 'released' } });
  await runJobs();
  expect(await getMine(busy, productId)).toMatchObject({ state: 'offered' });
});

test('the last 30 minutes everything goes to public sale, without any job', async () => {
  const { productId, slotId, buyer } = await createSoldOutProduct();
  const waiting = await createPerson();
  await join(waiting, slotId);
  api.clock.set('2026-11-20T18:29:00Z');
  const { slot_id, quantity } = await getOffer(buyer, productId);
  expect([slot_id, quantity]).toEqual([slotId, 0]);
  await api.db
    .updateTable('pickup_slots')
    .set(({ eb }) => ({ quantity: eb('quantity', '+', 1), units_left: eb('units_left', '+', 1) }))
    .where('id', '=', slotId)
    .execute();
  await expectApiError(startPayment(await createPerson(), productId), 5);
  api.clock.set('2026-11-20T18:30:00Z');
  await expectApiError(join(await createPerson(), slotId), 5);
  expect(await getOffer(waiting, productId)).toMatchObject({ quantity: 1, allocation: null });
  await buyProduct(await createPerson(), productId);
  await runJobs();
  expect((await waiting.call('listMyEntries')).data[0]).toMatchObject({ state: 'ended', place: null });
});

test('a unit that is offered in the last 40 minutes stays its owner’s when the others go on public sale', async () => {
  const { productId, slotId, buyer, order } = await createSoldOutProduct();
  const waiting = await createPerson();
  await join(waiting, slotId);
  api.clock.set('2026-11-20T18:25:00Z');
  await api.db
    .updateTable('orders')
    .set({ pickup_start: new Date('2026-11-21T17:30:00Z') })
    .where('id', '=', order.id)
    .execute();
  await cancel(buyer, order.id);
  await api.jobs.runDue();
  api.clock.set('2026-11-20T18:31:00Z');
  await runJobs();
  expect(await getOffer(waiting, productId)).toMatchObject({
    quantity: 0,
    allocation: {
      mode: 'sale',
      draw: null,
      mine: { state: 'offered', offer_expires_at: '2026-11-20T18:35:00.000Z' },
    },
  });
  expect((await getOffer(buyer, productId)).allocation).toBeNull();
  expect((await buyProduct(waiting, productId)).state).toBe('paid');
});

test('an offered unit of tomorrow is shown and paid, also when today is opened again', async () => {
  const { seller, productId } = await createProductOnSale(api, { quantity: 1 });
  const setToday = (plan: 'closed' | 'usual') =>
    seller.call('updateDateOverride', { params: { id: productId, date: '2026-11-20' }, body: { plan } });
  await setToday('closed');
  const buyer = await createPerson();
  const order = await buyProduct(buyer, productId);
  const waiting = await createPerson();
  const slotId = (await getOffer(waiting, productId)).slot_id!;
  await join(waiting, slotId);
  await cancel(buyer, order.id);
  await api.jobs.runDue();
  await setToday('usual');
  expect(await getOffer(buyer, productId)).toMatchObject({ pickup_start: '2026-11-20T17:30:00.000Z' });
  expect(await getOffer(waiting, productId)).toMatchObject({
    slot_id: slotId,
    pickup_start: '2026-11-21T17:30:00.000Z',
    allocation: { mine: { state: 'offered' } },
  });
  const hold = await waiting.call('initiatePayment', {
    body: { amount: 3.99, currency: 'EUR', productId, slot_id: slotId },
  });
  await waiting.call('confirmSandboxPayment', {
    body: { client_secret: hold.client_secret, card: GOOD_CARD },
  });
  const { data } = await waiting.call('completePayment', { body: { token: hold.token } });
  expect(data.order).toMatchObject({ state: 'paid', pickup_start: '2026-11-21T17:30:00.000Z' });
  // Its owner no more, somebody who names the slot cannot have it.
  await expectApiError(
    buyer.call('initiatePayment', { body: { amount: 3.99, currency: 'EUR', productId, slot_id: slotId } }),
    5,
  );
});

test('of two slots with a unit on hold, the one that is asked for is shown and paid', async () => {
  const { seller, productId, slotId: todayId, buyer, order } = await createSoldOutProduct();
  const waiting = await createPerson();
  await join(waiting, todayId);
  await cancel(buyer, order.id);
  await api.jobs.runDue();
  await seller.call('updateDateOverride', {
    params: { id: productId, date: '2026-11-20' },
    body: { plan: 'closed' },
  });
  const { slot_id: tomorrowId } = await getOffer(buyer, productId);
  await waiting.call('initiatePayment', {
    body: { amount: 3.99, currency: 'EUR', productId, slot_id: tomorrowId! },
  });
  expect((await waiting.call('listMyHolds')).data).toMatchObject([
    { slot_id: todayId, is_offer: true },
    { slot_id: tomorrowId, is_offer: false },
  ]);
  const getShownSlot = async (user: TestUser, slotId?: number) =>
    (await user.call('getOffer', { params: { id: productId }, query: { slot_id: slotId } })).data.slot_id;
  expect(await getShownSlot(waiting)).toBe(todayId);
  expect(await getShownSlot(waiting, tomorrowId!)).toBe(tomorrowId);
  expect(await getShownSlot(waiting, todayId)).toBe(todayId);
  // A slot of which nothing is on hold for the caller is not shown.
  expect(await getShownSlot(waiting, 2147483647)).toBe(todayId);
  expect(await getShownSlot(buyer, todayId)).toBe(tomorrowId);
});

describe('joining', () => {
  test('needs a verified address, a sold-out slot, and somebody else than the seller', async () => {
    const { seller, slotId } = await createSoldOutProduct();
    await expectApiError(join(await createTestUser(api), slotId), 3);
    await expectApiError(join(seller, slotId), 3);
    await expectApiError(join(await createPerson(), 999_999), 4);
    const onSale = await createProductOnSale(api);
    const person = await createPerson();
    await expectApiError(join(person, (await getOffer(person, onSale.productId)).slot_id!), 5);
  });

  test('is one entry a person; leaving is safe to repeat, and coming back is at the end', async () => {
    const { slotId } = await createSoldOutProduct();
    const [first, second] = [await createPerson(), await createPerson()];
    await Promise.all([1, 2, 3].map(() => join(first, slotId)));
    expect((await join(second, slotId)).data).toMatchObject({ place: 2, waiting: 2 });
    await leave(first, slotId);
    await leave(first, slotId);
    expect((await join(first, slotId)).data).toMatchObject({ place: 2, waiting: 2 });
  });
});

test('a late payment gets no unit while somebody waits: it is refunded', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 1 });
  const [late, waiting] = [await createPerson(), await createPerson()];
  const { token, client_secret } = await startPayment(late, productId);
  await join(waiting, (await getOffer(waiting, productId)).slot_id!);
  const { cancel: cancelAtProvider } = api.provider;
  api.provider.cancel = async () => {
    throw new Error('away');
  };
  api.clock.advance(10 * MINUTE);
  await api.jobs.runDue({ mayFail: true });
  api.provider.cancel = cancelAtProvider;
  expect(await getMine(waiting, productId)).toMatchObject({ state: 'offered' });
  await late.call('confirmSandboxPayment', { body: { client_secret, card: GOOD_CARD } });
  await expectApiError(late.call('completePayment', { body: { token } }), 5);
  await api.jobs.runDue();
  const payment = api.db.selectFrom('payments').select('state').where('token', '=', token);
  expect(await payment.executeTakeFirst()).toEqual({ state: 'refunded' });
  await buyProduct(waiting, productId);
});

test('a provider that is away does not cost an offered unit', async () => {
  const { productId, slotId, buyer, order } = await createSoldOutProduct();
  const waiting = await createPerson();
  await join(waiting, slotId);
  await cancel(buyer, order.id);
  await api.jobs.runDue();
  const { createIntent } = api.provider;
  api.provider.createIntent = async () => {
    throw new Error('away');
  };
  await expectApiError(startPayment(waiting, productId), 9);
  api.provider.createIntent = createIntent;
  expect((await buyProduct(waiting, productId)).state).toBe('paid');
});

test('a slot that its seller cancels ends its line', async () => {
  const { seller, slotId } = await createSoldOutProduct();
  const waiting = await createPerson();
  await join(waiting, slotId);
  await seller.call('cancelSlot', { params: { id: slotId }, body: { reason: 'the oven is broken' } });
  await runJobs();
  expect((await waiting.call('listMyEntries')).data[0]).toMatchObject({ state: 'ended' });
});

test('the day of the seller shows the line, and followers are told only of what is on public sale', async () => {
  const { seller, productId, slotId, buyer, order } = await createSoldOutProduct();
  const follower = await createPerson();
  await follower.call('toggleFavourite', { params: { id: productId }, body: { is_favourite: true } });
  const waiting = await createPerson();
  await join(waiting, slotId);
  await join(follower, slotId);
  await cancel(buyer, order.id);
  await api.jobs.runScheduled('offers.notify-followers');
  await api.jobs.runDue();
  expect(api.mails.filter(({ subject }) => subject.startsWith('Back on sale'))).toEqual([]);
  const [allocation] = (await seller.call('listSellerAllocations')).data;
  expect(allocation!.slot).toMatchObject({
    mode: 'waitlist',
    quantity: 1,
    sold: 0,
    offered: 1,
    held: 0,
    left: 0,
    waiting: 1,
    offered_until: '2026-11-20T12:10:00.000Z',
  });
});

test('accounts: entries are exported; a deleted account leaves the line', async () => {
  const { productId, slotId } = await createSoldOutProduct();
  const [leaver, next] = [await createPerson(), await createPerson()];
  await join(leaver, slotId);
  await join(next, slotId);
  const exported = await leaver.call('exportAccount');
  expect(exported.entries).toMatchObject([{ product: { id: productId }, state: 'waiting', draw_id: null }]);
  await leaver.call('deleteAccount', { body: { password: 'sobras1' } });
  expect(await getMine(next, productId)).toMatchObject({ place: 1 });
});

test('lists and map say that a slot has a line, and live streams carry changes', async () => {
  const { productId, slotId, buyer, order } = await createSoldOutProduct();
  const waiting = await createPerson();
  const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const stream = await openEventStream(`${url}/api/v1/live?products=${productId}&mine=yes`, waiting);
  const expectEvent = (name: string, event: object) =>
    expect
      .poll(() => stream.events(name), { timeout: 60_000 })
      .toContainEqual(expect.objectContaining(event));
  // With the subscription, and when the first stream of the server has begun to listen to the database.
  await expect
    .poll(() => stream.events('my_entries'), { timeout: 60_000 })
    .toEqual([
      { product_id: null, slot_id: null },
      { product_id: null, slot_id: null },
    ]);
  await join(waiting, slotId);
  await expectEvent('stock', { allocation: expect.objectContaining({ mode: 'waitlist', waiting: 1 }) });
  await expectEvent('my_entries', { product_id: productId, slot_id: slotId });
  await cancel(buyer, order.id);
  await api.jobs.runDue();
  await expect
    .poll(() => stream.events('stock').at(-1), { timeout: 60_000 })
    .toMatchObject({ quantity: 0, allocation: { mode: 'waitlist', waiting: 0 } });
  stream.close();
  const { data } = await waiting.call('listOffers', {
    query: { latitude: 38.7123, longitude: -9.1416, limit: 50 },
  });
  expect(data.find(({ id }) => id === productId)!.allocation).toMatchObject({
    mode: 'waitlist',
    mine: { state: 'offered' },
  });
  const map = await waiting.call('listMapOffers', { query: { bbox: '-9.2,38.7,-9.1,38.8', zoom: 18 } });
  expect(map.data.length + map.clusters.length).toBeGreaterThan(0);
});
