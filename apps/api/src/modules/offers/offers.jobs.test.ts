import type { Input } from '@wopack/contract/client';
import { beforeEach, describe, expect, test } from 'vitest';
import { createPushBrowser } from '../../../test/servers/notification-receivers.ts';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  DECLINED_CARD,
  EVENING_SCHEDULE,
  signInAgain,
  startPayment,
  type TestUser,
} from '../../../test/support/builders.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../test/support/test-app.ts';

const api = useTestApp();
const HOUR = 60 * MINUTE;

beforeEach(() => {
  api.clock.set(FRIDAY_NOON);
  api.mails.length = 0;
  api.pushes.length = 0;
});

const BASE_SETTINGS = {
  channel: 'mail',
  reminder_minutes: 0,
  quiet_from: '22:00',
  quiet_to: '08:00',
} as const;
const updateSettings = (user: TestUser, change: Partial<Input<'updateNotificationSettings'>['body']>) =>
  user.call('updateNotificationSettings', { body: { ...BASE_SETTINGS, ...change } });

async function createFollower(
  productId: number,
  change: Partial<Input<'updateNotificationSettings'>['body']> = {},
  isEmailVerified = true,
) {
  const user = await createTestUser(api, { isEmailVerified });
  await user.call('toggleFavourite', { params: { id: productId }, body: { is_favourite: true } });
  await updateSettings(user, change);
  return user;
}

async function runNextMinute() {
  api.clock.advance(MINUTE);
  await api.jobs.runScheduled('offers.notify-followers');
  await api.jobs.runDue();
}

const listMailsTo = ({ email }: TestUser) =>
  api.mails.filter(({ to, subject }) => to === email && subject.startsWith('Back on sale'));

/** A product whose only unit has been ordered. */
async function createSoldOutProduct() {
  const { productId, seller } = await createProductOnSale(api, { quantity: 1 });
  const buyer = await createTestUser(api);
  await updateSettings(buyer, {});
  return { productId, seller, buyer, order: await buyProduct(buyer, productId) };
}

const cancelOrder = (buyer: TestUser, id: number) => buyer.call('cancelOrder', { params: { id }, body: {} });

