import { describe, expect, test } from 'vitest';
import {
  businessBody,
  buy,
  expectRefusal,
  PASSWORD,
  type Person,
  payOut,
  person,
  shop,
} from '../../../../test/builders.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../../test/test-app.ts';

const api = useTestApp();
const DAY = 24 * 60 * MINUTE;

const updateBusiness = (user: Person, change: Partial<typeof businessBody> = {}) =>
  user.call('updateBusiness', { body: { ...businessBody, ...change } });
const findStoredBusiness = ({ id }: Person) =>
  api.db.selectFrom('businesses').selectAll().where('user_id', '=', id).executeTakeFirst();
const getSellerOfProduct = async (productId: number, client = api.client()) =>
  (await client('getOffer', { params: { id: productId } })).data.seller;

test('the business is empty at first, then returned as saved, and replaced by the next save', async () => {
  const seller = await person(api, { is_owner: true });
  expect((await seller.call('getBusiness')).data).toBeNull();
  const expectedBusiness = { ...businessBody, vat_number: 'PT501442600' };
  expect((await updateBusiness(seller, { legal_name: ` ${businessBody.legal_name} ` })).data).toEqual(
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
] as const)('%s is told when it is wrong: %j', async (field, change) => {
  const seller = await person(api, { is_owner: true });
  await expectRefusal(updateBusiness(seller, change as Partial<typeof businessBody>), 1, field);
  expect((await seller.call('getBusiness')).data).toBeNull();
});

test("buyers see the seller's legal name and address, or the user's name until they are entered", async () => {
  const { seller, productId } = await shop(api);
  expect(await getSellerOfProduct(productId)).toMatchObject({
    name: 'Rui Fontes',
    address: null,
    country: null,
  });
  await updateBusiness(seller);
  expect(await getSellerOfProduct(productId)).toMatchObject({
    name: businessBody.legal_name,
    address: businessBody.address,
    country: 'PT',
  });
});

describe('when the account is deleted', () => {
  async function createSellerWithSale() {
    api.clock.set(FRIDAY_NOON);
    const { seller, productId } = await shop(api);
    await updateBusiness(seller);
    const order = await buy(await person(api), productId);
    api.clock.set('2026-11-20T17:45:00Z');
    await seller.call('handOut', { params: { id: order.id }, body: { pin: order.pin! } });
    await payOut(api, seller, 270);
    return { seller, productId };
  }
  const deleteAccount = (user: Person) => user.call('deleteAccount', { body: { password: PASSWORD } });

  test('the business is no longer shown and stays locked for ten calendar years', async () => {
    const { seller, productId } = await createSellerWithSale();
    await deleteAccount(seller);
    expect(await getSellerOfProduct(productId)).toMatchObject({ address: null, country: null });
    api.clock.advance(30 * DAY);
    await api.jobs.tick('identity.erase');
    expect(await findStoredBusiness(seller)).toMatchObject({
      vat_number: 'PT501442600',
      locked_until: new Date('2037-01-01T00:00:00Z'),
    });
    api.clock.set('2036-12-31T03:17:00Z');
    await api.jobs.tick('identity.clean');
    expect(await findStoredBusiness(seller)).toBeDefined();
    api.clock.set('2037-01-01T03:17:00Z');
    await api.jobs.tick('identity.clean');
    expect(await findStoredBusiness(seller)).toBeUndefined();
  });

  test('the business of a user without earnings is deleted', async () => {
    const seller = await person(api, { is_owner: true });
    await updateBusiness(seller);
    await deleteAccount(seller);
    api.clock.advance(30 * DAY);
    await api.jobs.tick('identity.erase');
    expect(await findStoredBusiness(seller)).toBeUndefined();
  });
});
