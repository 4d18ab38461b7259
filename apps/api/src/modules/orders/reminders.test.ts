import type { Input } from '@wopack/contract/client';
import { beforeEach, expect, test } from 'vitest';
import { createPushBrowser } from '../../../test/servers/notification-receivers.ts';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  type TestUser,
} from '../../../test/support/builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../test/support/test-app.ts';

const api = useTestApp();

beforeEach(() => {
  api.clock.set(FRIDAY_NOON);
  api.mails.length = 0;
  api.pushes.length = 0;
});

const DEFAULT_SETTINGS = {
  channel: 'mail',
  reminder_minutes: 60,
  quiet_from: '22:00',
  quiet_to: '08:00',
} as const;
const updateSettings = (user: TestUser, change: Partial<Input<'updateNotificationSettings'>['body']>) =>
  user.call('updateNotificationSettings', { body: { ...DEFAULT_SETTINGS, ...change } });

/** A buyer with an order for this evening, 17:30–19:00. */
async function createOrder(now = FRIDAY_NOON) {
  api.clock.set(now);
  const { productId, seller } = await createProductOnSale(api);
  const buyer = await createTestUser(api);
  return { buyer, seller, order: await buyProduct(buyer, productId) };
}

async function countRemindersAt(iso: string, { email }: TestUser): Promise<number> {
  api.clock.set(iso);
  await api.jobs.runDue();
  return api.mails.filter(({ to, subject }) => to === email && subject.startsWith('Time for')).length;
}

test('one reminder an hour before the window, with a link to the order', async () => {
  const { buyer, order } = await createOrder();
  expect(await countRemindersAt('2026-11-20T16:29:59.000Z', buyer)).toBe(0);
  expect(await countRemindersAt('2026-11-20T16:30:00.000Z', buyer)).toBe(1);
  expect(await countRemindersAt('2026-11-20T17:00:00.000Z', buyer)).toBe(1);
  const mail = api.mails.find(({ subject }) => subject.startsWith('Time for'))!;
  expect(mail.text).toContain(`/orders/${order.id}`);
  expect(mail.text).not.toContain(order.pin!);
});

test('no reminder of a cancelled or collected order', async () => {
  const cancelledOrder = await createOrder();
  await cancelledOrder.buyer.call('cancelOrder', { params: { id: cancelledOrder.order.id }, body: {} });
  const collectedOrder = await createOrder();
  await api.db
    .updateTable('orders')
    .set({ state: 'collected', collected_at: api.clock.now() })
    .where('id', '=', collectedOrder.order.id)
    .execute();
  expect(await countRemindersAt('2026-11-20T16:40:00.000Z', cancelledOrder.buyer)).toBe(0);
  expect(await countRemindersAt('2026-11-20T16:40:00.000Z', collectedOrder.buyer)).toBe(0);
});

test('a changed lead time moves, advances or cancels the reminder', async () => {
  const [laterReminder, earlierReminder, noReminder] = [
    await createOrder(),
    await createOrder(),
    await createOrder(),
  ];
  await updateSettings(laterReminder.buyer, { reminder_minutes: 15 });
  await updateSettings(earlierReminder.buyer, { reminder_minutes: 180 });
  await updateSettings(noReminder.buyer, { reminder_minutes: 0 });
  expect(await countRemindersAt('2026-11-20T14:30:00.000Z', earlierReminder.buyer)).toBe(1);
  expect(await countRemindersAt('2026-11-20T16:40:00.000Z', laterReminder.buyer)).toBe(0);
  expect(await countRemindersAt('2026-11-20T17:15:00.000Z', laterReminder.buyer)).toBe(1);
  expect(await countRemindersAt('2026-11-20T17:15:00.000Z', earlierReminder.buyer)).toBe(1);
  expect(await countRemindersAt('2026-11-20T17:15:00.000Z', noReminder.buyer)).toBe(0);
});

test('no reminder for an order made within the lead time or for a job that runs too late', async () => {
  const { buyer } = await createOrder('2026-11-20T17:00:00.000Z');
  expect(await countRemindersAt('2026-11-20T17:10:00.000Z', buyer)).toBe(0);
  const earlyOrder = await createOrder();
  expect(await countRemindersAt('2026-11-20T17:31:00.000Z', earlyOrder.buyer)).toBe(0);
});

test('by push if chosen; by mail when optional notifications are off', async () => {
  const pushOrder = await createOrder();
  await updateSettings(pushOrder.buyer, { channel: 'push' });
  await pushOrder.buyer.call('savePushSubscription', { body: createPushBrowser().subscription });
  const mutedOrder = await createOrder();
  await updateSettings(mutedOrder.buyer, { channel: 'none' });
  expect(await countRemindersAt('2026-11-20T16:30:00.000Z', mutedOrder.buyer)).toBe(1);
  expect(api.pushes.map(({ message }) => message.url)).toEqual([`/orders/${pushOrder.order.id}`]);
});

test('settings have defaults, are saved, and are validated', async () => {
  const user = await createTestUser(api);
  expect((await user.call('getNotificationSettings')).data).toMatchObject(DEFAULT_SETTINGS);
  const chosenSettings = {
    channel: 'none',
    reminder_minutes: 30,
    quiet_from: '00:00',
    quiet_to: '00:00',
  } as const;
  await updateSettings(user, chosenSettings);
  expect((await user.call('getNotificationSettings')).data).toMatchObject(chosenSettings);
  for (const invalidChange of [{ quiet_from: '24:00' }, { quiet_to: '8:00' }, { reminder_minutes: 1441 }]) {
    await expect(updateSettings(user, invalidChange)).rejects.toMatchObject({ code: 1 });
  }
});

test('a subscription must name a push service of a known browser', async () => {
  const user = await createTestUser(api);
  const { endpoint, keys } = createPushBrowser().subscription;
  const saveSubscription = (change: object) =>
    user.call('savePushSubscription', { body: { endpoint, keys, ...change } });
  for (const invalidEndpoint of [
    'http://fcm.googleapis.com/x',
    'https://127.0.0.1/x',
    'https://localhost:5432',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evil@fcm.googleapis.com/x',
    'nonsense',
  ]) {
    await expect(saveSubscription({ endpoint: invalidEndpoint })).rejects.toMatchObject({
      code: 1,
      errors: { endpoint: [expect.any(String)] },
    });
  }
  await expect(saveSubscription({ keys: { ...keys, p256dh: 'AAAA' } })).rejects.toMatchObject({ code: 1 });
  await expect(saveSubscription({ keys: { ...keys, auth: 'AAAA' } })).rejects.toMatchObject({ code: 1 });
  await saveSubscription({});
  await saveSubscription({});
  await user.call('deletePushSubscription', { body: { endpoint } });
  const rows = await api.db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('user_id', '=', user.id)
    .execute();
  expect(rows).toEqual([]);
});

test('a subscription that the browser has renewed takes the place of the former one', async () => {
  const user = await createTestUser(api);
  const former = createPushBrowser().subscription;
  const renewed = createPushBrowser().subscription;
  await user.call('savePushSubscription', { body: former });
  const body = { ...renewed, former_endpoint: former.endpoint };
  await api.client()('renewPushSubscription', { body });
  const rows = await api.db
    .selectFrom('push_subscriptions')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('user_id', '=', user.id)
    .execute();
  expect(rows).toEqual([{ endpoint: renewed.endpoint, ...renewed.keys }]);
  // Nobody who does not know the subscription can put another one in its place.
  await expect(api.client()('renewPushSubscription', { body })).rejects.toMatchObject({ code: 4 });
});