describe('back on sale', () => {
  test('a cancelled order notifies followers once per slot', async () => {
    const { productId, buyer, order } = await createSoldOutProduct();
    const follower = await createFollower(productId);
    const mutedFollower = await createFollower(productId, { channel: 'none' });
    // Anybody can sign up with a stranger's address.
    const unprovedFollower = await createFollower(productId, {}, false);
    await runNextMinute();
    expect(listMailsTo(follower)).toHaveLength(0);

    await cancelOrder(buyer, order.id);
    await runNextMinute();
    expect(listMailsTo(follower)).toHaveLength(1);
    expect(listMailsTo(follower)[0]!.text).toContain(`/offers/${productId}`);
    expect(listMailsTo(mutedFollower)).toHaveLength(0);
    expect(listMailsTo(unprovedFollower)).toHaveLength(0);

    const secondBuyer = await createTestUser(api);
    await cancelOrder(secondBuyer, (await buyProduct(secondBuyer, productId)).id);
    await runNextMinute();
    await runNextMinute();
    expect(listMailsTo(follower)).toHaveLength(1);
  });

  test('a notification that cannot be written stops no other', async () => {
    const [broken, healthy] = [await createSoldOutProduct(), await createSoldOutProduct()];
    const brokenFollower = await createFollower(broken.productId);
    const follower = await createFollower(healthy.productId);
    const setTimeZone = (timeZone: string) =>
      api.db
        .updateTable('sale_places')
        .set({ time_zone: timeZone })
        .where('seller_id', '=', broken.seller.id)
        .execute();
    for (const { buyer, order } of [broken, healthy]) await cancelOrder(buyer, order.id);
    await api.jobs.runDue();
    await setTimeZone('Nowhere/Town');
    api.clock.advance(MINUTE);
    await api.jobs.runScheduled('offers.notify-followers');
    await setTimeZone('Europe/Lisbon');
    await api.jobs.runDue();
    expect([listMailsTo(brokenFollower).length, listMailsTo(follower).length]).toEqual([0, 1]);
  });

  test('a released hold and a restock notify followers', async () => {
    const { productId } = await createProductOnSale(api, { quantity: 1 });
    const follower = await createFollower(productId);
    const buyer = await createTestUser(api);
    const { token, client_secret } = await startPayment(buyer, productId);
    await runNextMinute();
    expect(listMailsTo(follower)).toHaveLength(0);
    await buyer.call('confirmSandboxPayment', { body: { client_secret, card: DECLINED_CARD } });
    await buyer.call('failPayment', { body: { token, code: 'card_declined', description: '' } });
    await runNextMinute();
    expect(listMailsTo(follower)).toHaveLength(1);

    const soldOutProduct = await createSoldOutProduct();
    const otherFollower = await createFollower(soldOutProduct.productId);
    await soldOutProduct.seller.call('updateSchedule', {
      body: { product_id: soldOutProduct.productId, quantity: 3, schedule: EVENING_SCHEDULE },
    });
    await runNextMinute();
    expect(listMailsTo(otherFollower)).toHaveLength(1);
  });

  test('the next day of a sold-out product notifies, that of another product does not', async () => {
    const { productId } = await createSoldOutProduct();
    const { productId: inStockProductId } = await createProductOnSale(api, { quantity: 2 });
    const follower = await createFollower(productId);
    const otherFollower = await createFollower(inStockProductId);
    api.clock.set('2026-11-20T18:59:30.000Z');
    await runNextMinute();
    expect(listMailsTo(follower)).toHaveLength(1);
    expect(listMailsTo(follower)[0]!.text).toContain('17:30');
    expect(listMailsTo(otherFollower)).toHaveLength(0);
  });

  test('new units of a later day do not notify while an earlier slot is on sale', async () => {
    const { productId } = await createProductOnSale(api, { quantity: 2 });
    const follower = await createFollower(productId);
    const laterSlot = api.db
      .updateTable('pickup_slots')
      .where('product_id', '=', productId)
      .where('date', '=', '2026-11-22');
    await laterSlot.set({ units_left: 0 }).execute();
    await laterSlot.set({ units_left: 2 }).execute();
    await runNextMinute();
    expect(listMailsTo(follower)).toHaveLength(0);
  });

  test('a seller who resumes selling notifies followers', async () => {
    const { productId, seller } = await createProductOnSale(api, { quantity: 2 });
    const follower = await createFollower(productId);
    await seller.call('updateSellerRole', { body: { is_owner: false } });
    await runNextMinute();
    await seller.call('updateSellerRole', { body: { is_owner: true } });
    await runNextMinute();
    expect(listMailsTo(follower)).toHaveLength(1);
  });
});

describe('quiet hours', () => {
  test("a notice is delivered when they end, in the user's time zone, if the slot is still on sale", async () => {
    const { productId, buyer, order } = await createSoldOutProduct();
    const lisbonFollower = await createFollower(productId, { quiet_from: '12:00', quiet_to: '14:00' });
    const moscowFollower = await createFollower(productId, { quiet_from: '15:00', quiet_to: '16:00' });
    await moscowFollower.call('updateCity', { body: { city: 'Moskva', latitude: 55.75, longitude: 37.62 } });
    await cancelOrder(buyer, order.id);
    await runNextMinute();
    expect([listMailsTo(lisbonFollower).length, listMailsTo(moscowFollower).length]).toEqual([0, 0]);
    api.clock.set('2026-11-20T13:00:00.000Z');
    await runNextMinute();
    expect([listMailsTo(lisbonFollower).length, listMailsTo(moscowFollower).length]).toEqual([0, 1]);
    api.clock.set('2026-11-20T14:00:00.000Z');
    await runNextMinute();
    expect(listMailsTo(lisbonFollower)).toHaveLength(1);
  });

  test('a slot sold out meanwhile is not notified until it is back on sale again', async () => {
    const { productId, buyer, order } = await createSoldOutProduct();
    const follower = await createFollower(productId, { quiet_from: '12:00', quiet_to: '14:00' });
    await cancelOrder(buyer, order.id);
    await runNextMinute();
    const secondBuyer = await createTestUser(api);
    const secondOrder = await buyProduct(secondBuyer, productId);
    api.clock.set('2026-11-20T14:00:00.000Z');
    await runNextMinute();
    expect(listMailsTo(follower)).toHaveLength(0);
    await cancelOrder(secondBuyer, secondOrder.id);
    await runNextMinute();
    expect(listMailsTo(follower)).toHaveLength(1);
  });
});

