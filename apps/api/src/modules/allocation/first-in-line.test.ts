import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAllocationBuilders } from '../../../test/support/allocation-builders.ts';
import {
  buyProduct,
  createProductOnSale,
  EVENING_SCHEDULE,
  type TestUser,
} from '../../../test/support/builders.ts';
import { expectConsistentData } from '../../../test/support/consistency.ts';
import { FRIDAY_NOON, useTestApp } from '../../../test/support/test-app.ts';

const api = useTestApp();

beforeEach(() => {
  api.clock.set(FRIDAY_NOON);
  api.mails.length = 0;
});
afterEach(() => expectConsistentData(api.db));

const { getOffer, getMine, createPerson, runJobs } = createAllocationBuilders(api);

const join = async (user: TestUser, id: number) =>
  (await user.call('joinWaitlist', { params: { id }, body: null })).data;
const leave = (user: TestUser, id: number) => user.call('leaveWaitlist', { params: { id } });
const cancelAsSeller = (seller: TestUser, id: number) =>
  seller.call('cancelSellerOrder', { params: { id }, body: { reason: 'The oven is broken.' } });
const getLate = async (buyer: TestUser, id: number) =>
  (await buyer.call('getOrder', { params: { id } })).data.late_cancellation;

/** Two units, both ordered; the order of the first buyer is then cancelled by the seller. */
async function createCancelled(options: Parameters<typeof createProductOnSale>[1] = {}) {
  const { seller, productId } = await createProductOnSale(api, { quantity: 2, ...options });
  const [buyer, other] = [await createPerson(), await createPerson()];
  const order = await buyProduct(buyer, productId);
  const otherOrder = await buyProduct(other, productId);
  await api.jobs.runDue();
  const slotId = (await getOffer(buyer, productId)).slot_id!;
  return { seller, productId, slotId, buyer, other, order, otherOrder };
}

test('whose order the seller cancels late is first in the next waitlist of the product, once, and is told so', async () => {
  const { seller, productId, slotId, buyer, other, order, otherOrder } = await createCancelled();
  await cancelAsSeller(seller, order.id);
  await api.jobs.runDue();
  const mail = api.mails.find(({ to, subject }) => to === buyer.email && subject.startsWith('Cancelled by'));
  expect(mail!.text).toContain('You hear of it late');
  expect(mail!.text).toContain('until Sun 20 Dec, 12:00');
  expect(await getLate(buyer, order.id)).toEqual({
    first_until: '2026-12-20T12:00:00.000Z',
    can_be_first: true,
  });
  const waiting = await createPerson();
  await join(waiting, slotId);
  expect(await join(buyer, slotId)).toMatchObject({ place: 1 });
  expect((await getMine(buyer, productId))!.place).toBe(1);
  expect((await getMine(waiting, productId))!.place).toBe(2);
  expect(await getLate(buyer, order.id)).toMatchObject({ can_be_first: false });
  await other.call('cancelOrder', { params: { id: otherOrder.id }, body: {} });
  await api.jobs.runDue();
  expect(await getMine(buyer, productId)).toMatchObject({ state: 'offered' });
  expect(await getMine(waiting, productId)).toMatchObject({ state: 'waiting', place: 1 });
});

test('the right is used by joining: whoever leaves and joins again is last', async () => {
  const { seller, slotId, buyer, order } = await createCancelled();
  await cancelAsSeller(seller, order.id);
  const waiting = await createPerson();
  await join(waiting, slotId);
  expect(await join(buyer, slotId)).toMatchObject({ place: 1 });
  await leave(buyer, slotId);
  expect(await join(buyer, slotId)).toMatchObject({ place: 2 });
});

test('after 30 days, and in waitlists of other products, it is worth nothing', async () => {
  const { seller, buyer, order } = await createCancelled();
  await cancelAsSeller(seller, order.id);
  const elsewhere = await createCancelled();
  await join(await createPerson(), elsewhere.slotId);
  expect(await join(buyer, elsewhere.slotId)).toMatchObject({ place: 2 });
  expect(await getLate(buyer, order.id)).toMatchObject({ can_be_first: true });
  await api.db
    .updateTable('seller_cancellations')
    .set({ first_until: new Date('2026-11-20T12:00:00.000Z') })
    .where('order_id', '=', order.id)
    .execute();
  expect(await getLate(buyer, order.id)).toMatchObject({ can_be_first: false });
});

test('a cancellation a day ahead gives no such right', async () => {
  api.clock.set('2026-11-18T12:00:00.000Z');
  const { seller, buyer, order } = await createCancelled({ schedule: { fri: EVENING_SCHEDULE.fri! } });
  await cancelAsSeller(seller, order.id);
  await api.jobs.runDue();
  expect(await getLate(buyer, order.id)).toBeUndefined();
  const mail = api.mails.find(({ to, subject }) => to === buyer.email && subject.startsWith('Cancelled by'));
  expect(mail!.text).not.toContain('You hear of it late');
});

test('a refund instead of a late cancellation gives it too', async () => {
  const { seller, buyer, order } = await createCancelled();
  api.clock.set('2026-11-20T17:40:00.000Z');
  const body = { reason: 'The oven is broken.' };
  await seller.call('refundSellerOrder', { params: { id: order.id }, body });
  await api.jobs.runDue();
  expect(await getLate(buyer, order.id)).toMatchObject({ can_be_first: true });
  const mail = api.mails.find(({ to, subject }) => to === buyer.email && subject.startsWith('Refunded by'));
  expect(mail!.text).toContain('until Sun 20 Dec, 17:40');
});

test('a draw goes by its ranks, also for those who join its line later', async () => {
  const { seller, productId, buyer, order } = await createCancelled();
  await cancelAsSeller(seller, order.id);
  await seller.call('updateAllocation', {
    params: { id: productId },
    body: { allocation: 'draw', entry_minutes: 60 },
  });
  api.clock.set('2026-11-20T19:31:00.000Z');
  await runJobs();
  const { slot_id: slotId, allocation } = await getOffer(buyer, productId);
  const draw = allocation!.draw!;
  const people = [await createPerson(), await createPerson(), await createPerson()];
  for (const person of people)
    await person.call('enterDraw', { params: { id: draw.id }, body: { random: 'ab'.repeat(16) } });
  api.clock.set(new Date(Date.parse(draw.closes_at) + 1000).toISOString());
  await runJobs();
  await runJobs();
  // Two have a unit, one waits by rank.
  expect(await join(buyer, slotId!)).toMatchObject({ place: 2 });
  expect(await getLate(buyer, order.id)).toMatchObject({ can_be_first: true });
});
