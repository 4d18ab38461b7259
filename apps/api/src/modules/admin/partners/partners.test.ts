import { beforeEach, expect, test } from 'vitest';
import {
  BUSINESS_BODY,
  buyProduct,
  createProductOnSale,
  createTestUser,
  setUpPayouts,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { createTestOperator } from '../../../../test/support/operators.ts';
import { createPaidOrder, handOutOrder } from '../../../../test/support/order-builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';
import { creditMonths } from '../../affiliates/index.ts';

const api = useTestApp();
beforeEach(async () => {
  api.clock.set(FRIDAY_NOON);
  // Sessions of the tests all name the same browser, which is no sign when many users have it.
  for (let i = 0; i < 6; i++) await createTestUser(api);
});

const setPhone = ({ id }: TestUser, phone: string) =>
  api.db.updateTable('users').set({ phone }).where('id', '=', id).execute();
const findSigns = () => api.jobs.runScheduled('admin.find-referral-signs');

test('what a partner and a referred user have in common is listed, and nothing happens', async () => {
  const support = await createTestOperator(api, 'support');
  const partner = await createTestUser(api, { isPartner: true, name: 'Ana Reis' });
  const same = await createTestUser(api, { isSeller: true, referredBy: partner });
  const other = await createTestUser(api, { referredBy: partner });
  await setPhone(partner, '+351 912 345 678');
  await setPhone(same, '912345678');
  await setPhone(other, '912345679');
  await partner.call('updateBusiness', { body: BUSINESS_BODY });
  await same.call('updateBusiness', {
    body: { ...BUSINESS_BODY, address: 'rua da trindade 18 1200-468 LISBOA' },
  });
  await findSigns();
  const { items } = await support.call('listAdminReferrals', { query: { partner_id: partner.id } });
  expect(items.map(({ user, signs }) => [user.id, signs])).toEqual([
    [other.id, []],
    [same.id, ['address', 'phone', 'tax_number']],
  ]);
  const listIds = async (signs: 'yes' | 'no') =>
    (await support.call('listPartners', { query: { signs } })).items.map(({ id }) => id);
  expect(await listIds('yes')).toContain(partner.id);
  expect(await listIds('no')).not.toContain(partner.id);
  const { data } = await support.call('getPartner', { params: { id: partner.id } });
  expect(data).toMatchObject({ referred: 2, referred_sellers: 1, referrals_with_signs: 1, state: 'active' });
  expect(data.signs).toMatchObject([{ user: { id: same.id }, orders: 0 }]);
  const looks = await api.db
    .selectFrom('audit_entries')
    .select(['subject_kind', 'subject_id'])
    .where('action', '=', 'getPartner')
    .where('operator_id', '=', support.id)
    .execute();
  expect(looks).toEqual([{ subject_kind: 'user', subject_id: String(partner.id) }]);
  expect((await same.call('exportAccount')).referral_signs).toHaveLength(3);

  // Signs end with what they were found in.
  await setPhone(same, '');
  await findSigns();
  const again = await support.call('getPartner', { params: { id: partner.id } });
  expect(again.data.signs).toMatchObject([{ signs: ['address', 'tax_number'] }]);
});

test('the same bank account and the same card are signs, a browser that many have is none', async () => {
  const finance = await createTestOperator(api, 'finance');
  const partner = await createTestUser(api, { isPartner: true });
  const { buyer, seller, productId } = await createPaidOrder(api, { quantity: 7 });
  for (const user of [buyer, seller])
    await api.db.updateTable('users').set({ referred_by: partner.id }).where('id', '=', user.id).execute();
  await setUpPayouts(api, seller);
  await setUpPayouts(api, partner);
  const readSigns = async () => {
    await findSigns();
    const { items } = await finance.call('listAdminReferrals', { query: { partner_id: partner.id } });
    return new Map(items.map(({ id, signs }) => [id, signs]));
  };
  const signs = await readSigns();
  expect(signs.get(seller.id)).toContain('iban');
  expect(signs.get(buyer.id)).toEqual([]);
  await buyProduct(partner, productId);
  expect((await readSigns()).get(buyer.id)).toEqual(['card']);
  await api.db
    .updateTable('tokens')
    .set({ device_name: 'A rare browser' })
    .where('user_id', 'in', [partner.id, buyer.id])
    .execute();
  expect((await readSigns()).get(buyer.id)).toContain('device');
});

test('shares and credits of a period', async () => {
  const finance = await createTestOperator(api, 'finance');
  const partner = await createTestUser(api, { isPartner: true });
  await api.db
    .updateTable('users')
    .set({ email_verified_at: api.clock.now() })
    .where('id', '=', partner.id)
    .execute();
  const { seller, productId } = await createProductOnSale(api);
  const buyer = await createTestUser(api, { referredBy: partner });
  const { id, pin } = await buyProduct(buyer, productId);
  const query = { partner_id: partner.id };
  const { items } = await finance.call('listAdminShares', { query });
  expect(items).toMatchObject([
    {
      order_id: id,
      side: 'buyer',
      user: { id: buyer.id },
      hundredths: 1935,
      state: 'pending',
      credit_month: null,
    },
  ]);
  api.clock.set('2026-11-20T17:45:00Z');
  await handOutOrder(seller, id, pin!);
  api.clock.set('2026-12-01T06:00:00Z');
  await creditMonths(api.context);
  const credits = await finance.call('listAdminCredits', { query: { ...query, from: '2026-12-01' } });
  expect(credits.items).toMatchObject([{ month: '2026-11', hundredths: 1935, amount_cents: 19 }]);
  expect((await finance.call('listAdminCredits', { query: { ...query, to: '2026-11-30' } })).items).toEqual(
    [],
  );
  expect(
    (await finance.call('listAdminShares', { query: { ...query, state: 'approved' } })).items,
  ).toMatchObject([{ credit_month: '2026-11' }]);
  expect((await finance.call('getPartner', { params: { id: partner.id } })).data).toMatchObject({
    credited_cents: 19,
    owed_cents: 19,
    last_credit: '2026-11',
    pending_hundredths: 0,
  });
});
