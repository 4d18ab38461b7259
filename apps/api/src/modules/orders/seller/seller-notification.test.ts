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

const DEFAULT_SETTINGS = { sold: 'mail', last_sold: 'mail', cancelled: 'mail', report: 'mail' } as const;
const updateSettings = (
  seller: TestUser,
  change: Partial<Record<keyof typeof DEFAULT_SETTINGS, 'push' | 'mail' | 'none'>>,
) => seller.call('updateSellerNotificationSettings', { body: { ...DEFAULT_SETTINGS, ...change } });
const listSubjects = ({ email }: TestUser) =>
  api.mails.filter(({ to }) => to === email).map(({ subject }) => subject.replace(/, no\. \d+/, ''));

test('each pack sold, then that it was the last: once a window', async () => {
  const { seller, productId } = await createProductOnSale(api, { quantity: 2 });
  await buyProduct(await createTestUser(api), productId);
  const buyer = await createTestUser(api);
  const last = await buyProduct(buyer, productId);
  await api.jobs.runDue();
  expect(listSubjects(seller).sort()).toEqual([
    'Sold out: Cesto de fim de tarde',
    'Sold: Cesto de fim de tarde',
  ]);
  await buyer.call('cancelOrder', { params: { id: last.id }, body: {} });
  await api.jobs.runDue();
  await buyProduct(await createTestUser(api), productId);
  await api.jobs.runDue();
  expect(listSubjects(seller).slice(2)).toEqual([
    'Cancelled by the client: Cesto de fim de tarde',
    'Sold: Cesto de fim de tarde',
  ]);
  expect(api.mails.every(({ text }) => !/PIN/.test(text) || !text.includes('bought'))).toBe(true);
});

test('in the seller’s language; one click ends what they can do without, and nothing else', async () => {
  const { seller, productId } = await createProductOnSale(api, { quantity: 1 });
  await seller.call('updateLanguage', { body: { language: 'ru' } });
  await updateSettings(seller, { cancelled: 'push' });
  await buyProduct(await createTestUser(api), productId);
  await api.jobs.runDue();
  const [mail, ...otherMails] = api.mails.filter(({ to }) => to === seller.email);
  expect([mail!.language, otherMails]).toEqual(['ru', []]);
  const url = new URL(mail!.unsubscribe!).pathname;
  expect(url).toContain('/last_sold/');
  const { statusCode } = await api.app.inject({
    method: 'POST',
    url: url.replace('last_sold', 'sold'),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  expect(statusCode).toBe(200);
  expect((await seller.call('getSellerNotificationSettings')).data).toEqual({
    ...{ sold: 'none', last_sold: 'mail', cancelled: 'push', report: 'mail' },
  });
});

test('as chosen: by push, not at all; a report names what was said', async () => {
  const { seller, productId } = await createProductOnSale(api, { quantity: 3 });
  await updateSettings(seller, { sold: 'none', report: 'push' });
  await seller.call('savePushSubscription', { body: createPushBrowser().subscription });
  const buyer = await createTestUser(api);
  const { id } = await buyProduct(buyer, productId);
  await api.jobs.runDue();
  expect(listSubjects(seller)).toEqual([]);
  api.clock.set('2026-11-20T18:00:00.000Z');
  await buyer.call('reportOrder', { params: { id }, body: { text: 'O saco estava vazio.' } });
  await api.jobs.runDue();
  expect(api.pushes.map(({ message }) => message)).toMatchObject([
    { title: 'A client reports a problem: Cesto de fim de tarde', body: expect.stringContaining('vazio') },
  ]);
});

test('what can wait waits for the end of the quiet hours; what begins before it does not', async () => {
  const { seller, productId } = await createProductOnSale(api, { quantity: 3 });
  const night = { fri: { time_start: '23:30', time_end: '00:30' } };
  const barSalePlace = await createProductOnSale(api, { seller, product: { name: 'Ceia' }, schedule: night });
  api.clock.set('2026-11-20T22:30:00.000Z');
  await buyProduct(await createTestUser(api), productId);
  await buyProduct(await createTestUser(api), barSalePlace.productId);
  await api.jobs.runDue();
  expect(listSubjects(seller)).toEqual(['Sold: Ceia']);
  api.clock.set('2026-11-21T08:00:00.000Z');
  await api.jobs.runDue();
  expect(listSubjects(seller)).toEqual(['Sold: Ceia', 'Sold: Cesto de fim de tarde']);
});
