import type { Input } from '@wopack/contract/client';
import { beforeEach, describe, expect, test } from 'vitest';
import { buy, declinedCard, evenings, initiate, type Person, person, shop } from '../../../test/builders.ts';
import { pushBrowser } from '../../../test/push-browser.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../test/test-app.ts';

const api = useTestApp();
const HOUR = 60 * MINUTE;

beforeEach(() => {
  api.clock.set(FRIDAY_NOON);
  api.mails.length = 0;
  api.pushes.length = 0;
});

const settings = { channel: 'mail', reminder_minutes: 0, quiet_from: '22:00', quiet_to: '08:00' } as const;
const choose = (who: Person, change: Partial<Input<'saveNotifications'>['body']>) =>
  who.call('saveNotifications', { body: { ...settings, ...change } });

async function follower(productId: number, change: Partial<Input<'saveNotifications'>['body']> = {}) {
  const who = await person(api);
  await who.call('toggleFavourite', { params: { id: productId }, body: { is_favourite: true } });
  await choose(who, change);
  return who;
}

/** A minute goes by. */
async function minute() {
  api.clock.advance(MINUTE);
  await api.jobs.tick('notifications.back-on-sale');
  await api.jobs.runDue();
}

const mailsTo = ({ email }: Person) =>
  api.mails.filter(({ to, subject }) => to === email && subject.startsWith('Back on sale'));

/** A pack of which the last one is paid for. */
async function soldOut() {
  const { productId, seller } = await shop(api, { quantity: 1 });
  const buyer = await person(api);
  await choose(buyer, {});
  return { productId, seller, buyer, order: await buy(buyer, productId) };
}

const cancel = (buyer: Person, id: number) => buyer.call('cancelOrder', { params: { id }, body: {} });

describe('back on sale', () => {
  test('a cancelled order: followers are told once a slot, whatever comes after', async () => {
    const { productId, buyer, order } = await soldOut();
    const fan = await follower(productId);
    const bored = await follower(productId, { channel: 'none' });
    await minute();
    expect(mailsTo(fan)).toHaveLength(0);

    await cancel(buyer, order.id);
    await minute();
    expect(mailsTo(fan)).toHaveLength(1);
    expect(mailsTo(fan)[0]!.text).toContain(`/offers/${productId}`);
    expect(mailsTo(bored)).toHaveLength(0);

    const second = await person(api);
    await cancel(second, (await buy(second, productId)).id);
    await minute();
    await minute();
    expect(mailsTo(fan)).toHaveLength(1);
  });

  test('a hold let go, and a restock', async () => {
    const { productId } = await shop(api, { quantity: 1 });
    const fan = await follower(productId);
    const buyer = await person(api);
    const { token, client_secret } = await initiate(buyer, productId);
    await minute();
    expect(mailsTo(fan)).toHaveLength(0);
    await buyer.call('sandboxConfirm', { body: { client_secret, card: declinedCard } });
    await buyer.call('failPayment', { body: { token, code: 'card_declined', description: '' } });
    await minute();
    expect(mailsTo(fan)).toHaveLength(1);

    const full = await soldOut();
    const other = await follower(full.productId);
    await full.seller.call('saveSchedule', {
      body: { product_id: full.productId, quantity: 3, schedule: evenings },
    });
    await minute();
    expect(mailsTo(other)).toHaveLength(1);
  });

  test('the next day of a pack that sold out; not of one that did not', async () => {
    const { productId } = await soldOut();
    const { productId: plenty } = await shop(api, { quantity: 2 });
    const fan = await follower(productId);
    const other = await follower(plenty);
    api.clock.set('2026-11-20T18:59:30.000Z');
    await minute();
    expect(mailsTo(fan)).toHaveLength(1);
    expect(mailsTo(fan)[0]!.text).toContain('17:30');
    expect(mailsTo(other)).toHaveLength(0);
  });

  test('a later day that has units again is no news while today is on sale', async () => {
    const { productId } = await shop(api, { quantity: 2 });
    const fan = await follower(productId);
    const later = api.db
      .updateTable('pickup_slots')
      .where('product_id', '=', productId)
      .where('date', '=', '2026-11-22');
    await later.set({ left: 0 }).execute();
    await later.set({ left: 2 }).execute();
    await minute();
    expect(mailsTo(fan)).toHaveLength(0);
  });

  test('a seller who sells again', async () => {
    const { productId, seller } = await shop(api, { quantity: 2 });
    const fan = await follower(productId);
    await seller.call('saveOwner', { body: { is_owner: false } });
    await minute();
    await seller.call('saveOwner', { body: { is_owner: true } });
    await minute();
    expect(mailsTo(fan)).toHaveLength(1);
  });
});

