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
} from '../../../test/builders.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../test/test-app.ts';

const api = useTestApp();
const DAY = 24 * 60 * MINUTE;

const save = (who: Person, change: Partial<typeof businessBody> = {}) =>
  who.call('saveBusiness', { body: { ...businessBody, ...change } });
const kept = ({ id }: Person) =>
  api.db.selectFrom('businesses').selectAll().where('user_id', '=', id).executeTakeFirst();
const sellerOf = async (productId: number, who = api.client()) =>
  (await who('showProduct', { params: { id: productId } })).data.seller;

test('is nothing until it is given, then as it was given, and changed by giving it again', async () => {
  const owner = await person(api, { is_owner: true });
  expect((await owner.call('showBusiness')).data).toBeNull();
  const given = { ...businessBody, vat_number: 'PT501442600' };
  expect((await save(owner, { legal_name: ` ${businessBody.legal_name} ` })).data).toEqual(given);
  expect((await owner.call('showBusiness')).data).toEqual(given);
  await save(owner, { country: 'DE', vat_number: '136695976', address: 'Unter den Linden 1' });
  expect((await owner.call('showBusiness')).data).toMatchObject({ country: 'DE', vat_number: 'DE136695976' });
  expect((await owner.call('exportAccount')).business).toMatchObject({ country: 'DE' });
});

test.each([
  ['legal_name', { legal_name: '  ' }],
  ['address', { address: '\n' }],
  ['vat_number', { vat_number: '501442601' }],
  ['vat_number', { country: 'DE' }],
  ['country', { country: 'XX' }],
] as const)('%s is told when it is wrong: %j', async (field, change) => {
  const owner = await person(api, { is_owner: true });
  await expectRefusal(save(owner, change as Partial<typeof businessBody>), 1, field);
  expect((await owner.call('showBusiness')).data).toBeNull();
});

test('buyers are told who sells by law, and where that is; until then the person’s name', async () => {
  const { seller, productId } = await shop(api);
  expect(await sellerOf(productId)).toMatchObject({ name: 'Rui Fontes', address: null, country: null });
  await save(seller);
  expect(await sellerOf(productId)).toMatchObject({
    name: businessBody.legal_name,
    address: businessBody.address,
    country: 'PT',
  });
});

describe('when its person leaves', () => {
  async function sold() {
    api.clock.set(FRIDAY_NOON);
    const { seller, productId } = await shop(api);
    await save(seller);
    const order = await buy(await person(api), productId);
    api.clock.set('2026-11-20T17:45:00Z');
    await seller.call('handOut', { params: { id: order.id }, body: { pin: order.pin! } });
    await payOut(api, seller, 270);
    return { seller, productId };
  }
  const leave = (who: Person) => who.call('deleteAccount', { body: { password: PASSWORD } });

  test('it is shown no more, and stays locked for ten calendar years', async () => {
    const { seller, productId } = await sold();
    await leave(seller);
    expect(await sellerOf(productId)).toMatchObject({ address: null, country: null });
    api.clock.advance(30 * DAY);
    await api.jobs.tick('identity.erase');
    expect(await kept(seller)).toMatchObject({
      vat_number: 'PT501442600',
      locked_until: new Date('2037-01-01T00:00:00Z'),
    });
    api.clock.set('2036-12-31T03:17:00Z');
    await api.jobs.tick('identity.clean');
    expect(await kept(seller)).toBeDefined();
    api.clock.set('2037-01-01T03:17:00Z');
    await api.jobs.tick('identity.clean');
    expect(await kept(seller)).toBeUndefined();
  });

  test('of somebody who never earned anything nothing is kept', async () => {
    const owner = await person(api, { is_owner: true });
    await save(owner);
    await leave(owner);
    api.clock.advance(30 * DAY);
    await api.jobs.tick('identity.erase');
    expect(await kept(owner)).toBeUndefined();
  });
});
