import { activityKinds, errorCodes } from '@wopack/contract';
import type { Input } from '@wopack/contract/client';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import {
  buyProduct,
  createMember,
  createProductOnSale,
  createTestUser,
  EVENING_SCHEDULE,
  expectApiError,
  getSlotId,
  TEST_PASSWORD,
  type TestUser,
} from '../../../test/support/builders.ts';
import { handOutOrder } from '../../../test/support/order-builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../test/support/test-app.ts';
import { sendRequest } from '../../../test/support/test-request.ts';
import translations from '../../platform/messages/en.json' with { type: 'json' };

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));

const list = async (user: TestUser, query: Input<'listActivity'>['query'] = {}) =>
  (await user.call('listActivity', { query })).data;

test('each change names who made it, when, and what it was before', async () => {
  const { seller, salePlaceId, productId } = await createProductOnSale(api);
  const manager = await createMember(api, seller, 'manager', { name: 'Inês Prata' });
  const counter = await createMember(api, seller, 'counter', { name: 'Rita Nunes' });
  const slotId = await getSlotId(api, productId, '2026-11-20');
  const id = { id: productId };
  await counter.call('updateSlotQuantity', { params: { id: slotId }, body: { quantity: 5 } });
  // The same again changes nothing.
  await counter.call('updateSlotQuantity', { params: { id: slotId }, body: { quantity: 5 } });
  await manager.call('pauseProduct', { params: id, body: { paused: true } });
  await manager.call('pauseProduct', { params: id, body: { paused: false } });
  const { data: product } = await manager.call('getMyProduct', { params: id });
  await manager.call('saveProduct', {
    body: {
      id: productId,
      sale_place_id: salePlaceId,
      categories: [1],
      name: product.name,
      description: product.description,
      price: 4.99,
      photo: product.photos.map(({ path }) => path),
    },
  });
  await manager.call('updateSchedule', {
    body: { product_id: productId, quantity: 4, schedule: EVENING_SCHEDULE },
  });
  await manager.call('pauseSalePlace', { params: { id: salePlaceId }, body: { paused: true } });
  await manager.call('pauseSalePlace', { params: { id: salePlaceId }, body: { paused: false } });
  const [resumed, paused, schedule, price, ...rest] = await list(manager);
  expect([resumed!.kind, paused!.kind, schedule!.kind]).toEqual([
    'sale_place_resumed',
    'sale_place_paused',
    'schedule_changed',
  ]);
  expect(price).toMatchObject({
    kind: 'price_changed',
    by: { id: manager.id, name: 'Inês Prata' },
    sale_place: { id: salePlaceId, name: 'Padaria Aurora' },
    product: { id: productId },
    before: { price: 3.99 },
    after: { price: 4.99 },
    at: FRIDAY_NOON,
  });
  expect(schedule).toMatchObject({ before: { quantity: 3 }, after: { quantity: 4, days: 7 } });
  expect(schedule!.after).not.toHaveProperty('weekdays');
  expect(rest.map(({ kind, by }) => [kind, by?.name])).toEqual([
    ['product_resumed', 'Inês Prata'],
    ['product_paused', 'Inês Prata'],
    ['stock_changed', 'Rita Nunes'],
    ['product_published', 'Rui Fontes'],
    ['product_added', 'Rui Fontes'],
    ['sale_place_added', 'Rui Fontes'],
  ]);
  expect(rest[2]).toMatchObject({
    before: { quantity: 3, left: 3 },
    after: { quantity: 5, left: 5, date: '2026-11-20' },
  });
});

test('other hours name their weekdays, what they were, and what they are', async () => {
  const { seller, productId } = await createProductOnSale(api);
  const change = async (schedule: Input<'updateSchedule'>['body']['schedule']) => {
    await seller.call('updateSchedule', { body: { product_id: productId, quantity: 3, schedule } });
    return (await list(seller))[0];
  };
  const late = { time_start: '18:00', time_end: '19:30' };
  expect(await change({ ...EVENING_SCHEDULE, sat: late, sun: late })).toMatchObject({
    before: { weekdays: 'sat,sun', time_start: '17:30', time_end: '19:00', days: 7 },
    after: { weekdays: 'sat,sun', ...late, days: 7 },
  });
  const { sun: _sun, ...withoutSunday } = EVENING_SCHEDULE;
  const closed = await change({ ...withoutSunday, sat: late });
  expect(closed).toMatchObject({ before: { weekdays: 'sun', ...late }, after: { weekdays: 'sun', days: 6 } });
  expect(closed!.after).not.toHaveProperty('time_start');
  const { text } = await sendRequest(api, 'exportActivity', { token: seller.token, query: {} });
  expect(text).toContain('weekdays: sat,sun, from: 18:00, to: 19:30, days a week: 7, quantity: 3');
});

