import { beforeEach, expect, test } from 'vitest';
import { createTestUser, expectApiError } from '../../../test/support/builders.ts';
import { createPaidOrder } from '../../../test/support/order-builders.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../test/support/test-app.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));

const getLink = async (token: string, id: number, language: 'pt' | 'en' | 'ru' = 'en') =>
  (await api.client(token, language)('getCalendarLink', { params: { id } })).data;
/** As a calendar does: without a session, header or cookie. */
const download = (path: string) => api.app.inject({ url: path });

test('the address works without a session, for ten minutes, and the file has no PIN', async () => {
  const { buyer, id, pin } = await createPaidOrder(api);
  const { path, expires_at } = await getLink(buyer.token, id);
  expect(expires_at).toBe('2026-11-20T12:10:00.000Z');
  const response = await download(path);
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': `inline; filename="wopack-${id}.ics"`,
    'cache-control': 'no-store',
  });
  const lines = response.payload.replaceAll('\r\n ', '').split('\r\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'DTSTART:20261120T173000Z',
      'DTEND:20261120T190000Z',
      'SUMMARY:Pick up Cesto de fim de tarde at Padaria Aurora',
      'TRIGGER:-PT1H',
    ]),
  );
  expect(response.payload).not.toContain(pin);
  api.clock.advance(10 * MINUTE - 1);
  expect((await download(path)).statusCode).toBe(200);
  api.clock.advance(1);
  expect((await download(path)).statusCode).toBe(404);
});

test('it is in the language of whoever asked for it', async () => {
  const { buyer, id } = await createPaidOrder(api);
  for (const [language, word] of [
    ['pt', 'Levantar'],
    ['ru', 'Забрать'],
  ] as const)
    expect((await download((await getLink(buyer.token, id, language)).path)).payload).toContain(
      `SUMMARY:${word}`,
    );
});

test('nobody else gets an address, and no key can be made or changed', async () => {
  const { buyer, id, seller } = await createPaidOrder(api);
  await expectApiError(getLink((await createTestUser(api)).token, id), 4);
  await expectApiError(getLink(seller.token, id), 4);
  const { path } = await getLink(buyer.token, id);
  const key = path.split('/').at(-2)!;
  expect(key).not.toContain(String(id));
  const changed = path.replace(key, key.slice(0, -4) + (key.endsWith('AAAA') ? 'BBBB' : 'AAAA'));
  for (const address of [
    changed,
    path.replace(key, 'v1.x'),
    path.replace(key, btoa(`${id} 9999999999999 en`)),
  ])
    expect((await download(address)).statusCode).toBe(404);
});

test('it ends with the order', async () => {
  const { buyer, id } = await createPaidOrder(api);
  const { path } = await getLink(buyer.token, id);
  await buyer.call('cancelOrder', { params: { id }, body: {} });
  expect((await download(path)).statusCode).toBe(404);
  await expectApiError(getLink(buyer.token, id), 5);
});