describe('quiet hours', () => {
  test('told when they end, in the person’s own place, if it is still on sale', async () => {
    const { productId, buyer, order } = await soldOut();
    const lisbon = await follower(productId, { quiet_from: '12:00', quiet_to: '14:00' });
    const moscow = await follower(productId, { quiet_from: '15:00', quiet_to: '16:00' });
    await moscow.call('saveCity', { body: { city: 'Moskva', latitude: 55.75, longitude: 37.62 } });
    await cancel(buyer, order.id);
    await minute();
    expect([mailsTo(lisbon).length, mailsTo(moscow).length]).toEqual([0, 0]);
    api.clock.set('2026-11-20T13:00:00.000Z');
    await minute();
    expect([mailsTo(lisbon).length, mailsTo(moscow).length]).toEqual([0, 1]);
    api.clock.set('2026-11-20T14:00:00.000Z');
    await minute();
    expect(mailsTo(lisbon)).toHaveLength(1);
  });

  test('gone meanwhile: nothing is said; back again: then it is', async () => {
    const { productId, buyer, order } = await soldOut();
    const fan = await follower(productId, { quiet_from: '12:00', quiet_to: '14:00' });
    await cancel(buyer, order.id);
    await minute();
    const second = await person(api);
    const again = await buy(second, productId);
    api.clock.set('2026-11-20T14:00:00.000Z');
    await minute();
    expect(mailsTo(fan)).toHaveLength(0);
    await cancel(second, again.id);
    await minute();
    expect(mailsTo(fan)).toHaveLength(1);
  });
});

describe('by push', () => {
  test('each browser signed in gets it; whoever has none gets a mail', async () => {
    const { productId, buyer, order } = await soldOut();
    const fan = await follower(productId, { channel: 'push' });
    const bare = await follower(productId, { channel: 'push' });
    const { subscription } = pushBrowser();
    await fan.call('savePushSubscription', { body: subscription });
    await cancel(buyer, order.id);
    await minute();
    expect(api.pushes).toHaveLength(1);
    expect(api.pushes[0]).toMatchObject({
      subscription: { endpoint: subscription.endpoint },
      message: { title: 'Back on sale: Cesto de fim de tarde', url: `/offers/${productId}` },
    });
    // Until 19:00, when the window is over.
    expect(api.pushes[0]!.ttl).toBe((7 * HOUR - MINUTE) / 1000);
    expect([mailsTo(fan).length, mailsTo(bare).length]).toEqual([0, 1]);
  });

  test('a push service that is away is asked again, and tells it once', async () => {
    const { productId, buyer, order } = await soldOut();
    const fan = await follower(productId, { channel: 'push' });
    await fan.call('savePushSubscription', { body: pushBrowser().subscription });
    const send = api.context.push.send;
    api.context.push.send = async () => {
      throw new Error('503');
    };
    await cancel(buyer, order.id);
    api.clock.advance(MINUTE);
    await api.jobs.tick('notifications.back-on-sale');
    await api.jobs.runDue({ mayFail: true });
    expect(api.pushes).toEqual([]);
    api.context.push.send = send;
    await minute();
    await minute();
    expect(api.pushes).toHaveLength(1);
    expect(mailsTo(fan)).toEqual([]);
  });

  test('logging out ends it, and so does a browser that is gone', async () => {
    const { productId, buyer, order } = await soldOut();
    const left = await follower(productId, { channel: 'push' });
    await left.call('savePushSubscription', { body: pushBrowser().subscription });
    await left.call('logout');
    const gone = await follower(productId, { channel: 'push' });
    await gone.call('savePushSubscription', { body: pushBrowser().subscription });
    const send = api.context.push.send;
    api.context.push.send = async () => 'gone';
    await cancel(buyer, order.id);
    await minute();
    api.context.push.send = send;
    const kept = await api.db
      .selectFrom('push_subscriptions')
      .select('user_id')
      .where('user_id', 'in', [left.id, gone.id])
      .execute();
    expect(kept).toEqual([]);
    expect(mailsTo(left)).toHaveLength(1);
  });
});

test.each([
  ['pt', 'De volta à venda: ', 'outra vez à venda'],
  ['en', 'Back on sale: ', 'on sale again'],
  ['ru', 'Снова в продаже: ', 'снова можно купить'],
] as const)('the mail speaks %s', async (language, subject, words) => {
  const { productId, buyer, order } = await soldOut();
  const fan = await follower(productId);
  await fan.call('saveLanguage', { body: { language } });
  await cancel(buyer, order.id);
  await minute();
  const mail = api.mails.find(({ to }) => to === fan.email)!;
  expect(mail.subject).toBe(`${subject}Cesto de fim de tarde`);
  expect(mail.text).toContain(words);
  expect(mail.text).not.toMatch(/\{\{|undefined/);
});
