import type { Input } from '@wopack/contract/client';
import { beforeEach, expect, test } from 'vitest';
import { createPushBrowser } from '../../../../test/servers/push-browser.ts';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';

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

/** Somebody with an order for this evening, 17:30–19:00. */
async function createOrder(now = FRIDAY_NOON) {
  api.clock.set(now);
  const { productId, seller } = await createProductOnSale(api);
  const buyer = await createTestUser(api);
  return { buyer, seller, order: await buyProduct(buyer, productId) };
}

/** Reminders sent by then. */
async function countRemindersAt(iso: string, { email }: TestUser): Promise<number> {
  api.clock.set(iso);
  await api.jobs.runDue();
  return api.mails.filter(({ to, subject }) => to === email && subject.startsWith('Time for')).length;
}

test('an hour before, once, with the way to the ticket', async () => {
  const { buyer, order } = await createOrder();
  expect(await countRemindersAt('2026-11-20T16:29:59.000Z', buyer)).toBe(0);
  expect(await countRemindersAt('2026-11-20T16:30:00.000Z', buyer)).toBe(1);
  expect(await countRemindersAt('2026-11-20T17:00:00.000Z', buyer)).toBe(1);
  const mail = api.mails.find(({ subject }) => subject.startsWith('Time for'))!;
  expect(mail.text).toContain(`/orders/${order.id}`);
  expect(mail.text).not.toContain(order.pin!);
});

test('not of a cancelled order, nor of one collected', async () => {
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

test('follows what is wished by now: later, earlier, not at all', async () => {
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

test('who buys inside that hour needs none; one that comes too late is none', async () => {
  const { buyer } = await createOrder('2026-11-20T17:00:00.000Z');
  expect(await countRemindersAt('2026-11-20T17:10:00.000Z', buyer)).toBe(0);
  const earlyOrder = await createOrder();
  expect(await countRemindersAt('2026-11-20T17:31:00.000Z', earlyOrder.buyer)).toBe(0);
});

test('by push to who chose it; who wants no news of favourites is reminded by mail', async () => {
  const pushOrder = await createOrder();
  await updateSettings(pushOrder.buyer, { channel: 'push' });
  await pushOrder.buyer.call('savePushSubscription', { body: createPushBrowser().subscription });
  const mutedOrder = await createOrder();
  await updateSettings(mutedOrder.buyer, { channel: 'none' });
  expect(await countRemindersAt('2026-11-20T16:30:00.000Z', mutedOrder.buyer)).toBe(1);
  expect(api.pushes.map(({ message }) => message.url)).toEqual([`/orders/${pushOrder.order.id}`]);
});

test('settings: as everybody’s until chosen, then as chosen; only what can be meant', async () => {
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

test('a browser says where its push service is: never a place of our own', async () => {
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
