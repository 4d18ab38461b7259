import { beforeEach, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  expectApiError,
  markEmailVerified,
  startPayment,
} from '../../../../test/support/builders.ts';
import { createTestOperator } from '../../../../test/support/operators.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';

const api = useTestApp();
const body = { reason: 'The shop no longer fits the town.' };

beforeEach(() => {
  api.clock.set(FRIDAY_NOON);
  api.mails.length = 0;
});

test('a business that ends is told the reason and the day 30 days ahead, and sells until then', async () => {
  const { seller, productId } = await createProductOnSale(api, { quantity: 7 });
  await markEmailVerified(api, seller);
  const owner = await createTestOperator(api, 'owner');
  const params = { id: seller.id };
  const { data } = await owner.call('endSeller', { params, body });
  expect(data).toMatchObject({ suspended_at: null, ends_at: '2026-12-20T12:00:00.000Z' });
  // A second press changes nothing, and tells nobody again.
  expect((await owner.call('endSeller', { params, body })).data.ends_at).toBe(data.ends_at);
  await api.jobs.runDue();
  const mails = api.mails.filter(({ to }) => to === seller.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]!.text).toContain('From 20 December 2026 nothing of this business is on sale');
  expect(mails[0]!.text).toContain(body.reason);
  await api.jobs.runScheduled('admin.end-sellers');
  await buyProduct(await createTestUser(api), productId);
  expect((await seller.call('listMyBusinesses')).data).toMatchObject([
    { is_suspended: false, ends_at: '2026-12-20T12:00:00.000Z' },
  ]);

  api.clock.set('2026-12-20T12:00:00Z');
  await api.jobs.runScheduled('admin.end-sellers');
  expect((await owner.call('getAdminSeller', { params })).data).toMatchObject({ state: 'suspended' });
  await expectApiError(startPayment(await createTestUser(api), productId), 4);
});

test('an announced end is taken back', async () => {
  const { seller, productId } = await createProductOnSale(api, { quantity: 7 });
  const owner = await createTestOperator(api, 'owner');
  const params = { id: seller.id };
  await owner.call('endSeller', { params, body });
  expect((await owner.call('reinstateSeller', { params, body })).data.ends_at).toBeNull();
  api.clock.set('2026-12-20T12:00:00Z');
  await api.jobs.runScheduled('admin.end-sellers');
  expect((await owner.call('getAdminSeller', { params })).data.state).not.toBe('suspended');
  api.clock.set(FRIDAY_NOON);
  await buyProduct(await createTestUser(api), productId);
});

test('a block that is lifted meanwhile leaves an announced end as it is', async () => {
  const { seller, productId } = await createProductOnSale(api, { quantity: 7 });
  const owner = await createTestOperator(api, 'owner');
  const params = { id: seller.id };
  const { ends_at: endsAt } = (await owner.call('endSeller', { params, body })).data;
  await owner.call('blockUser', { params, body });
  expect((await owner.call('getAdminSeller', { params })).data.state).toBe('suspended');
  await owner.call('unblockUser', { params, body });
  expect((await owner.call('getAdminSeller', { params })).data).toMatchObject({
    suspended_at: null,
    ends_at: endsAt,
  });
  await buyProduct(await createTestUser(api), productId);
});