describe('by push', () => {
  test('each signed-in browser gets a push; a user without one gets a mail', async () => {
    const { productId, buyer, order } = await createSoldOutProduct();
    const follower = await createFollower(productId, { channel: 'push' });
    const followerWithoutBrowser = await createFollower(productId, { channel: 'push' });
    const { subscription } = createPushBrowser();
    await follower.call('savePushSubscription', { body: subscription });
    await cancelOrder(buyer, order.id);
    await runNextMinute();
    expect(api.pushes).toHaveLength(1);
    expect(api.pushes[0]).toMatchObject({
      subscription: { endpoint: subscription.endpoint },
      message: { title: 'Back on sale: Cesto de fim de tarde', url: `/offers/${productId}` },
    });
    // Until 19:00, when the window ends.
    expect(api.pushes[0]!.ttl).toBe((7 * HOUR - MINUTE) / 1000);
    expect([listMailsTo(follower).length, listMailsTo(followerWithoutBrowser).length]).toEqual([0, 1]);
  });

  test('an unavailable push service is retried and delivers once', async () => {
    const { productId, buyer, order } = await createSoldOutProduct();
    const follower = await createFollower(productId, { channel: 'push' });
    await follower.call('savePushSubscription', { body: createPushBrowser().subscription });
    const originalSend = api.context.push.send;
    api.context.push.send = async () => {
      throw new Error('503');
    };
    await cancelOrder(buyer, order.id);
    api.clock.advance(MINUTE);
    await api.jobs.runScheduled('offers.notify-followers');
    await api.jobs.runDue({ mayFail: true });
    expect(api.pushes).toEqual([]);
    api.context.push.send = originalSend;
    await runNextMinute();
    await runNextMinute();
    expect(api.pushes).toHaveLength(1);
    expect(listMailsTo(follower)).toEqual([]);
  });

  test('logging out and a removed browser end pushes', async () => {
    const { productId, buyer, order } = await createSoldOutProduct();
    const loggedOutFollower = await createFollower(productId, { channel: 'push' });
    await loggedOutFollower.call('savePushSubscription', { body: createPushBrowser().subscription });
    await loggedOutFollower.call('logout');
    const goneBrowserFollower = await createFollower(productId, { channel: 'push' });
    await goneBrowserFollower.call('savePushSubscription', { body: createPushBrowser().subscription });
    const originalSend = api.context.push.send;
    api.context.push.send = async () => 'gone';
    await cancelOrder(buyer, order.id);
    await runNextMinute();
    api.context.push.send = originalSend;
    const remaining = await api.db
      .selectFrom('push_subscriptions')
      .select('user_id')
      .where('user_id', 'in', [loggedOutFollower.id, goneBrowserFollower.id])
      .execute();
    expect(remaining).toEqual([]);
    expect(listMailsTo(loggedOutFollower)).toHaveLength(1);
    expect(listMailsTo(goneBrowserFollower)).toHaveLength(1);
  });

  test('of two browsers, one that is gone causes no mail; both that are gone cause one', async () => {
    const { productId, buyer, order } = await createSoldOutProduct();
    const followers = [
      await createFollower(productId, { channel: 'push' }),
      await createFollower(productId, { channel: 'push' }),
    ] as const;
    const endpoints: string[] = [];
    for (const follower of followers)
      for (const token of [follower.token, (await signInAgain(api, follower)).token]) {
        const { subscription } = createPushBrowser();
        endpoints.push(subscription.endpoint);
        await api.client(token)('savePushSubscription', { body: subscription });
      }
    const originalSend = api.context.push.send;
    api.context.push.send = async ({ endpoint }) => (endpoint === endpoints[0] ? 'sent' : 'gone');
    await cancelOrder(buyer, order.id);
    await runNextMinute();
    await api.jobs.runDue();
    api.context.push.send = originalSend;
    expect(followers.map((follower) => listMailsTo(follower).length)).toEqual([0, 1]);
  });
});

test.each([
  ['pt', 'De volta à venda: Cesto de fim de tarde', 'outra vez à venda'],
  ['en', 'Back on sale: Cesto de fim de tarde', 'on sale again'],
  ['ru', 'Снова в продаже: «Cesto de fim de tarde»', 'снова можно купить'],
] as const)('the mail is in %s', async (language, subject, phrase) => {
  const { productId, buyer, order } = await createSoldOutProduct();
  const follower = await createFollower(productId);
  await follower.call('updateLanguage', { body: { language } });
  await cancelOrder(buyer, order.id);
  await runNextMinute();
  const mail = api.mails.find(({ to }) => to === follower.email)!;
  expect(mail.subject).toBe(subject);
  expect(mail.text).toContain(phrase);
  expect(mail.text).not.toMatch(/\{\{|undefined/);
});
