import { errorCodes, type MemberRole } from '@wopack/contract';
import { beforeEach, expect, test } from 'vitest';
import {
  addMember,
  buyProduct,
  createMember,
  createProductOnSale,
  createTestUser,
  expectApiError,
  startPayment,
} from '../../../test/support/builders.ts';
import { createCollectedOrder, handOutOrder } from '../../../test/support/order-builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../test/support/test-app.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));

const NOT_ALLOWED = errorCodes.notAllowed.code;

test.each<[MemberRole, boolean]>([
  ['owner', false],
  ['manager', false],
  ['counter', true],
  ['accountant', true],
])('%s: may buy and wait for packs of the business: %s', async (role, mayBuy) => {
  const { seller, productId } = await createProductOnSale(api, { quantity: 2 });
  const slotId = (await seller.call('getOffer', { params: { id: productId } })).data.slot_id!;
  const member = await createMember(api, seller, role);
  expect((await member.call('getOffer', { params: { id: productId } })).data.is_mine).toBe(!mayBuy);
  if (!mayBuy) {
    await expectApiError(startPayment(member, productId), NOT_ALLOWED);
    await expectApiError(member.call('joinWaitlist', { params: { id: slotId }, body: {} }), NOT_ALLOWED);
    return;
  }
  await buyProduct(member, productId);
  await buyProduct(await createTestUser(api), productId);
  await member.call('joinWaitlist', { params: { id: slotId }, body: {} });
});

test('what counts is the business that sells, not the one that the device works for', async () => {
  const { seller, productId } = await createProductOnSale(api);
  const other = await createProductOnSale(api);
  const member = await createMember(api, seller, 'manager');
  await addMember(api, { businessId: other.seller.id, userId: member.id, role: 'counter' });
  await member.call('chooseBusiness', { params: { id: other.seller.id } });
  await expectApiError(startPayment(member, productId), NOT_ALLOWED);
  await buyProduct(member, other.productId);
});

test.each(['owner', 'manager', 'counter', 'accountant'] as const)('%s: never rates', async (role) => {
  const { buyer, seller, id } = await createCollectedOrder(api);
  const canRate = async () => (await buyer.call('getOrder', { params: { id } })).data.can_rate;
  expect(await canRate()).toBe(true);
  const memberId = await addMember(api, { businessId: seller.id, userId: buyer.id, role });
  expect(await canRate()).toBe(false);
  const rate = () => buyer.call('rateOrder', { params: { id }, body: { stars: 5 } });
  await expectApiError(rate(), NOT_ALLOWED);
  await api.db.deleteFrom('members').where('id', '=', memberId).execute();
  expect((await rate()).data.rating?.stars).toBe(5);
});

test('nobody hands out an own order: neither by its PIN, nor by its code, nor from the list', async () => {
  const { seller, salePlaceId, productId } = await createProductOnSale(api);
  const counter = await createMember(api, seller, 'counter');
  const { id, pin } = await buyProduct(counter, productId);
  api.clock.set('2026-11-20T18:00:00Z');
  const body = { sale_place_id: salePlaceId, pin: pin! };
  await expectApiError(handOutOrder(counter, id, pin!), NOT_ALLOWED);
  await expectApiError(counter.call('checkPin', { body }), NOT_ALLOWED);
  await expectApiError(counter.call('checkPin', { body: { ...body, order_id: id } }), NOT_ALLOWED);
  const canHandOut = async (user: typeof seller) =>
    (await user.call('listSellerOrders')).data.map((order) => order.can_hand_out);
  expect(await canHandOut(counter)).toEqual([false]);
  expect(await canHandOut(seller)).toEqual([true]);
  const colleague = await createMember(api, seller, 'counter');
  expect((await handOutOrder(colleague, id, pin!)).data.state).toBe('collected');
});

test('at the counter only the orders of today are listed', async () => {
  const { seller } = await createProductOnSale(api);
  const counter = await createMember(api, seller, 'counter');
  await counter.call('listSellerOrders');
  await counter.call('listSellerOrders', { query: { when: 'today', search: 'Marta' } });
  for (const query of [{ when: 'past' }, { when: 'upcoming' }, { date: '2026-11-19' }] as const)
    await expectApiError(counter.call('listSellerOrders', { query }), NOT_ALLOWED);
});
