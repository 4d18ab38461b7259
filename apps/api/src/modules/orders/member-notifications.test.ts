import { expect, test } from 'vitest';
import { createPushBrowser } from '../../../test/servers/notification-receivers.ts';
import {
  addMember,
  createMember,
  createProductOnSale,
  expectApiError,
  TEST_PASSWORD,
  type TestUser,
} from '../../../test/support/builders.ts';
import { NOTHING, useSellerNotifications } from '../../../test/support/seller-notifications.ts';
import { useTestApp } from '../../../test/support/test-app.ts';

const api = useTestApp();
const { choose, listSubjects, mailsTo, sell } = useSellerNotifications(api);
const getSettings = async (member: TestUser) => (await member.call('getSellerNotificationSettings')).data;

/** A business with two sale places. */
async function createBusiness() {
  const first = await createProductOnSale(api, { quantity: 5 });
  const second = await createProductOnSale(api, {
    seller: first.seller,
    product: { name: 'Ceia' },
    quantity: 5,
  });
  return { owner: first.seller, first, second };
}

test('owners and managers are told as the founder is, each once; counter and accountant of nothing', async () => {
  const { owner, first } = await createBusiness();
  const roles = ['owner', 'manager', 'counter', 'accountant'] as const;
  const [coOwner, manager, counter, accountant] = await Promise.all(
    roles.map((role) => createMember(api, owner, role)),
  );
  await sell(first.productId);
  for (const user of [owner, coOwner!, manager!])
    expect(listSubjects(user)).toEqual(['Sold: Cesto de fim de tarde']);
  expect([...mailsTo(counter!), ...mailsTo(accountant!)]).toEqual([]);
  await expectApiError(accountant!.call('getSellerNotificationSettings'), 3);
  expect(await getSettings(counter!)).toEqual({
    ...NOTHING,
    draw: 'none',
    stock_question: 'none',
    low_stock_units: 0,
    sale_place_ids: null,
  });
});

test('a member is told of chosen kinds at a chosen sale place, and of nothing that the role may not see', async () => {
  const { owner, first, second } = await createBusiness();
  const counter = await createMember(api, owner, 'counter');
  const other = await createProductOnSale(api);
  await expectApiError(choose(counter, { sale_place_ids: [other.salePlaceId] }), 1);
  await counter.call('savePushSubscription', { body: createPushBrowser().subscription });
  await choose(counter, { sold: 'push', report: 'mail', sale_place_ids: [second.salePlaceId] });
  await sell(first.productId);
  expect(api.pushes).toEqual([]);
  const { buyer, id } = await sell(second.productId);
  expect(api.pushes.map(({ message }) => message)).toMatchObject([
    { title: 'Sold: Ceia', url: '/seller/orders' },
  ]);
  api.clock.set('2026-11-20T18:00:00.000Z');
  await buyer.call('reportOrder', { params: { id }, body: { text: 'O saco estava vazio.' } });
  await api.jobs.runDue();
  expect(listSubjects(owner)).toContain('A problem with Ceia');
  expect([mailsTo(counter), api.pushes.length]).toEqual([[], 1]);
  // A client that knows nothing of sale places changes none.
  await choose(counter, { sold: 'mail' });
  expect(await getSettings(counter)).toMatchObject({ sold: 'mail', sale_place_ids: [second.salePlaceId] });
});

test('where a member works limits what they are told; a choice that is left with nothing is all of it', async () => {
  const { owner, first, second } = await createBusiness();
  const manager = await createMember(api, owner, 'manager', { salePlaceIds: [first.salePlaceId] });
  await expectApiError(choose(manager, { sale_place_ids: [second.salePlaceId] }), 1);
  await choose(manager, { sold: 'mail', sale_place_ids: [first.salePlaceId] });
  await sell(second.productId);
  expect(mailsTo(manager)).toEqual([]);
  await owner.call('updateMember', {
    params: { id: manager.memberId },
    body: { role: 'manager', sale_place_ids: [second.salePlaceId], password: TEST_PASSWORD },
  });
  expect(await getSettings(manager)).toMatchObject({ sold: 'mail', sale_place_ids: null });
  await sell(first.productId);
  expect(mailsTo(manager)).toEqual([]);
  await sell(second.productId);
  expect(listSubjects(manager)).toEqual(['Sold: Ceia']);
});

test('from the end of a membership on nothing is told, also of what waits for quiet hours', async () => {
  const { owner, first } = await createBusiness();
  const manager = await createMember(api, owner, 'manager');
  api.clock.set('2026-11-19T23:30:00.000Z');
  await sell(first.productId);
  expect([...mailsTo(owner), ...mailsTo(manager)]).toEqual([]);
  const end = { params: { id: manager.memberId }, body: { password: TEST_PASSWORD } };
  await owner.call('endMember', end);
  api.clock.set('2026-11-20T08:00:00.000Z');
  await api.jobs.runDue();
  expect(listSubjects(owner)).toContain('Sold: Cesto de fim de tarde');
  expect(mailsTo(manager)).toEqual([]);
});

