import type { Input } from '@wopack/contract/client';
import { beforeEach, expect, test } from 'vitest';
import { buy, type Person, person, shop } from '../../../test/builders.ts';
import { pushBrowser } from '../../../test/push-browser.ts';
import { FRIDAY_NOON, useTestApp } from '../../../test/test-app.ts';

const api = useTestApp();

beforeEach(() => {
  api.clock.set(FRIDAY_NOON);
  api.mails.length = 0;
  api.pushes.length = 0;
});

const usual = { channel: 'mail', reminder_minutes: 60, quiet_from: '22:00', quiet_to: '08:00' } as const;
const choose = (who: Person, change: Partial<Input<'saveNotifications'>['body']>) =>
  who.call('saveNotifications', { body: { ...usual, ...change } });

/** Somebody with an order for this evening, 17:30–19:00. */
async function bought(at = FRIDAY_NOON) {
  api.clock.set(at);
  const { productId, seller } = await shop(api);
  const buyer = await person(api);
  return { buyer, seller, order: await buy(buyer, productId) };
}

/** Reminders sent by then. */
async function remindersAt(iso: string, { email }: Person): Promise<number> {
  api.clock.set(iso);
  await api.jobs.runDue();
  return api.mails.filter(({ to, subject }) => to === email && subject.startsWith('Time for')).length;
}

test('an hour before, once, with the way to the ticket', async () => {
  const { buyer, order } = await bought();
  expect(await remindersAt('2026-11-20T16:29:59.000Z', buyer)).toBe(0);
  expect(await remindersAt('2026-11-20T16:30:00.000Z', buyer)).toBe(1);
  expect(await remindersAt('2026-11-20T17:00:00.000Z', buyer)).toBe(1);
  const mail = api.mails.find(({ subject }) => subject.startsWith('Time for'))!;
  expect(mail.text).toContain(`/orders/${order.id}`);
  expect(mail.text).not.toContain(order.pin!);
});

test('not of a cancelled order, nor of one collected', async () => {
  const cancelled = await bought();
  await cancelled.buyer.call('cancelOrder', { params: { id: cancelled.order.id }, body: {} });
  const collected = await bought();
  await api.db
    .updateTable('orders')
    .set({ state: 'collected', collected_at: api.clock.now() })
    .where('id', '=', collected.order.id)
    .execute();
  expect(await remindersAt('2026-11-20T16:40:00.000Z', cancelled.buyer)).toBe(0);
  expect(await remindersAt('2026-11-20T16:40:00.000Z', collected.buyer)).toBe(0);
});

test('follows what is wished by now: later, earlier, not at all', async () => {
  const [later, earlier, never] = [await bought(), await bought(), await bought()];
  await choose(later.buyer, { reminder_minutes: 15 });
  await choose(earlier.buyer, { reminder_minutes: 180 });
  await choose(never.buyer, { reminder_minutes: 0 });
  expect(await remindersAt('2026-11-20T14:30:00.000Z', earlier.buyer)).toBe(1);
  expect(await remindersAt('2026-11-20T16:40:00.000Z', later.buyer)).toBe(0);
  expect(await remindersAt('2026-11-20T17:15:00.000Z', later.buyer)).toBe(1);
  expect(await remindersAt('2026-11-20T17:15:00.000Z', earlier.buyer)).toBe(1);
  expect(await remindersAt('2026-11-20T17:15:00.000Z', never.buyer)).toBe(0);
});

test('who buys inside that hour needs none; one that comes too late is none', async () => {
  const { buyer } = await bought('2026-11-20T17:00:00.000Z');
  expect(await remindersAt('2026-11-20T17:10:00.000Z', buyer)).toBe(0);
  const early = await bought();
  expect(await remindersAt('2026-11-20T17:31:00.000Z', early.buyer)).toBe(0);
});

test('by push to who chose it; who wants no news of favourites is reminded by mail', async () => {
  const pushed = await bought();
  await choose(pushed.buyer, { channel: 'push' });
  await pushed.buyer.call('savePushSubscription', { body: pushBrowser().subscription });
  const none = await bought();
  await choose(none.buyer, { channel: 'none' });
  expect(await remindersAt('2026-11-20T16:30:00.000Z', none.buyer)).toBe(1);
  expect(api.pushes.map(({ message }) => message.url)).toEqual([`/orders/${pushed.order.id}`]);
});

test('settings: as everybody’s until chosen, then as chosen; only what can be meant', async () => {
  const who = await person(api);
  expect((await who.call('showNotifications')).data).toMatchObject(usual);
  const mine = { channel: 'none', reminder_minutes: 30, quiet_from: '00:00', quiet_to: '00:00' } as const;
  await choose(who, mine);
  expect((await who.call('showNotifications')).data).toMatchObject(mine);
  for (const bad of [{ quiet_from: '24:00' }, { quiet_to: '8:00' }, { reminder_minutes: 1441 }]) {
    await expect(choose(who, bad)).rejects.toMatchObject({ code: 1 });
  }
});

test('a browser says where its push service is: never a place of our own', async () => {
  const who = await person(api);
  const { endpoint, keys } = pushBrowser().subscription;
  const save = (change: object) => who.call('savePushSubscription', { body: { endpoint, keys, ...change } });
  for (const bad of [
    'http://fcm.googleapis.com/x',
    'https://127.0.0.1/x',
    'https://localhost:5432',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evil@fcm.googleapis.com/x',
    'nonsense',
  ]) {
    await expect(save({ endpoint: bad })).rejects.toMatchObject({
      code: 1,
      errors: { endpoint: [expect.any(String)] },
    });
  }
  await expect(save({ keys: { ...keys, p256dh: 'AAAA' } })).rejects.toMatchObject({ code: 1 });
  await expect(save({ keys: { ...keys, auth: 'AAAA' } })).rejects.toMatchObject({ code: 1 });
  await save({});
  await save({});
  await who.call('removePushSubscription', { body: { endpoint } });
  const rows = await api.db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('user_id', '=', who.id)
    .execute();
  expect(rows).toEqual([]);
});