test('orders name who handed them out, and activity who cancelled and refunded', async () => {
  const { seller, productId } = await createProductOnSale(api, { quantity: 4 });
  const counter = await createMember(api, seller, 'counter', { name: 'Rita Nunes' });
  const manager = await createMember(api, seller, 'manager');
  const buyer = await createTestUser(api);
  const cancelled = await buyProduct(buyer, productId);
  const refunded = await buyProduct(await createTestUser(api), productId);
  const handedOut = await buyProduct(await createTestUser(api), productId);
  await manager.call('cancelSellerOrder', { params: { id: cancelled.id }, body: { reason: 'no flour' } });
  api.clock.set('2026-11-20T18:00:00Z');
  await manager.call('refundSellerOrder', { params: { id: refunded.id }, body: { reason: 'oven' } });
  const { data } = await handOutOrder(counter, handedOut.id, handedOut.pin!);
  expect(data.handed_out_by).toBe('Rita Nunes');
  await handOutOrder(manager, handedOut.id, handedOut.pin!);
  expect((await list(manager)).slice(0, 3).map(({ kind, order_id, by }) => [kind, order_id, by?.id])).toEqual(
    [
      ['handed_out', handedOut.id, counter.id],
      ['order_refunded', refunded.id, manager.id],
      ['order_cancelled', cancelled.id, manager.id],
    ],
  );
});

test('members, with roles and without words', async () => {
  const { seller } = await createProductOnSale(api);
  const { memberId, id } = await createMember(api, seller, 'manager');
  const proof = { password: TEST_PASSWORD };
  const invited = { email: 'somebody@example.com', role: 'counter', sale_place_ids: null } as const;
  const { data } = await seller.call('inviteMember', { body: { ...invited, ...proof } });
  await seller.call('withdrawInvitation', { params: { id: data.invitations[0]!.id } });
  await seller.call('updateMember', {
    params: { id: memberId },
    body: { role: 'counter', sale_place_ids: null, ...proof },
  });
  await seller.call('endMember', { params: { id: memberId }, body: proof });
  const entries = (await list(seller)).slice(0, 4);
  expect(entries.map(({ kind, member, before, after }) => [kind, member?.id, before, after])).toEqual([
    ['member_ended', id, { role: 'counter' }, null],
    ['member_changed', id, { role: 'manager' }, { role: 'counter' }],
    ['invitation_withdrawn', undefined, null, null],
    ['member_invited', undefined, null, { role: 'counter' }],
  ]);
  expect(JSON.stringify(entries)).not.toContain('somebody');
});

test('filters, pages and the file hold what the member may see', async () => {
  const first = await createProductOnSale(api);
  const { seller } = first;
  const second = await createProductOnSale(api, { seller, salePlace: { name: 'Quiosque Aurora' } });
  const manager = await createMember(api, seller, 'manager', { salePlaceIds: [second.salePlaceId] });
  api.clock.set('2026-11-21T00:30:00Z');
  await manager.call('pauseProduct', { params: { id: second.productId }, body: { paused: true } });
  const all = await list(seller);
  expect(new Set((await list(manager)).map(({ sale_place }) => sale_place?.id))).toEqual(
    new Set([second.salePlaceId]),
  );
  await expectApiError(list(manager, { sale_place_id: first.salePlaceId }), errorCodes.notFound.code);
  expect(await list(seller, { sale_place_id: second.salePlaceId })).toEqual(await list(manager));
  expect(await list(seller, { sale_place_ids: String(second.salePlaceId) })).toEqual(await list(manager));
  const both = `${first.salePlaceId},${second.salePlaceId}`;
  expect(await list(seller, { sale_place_ids: both })).toEqual(
    all.filter(({ sale_place: salePlace }) => salePlace !== null),
  );
  await expectApiError(list(manager, { sale_place_ids: both }), errorCodes.notFound.code);
  expect(await list(seller, { user_id: manager.id })).toEqual(all.slice(0, 1));
  expect(await list(seller, { kind: 'product_paused' })).toEqual(all.slice(0, 1));
  expect(await list(seller, { from: '2026-11-21' })).toEqual(all.slice(0, 1));
  expect(await list(seller, { from: '2026-11-20', to: '2026-11-20' })).toEqual(all.slice(1));
  await expectApiError(list(seller, { from: '2026-11-21', to: '2026-11-20' }), 1, 'to');
  const page = await seller.call('listActivity', { query: { limit: 3 } });
  expect(page.members.map(({ id }) => id)).toEqual([seller.id, manager.id]);
  const rest = await seller.call('listActivity', { query: { cursor: page.next_cursor! } });
  expect([...page.data, ...rest.data]).toEqual(all);
  const { text } = await sendRequest(api, 'exportActivity', { token: manager.token, query: {} });
  const lines = text.trim().split('\r\n');
  expect(lines).toHaveLength(1 + (await list(manager)).length);
  expect(lines[1]).toContain('"pack paused"');
  expect(text).not.toContain('Padaria Aurora');
});

test('is only added to, and each kind has a name in the file', async () => {
  await createProductOnSale(api);
  for (const statement of [sql`update activity set kind = 'x'`, sql`delete from activity`])
    await expect(statement.execute(api.db)).rejects.toThrow(/permission denied/);
  expect(Object.keys(translations.businesses.activity).sort()).toEqual([...activityKinds].sort());
});
