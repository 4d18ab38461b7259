import { describe, expect, test } from 'vitest';
import {
  BUSINESS_BODY,
  buyProduct,
  createProductOnSale,
  createTestUser,
  expectApiError,
  postTestPayout,
  TEST_PASSWORD,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../../test/support/test-app.ts';

const api = useTestApp();
const DAY = 24 * 60 * MINUTE;

const updateBusiness = (user: TestUser, change: Partial<typeof BUSINESS_BODY> = {}) =>
  user.call('updateBusiness', { body: { ...BUSINESS_BODY, ...change } });
const findStoredBusiness = ({ id }: TestUser) =>
  api.db.selectFrom('businesses').selectAll().where('user_id', '=', id).executeTakeFirst();
const getSellerOfProduct = async (productId: number, client = api.client()) =>
  (await client('getOffer', { params: { id: productId } })).data.seller;

test('the business is empty at first, then returned as saved, and replaced by the next save', async () => {
  const seller = await createTestUser(api, { isSeller: true });
  expect((await seller.call('getBusiness')).data).toBeNull();
  const expectedBusiness = { ...BUSINESS_BODY, vat_number: 'PT501442600' };
  expect((await updateBusiness(seller, { legal_name: ` ${BUSINESS_BODY.legal_name} ` })).data).toEqual(
    expectedBusiness,
  );
  expect((await seller.call('getBusiness')).data).toEqual(expectedBusiness);
  await updateBusiness(seller, { country: 'DE', vat_number: '136695976', address: 'Unter den Linden 1' });
  expect((await seller.call('getBusiness')).data).toMatchObject({
    country: 'DE',
    vat_number: 'DE136695976',
  });
  expect((await seller.call('exportAccount')).business).toMatchObject({ country: 'DE' });
});

test.each([
  ['legal_name', { legal_name: '  ' }],
  ['address', { address: '\n' }],
  ['vat_number', { vat_number: '501442601' }],
  ['vat_number', { country: 'DE' }],
  ['country', { country: 'XX' }],
] as const)('%s: %j is refused', async (field, change) => {
  const seller = await createTestUser(api, { isSeller: true });
  await expectApiError(updateBusiness(seller, change as Partial<typeof BUSINESS_BODY>), 1, field);
  expect((await seller.call('getBusiness')).data).toBeNull();
});

test("buyers see the seller's legal name and address, or the user's name until they are entered", async () => {
  const { seller, productId } = await createProductOnSale(api);
  expect(await getSellerOfProduct(productId)).toMatchObject({
    name: 'Rui Fontes',
    address: null,
    country: null,
  });
  await updateBusiness(seller);
  expect(await getSellerOfProduct(productId)).toMatchObject({
    name: BUSINESS_BODY.legal_name,
    address: BUSINESS_BODY.address,
    country: 'PT',
  });
});

describe('when the account is deleted', () => {
  async function createSellerWithSale() {
    api.clock.set(FRIDAY_NOON);
    const { seller, productId } = await createProductOnSale(api);
    await updateBusiness(seller);
    const order = await buyProduct(await createTestUser(api), productId);
    api.clock.set('2026-11-20T17:45:00Z');
    await seller.call('handOut', { params: { id: order.id }, body: { pin: order.pin! } });
    await postTestPayout(api, seller, 270);
    return { seller, productId };
  }
  const deleteAccount = (user: TestUser) => user.call('deleteAccount', { body: { password: TEST_PASSWORD } });

  test('the business is no longer shown and stays locked for ten calendar years', async () => {
    const { seller, productId } = await createSellerWithSale();
    await deleteAccount(seller);
    expect(await getSellerOfProduct(productId)).toMatchObject({ address: null, country: null });
    api.clock.advance(30 * DAY);
    await api.jobs.runScheduled('identity.purge-deleted-accounts');
    expect(await findStoredBusiness(seller)).toMatchObject({
      vat_number: 'PT501442600',
      retain_until: new Date('2037-01-01T00:00:00Z'),
    });
    api.clock.set('2036-12-31T03:17:00Z');
    await api.jobs.runScheduled('identity.delete-expired-data');
    expect(await findStoredBusiness(seller)).toBeDefined();
    api.clock.set('2037-01-01T03:17:00Z');
    await api.jobs.runScheduled('identity.delete-expired-data');
    expect(await findStoredBusiness(seller)).toBeUndefined();
  });

  test('the business of a user without earnings is deleted', async () => {
    const seller = await createTestUser(api, { isSeller: true });
    await updateBusiness(seller);
    await deleteAccount(seller);
    api.clock.advance(30 * DAY);
    await api.jobs.runScheduled('identity.purge-deleted-accounts');
    expect(await findStoredBusiness(seller)).toBeUndefined();
  });
});