test('quiet hours are those of each member; the last unit stays the last one in the morning', async () => {
  const { owner, first } = await createBusiness();
  const manager = await createMember(api, owner, 'manager');
  await owner.call('updateNotificationSettings', {
    body: { channel: 'mail', reminder_minutes: 60, quiet_from: '00:00', quiet_to: '00:00' },
  });
  await choose(owner, { sold: 'mail' });
  await choose(manager, { last_sold: 'mail' });
  await api.db
    .updateTable('pickup_slots')
    .set({ units_left: 1, quantity: 1 })
    .where('product_id', '=', first.productId)
    .execute();
  api.clock.set('2026-11-19T23:30:00.000Z');
  await sell(first.productId);
  // Whoever does not want to hear of the last one hears that one was sold.
  expect(listSubjects(owner)).toEqual(['Sold: Cesto de fim de tarde']);
  expect(mailsTo(manager)).toEqual([]);
  api.clock.set('2026-11-20T08:00:00.000Z');
  await api.jobs.runDue();
  expect(listSubjects(manager)).toEqual(['Sold out: Cesto de fim de tarde']);
  expect(mailsTo(owner)).toHaveLength(1);
});

test('whoever works for several businesses gets links that name the business; unsubscribing is for all of them', async () => {
  const { owner, first } = await createBusiness();
  const { seller: other } = await createProductOnSale(api);
  await addMember(api, { businessId: owner.id, userId: other.id, role: 'manager' });
  await sell(first.productId);
  const [mail] = mailsTo(other);
  expect(mail!.text).toContain(`/seller/orders?business=${owner.id}\n`);
  expect(mail!.text).toContain(`/account/notifications?business=${owner.id}\n`);
  const isSold = ({ subject }: { subject: string }) => subject.startsWith('Sold');
  expect(mailsTo(owner).find(isSold)!.text).toMatch(/\/seller\/orders\n/);
  await api.app.inject({ method: 'POST', url: new URL(mail!.unsubscribe!).pathname, payload: '' });
  expect(await getSettings(other)).toMatchObject({ sold: 'none', report: 'mail' });
  await other.call('chooseBusiness', { params: { id: owner.id } });
  expect(await getSettings(other)).toMatchObject({ sold: 'none', report: 'mail' });
  api.mails.length = 0;
  await sell(first.productId);
  expect([mailsTo(other).length, mailsTo(owner).length]).toEqual([0, 1]);
});

test('nobody but the founder is told while nobody can act for the business, nor who is blocked', async () => {
  const { owner, first } = await createBusiness();
  const [manager, blocked] = [
    await createMember(api, owner, 'manager'),
    await createMember(api, owner, 'manager'),
  ];
  await api.db
    .updateTable('users')
    .set({ blocked_at: api.clock.now() })
    .where('id', '=', blocked.id)
    .execute();
  const { buyer, id } = await sell(first.productId);
  expect([mailsTo(manager).length, mailsTo(blocked).length]).toEqual([1, 0]);
  await api.db.updateTable('users').set({ is_seller: false }).where('id', '=', owner.id).execute();
  await buyer.call('cancelOrder', { params: { id }, body: {} });
  await api.jobs.runDue();
  expect(listSubjects(owner)).toContain('Cancelled by the customer: Cesto de fim de tarde');
  expect(mailsTo(manager)).toHaveLength(1);
});

test('the export has what was chosen in each business', async () => {
  const { owner, second } = await createBusiness();
  const manager = await createMember(api, owner, 'manager');
  await choose(manager, { sold: 'push', sale_place_ids: [second.salePlaceId] });
  const { notifications } = await manager.call('exportAccount');
  expect(notifications).toMatchObject({
    seller: { sold: 'mail' },
    businesses: [{ business_id: owner.id, sold: 'push', draw: 'none', sale_place_ids: [second.salePlaceId] }],
  });
});

test('each member is told once a slot when a sale leaves as few as they chose, and of each sale before and after', async () => {
  const { owner, first } = await createBusiness();
  const manager = await createMember(api, owner, 'manager');
  const counter = await createMember(api, owner, 'counter');
  await expectApiError(choose(manager, { low_stock_units: 11 }), 1, 'low_stock_units');
  await choose(manager, { sold: 'mail', last_sold: 'mail', low_stock_units: 3 });
  await choose(counter, { last_sold: 'mail', low_stock_units: 1 });
  expect(await getSettings(counter)).toMatchObject({ low_stock_units: 1 });
  const name = 'Cesto de fim de tarde';
  for (let count = 0; count < 4; count++) await sell(first.productId);
  expect(listSubjects(manager)).toEqual([
    `Sold: ${name}`,
    `Only 3 left: ${name}`,
    `Sold: ${name}`,
    `Sold: ${name}`,
  ]);
  expect(listSubjects(counter)).toEqual([`Only 1 left: ${name}`]);
  const last = await sell(first.productId);
  // The founder never chose.
  expect(listSubjects(owner)).toEqual([
    ...Array.from({ length: 4 }, () => `Sold: ${name}`),
    `Sold out: ${name}`,
  ]);
  expect(mailsTo(counter)[0]!.text).toContain('Left of this pickup: 1 of 5.');
  await last.buyer.call('cancelOrder', { params: { id: last.id }, body: {} });
  await sell(first.productId);
  expect(listSubjects(counter)).toHaveLength(1);
  expect(listSubjects(owner).filter((subject) => subject.startsWith('Sold out'))).toHaveLength(1);
});

test('of few left a member in quiet hours is told at their end, if it is still so', async () => {
  const { owner, first } = await createBusiness();
  await choose(owner, { last_sold: 'mail', low_stock_units: 4 });
  api.clock.set('2026-11-20T22:30:00.000Z');
  await sell(first.productId);
  await sell(first.productId);
  expect(listSubjects(owner)).toEqual([]);
  api.clock.set('2026-11-21T08:00:00.000Z');
  await api.jobs.runDue();
  expect(listSubjects(owner)).toEqual(['Only 3 left: Cesto de fim de tarde']);
});
