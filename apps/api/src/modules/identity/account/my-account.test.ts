import type { Input, Reply } from '@wopack/contract/client';
import { describe, expect, test } from 'vitest';
import {
  BUSINESS_BODY,
  buyProduct,
  createProductOnSale,
  createTestUser,
  expectApiError,
  GOOD_CARD,
  getOrCreateStatement,
  postTestPayout,
  startPayment,
  TEST_PASSWORD,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../../test/support/test-app.ts';
import { sendRequest } from '../../../../test/support/test-request.ts';

describe('profile', () => {
  const api = useTestApp();

  describe('profile', () => {
    test('name, surname and phone are saved without surrounding spaces', async () => {
      const { id, call } = await createTestUser(api);
      const body = { name: ' Marta ', sname: ' Salgado ', phone: '+351 910 000 000' };
      expect(await call('updateProfile', { body })).toEqual({ data: { id } });
      expect((await call('getMe')).data).toMatchObject({
        name: 'Marta',
        sname: 'Salgado',
        phone: '+351 910 000 000',
      });
      await call('updateProfile', { body: { name: 'Marta', sname: '', phone: '' } });
      expect((await call('getMe')).data).toMatchObject({ sname: '', phone: '' });
    });

    test.each([
      ['name', { name: '' }],
      ['name', { name: '  ' }],
      ['name', { name: 'x'.repeat(81) }],
      ['sname', { sname: 'x'.repeat(81) }],
      ['phone', { phone: 'call me' }],
      ['phone', { phone: '123' }],
      ['phone', { phone: '1'.repeat(33) }],
    ])('%s: %j is refused and changes nothing', async (field, change) => {
      const { call } = await createTestUser(api, { name: 'Marta' });
      const body = { name: 'Eva', sname: '', phone: '', ...change };
      await expectApiError(call('updateProfile', { body }), 1, field);
      expect((await call('getMe')).data.name).toBe('Marta');
    });

    test('names with markup are stored unchanged', async () => {
      const { call } = await createTestUser(api);
      const name = `<script>alert('1')</script>{{x}}`;
      await call('updateProfile', { body: { name, sname: "O'Neill; --", phone: '' } });
      expect((await call('getMe')).data).toMatchObject({ name, sname: "O'Neill; --" });
    });
  });

  describe('city', () => {
    test('the city is saved with its coordinates, and offers are listed near it', async () => {
      const { productId } = await createProductOnSale(api);
      const { id, call } = await createTestUser(api);
      const body = { city: 'Lisbon', latitude: 38.7167, longitude: -9.1333 };
      expect(await call('updateCity', { body })).toEqual({ data: { id } });
      expect((await call('getMe')).data).toMatchObject(body);
      const { data } = await call('listOffers');
      expect(data.find((offer) => offer.id === productId)!.distance).toBeLessThan(1500);
    });

    test('a city has its name in the reader’s language, whatever it was saved as', async () => {
      const user = await createTestUser(api);
      const read = async (language: string) =>
        ((await sendRequest(api, 'getMe', { token: user.token, language })).body as Reply<'getMe'>).data.city;
      const lisbon = { latitude: 38.7167, longitude: -9.1333 };
      for (const city of ['Lisboa', 'Лиссабон', 'lisbon']) {
        await user.call('updateCity', { body: { city, ...lisbon } });
        expect([await read('pt'), await read('en-GB,en;q=0.9'), await read('ru')]).toEqual([
          'Lisboa',
          'Lisbon',
          'Лиссабон',
        ]);
        expect(await read('*')).toBe(city);
      }
      // Another place of the name, and one in no gazetteer.
      for (const [city, latitude] of [
        ['Lisboa', 10],
        ['Aldeia da Ponte Velha', 38.7],
      ] as const) {
        await user.call('updateCity', { body: { city, latitude, longitude: -9.1 } });
        expect(await read('ru')).toBe(city);
      }
    });

    test.each([
      ['city', { city: '' }],
      ['city', { city: '   ' }],
      ['latitude', { latitude: 90.1 }],
      ['longitude', { longitude: -180.1 }],
    ])('%s: %j is refused', async (field, change) => {
      const { call } = await createTestUser(api);
      await expectApiError(
        call('updateCity', { body: { city: 'Faro', latitude: 37, longitude: -8, ...change } }),
        1,
        field,
      );
    });
  });

  describe('roles', () => {
    test('the partner role can be switched on and off', async () => {
      const { id, call } = await createTestUser(api);
      expect(await call('updatePartnerRole', { body: { is_partner: true } })).toEqual({ data: { id } });
      expect((await call('getMe')).data.is_partner).toBe(true);
      await call('updatePartnerRole', { body: { is_partner: false } });
      expect((await call('getMe')).data.is_partner).toBe(false);
    });

    test('the seller role can be switched on and off with the same token', async () => {
      const { id, call } = await createTestUser(api);
      await expectApiError(call('listMySalePlaces'), 3);
      expect(await call('updateSellerRole', { body: { is_owner: true } })).toEqual({ data: { id } });
      expect(await call('listMySalePlaces')).toEqual({ data: [] });
      await call('updateSellerRole', { body: { is_owner: false } });
      await expectApiError(call('listMySalePlaces'), 3);
    });

    test('a seller with open orders cannot give up the seller role', async () => {
      const { seller, productId } = await createProductOnSale(api);
      const buyer = await createTestUser(api);
      const order = await buyProduct(buyer, productId);
      await expectApiError(seller.call('updateSellerRole', { body: { is_owner: false } }), 5);
      expect((await seller.call('getMe')).data.is_owner).toBe(true);
      // Setting the role it already has is not giving it up.
      await seller.call('updateSellerRole', { body: { is_owner: true } });

      api.clock.set('2026-11-20T17:45:00Z');
      await seller.call('handOut', { params: { id: order.id }, body: { pin: order.pin! } });
      await seller.call('updateSellerRole', { body: { is_owner: false } });
      expect((await seller.call('getMe')).data.is_owner).toBe(false);
    });

    test('a seller with a hold that is being paid cannot give up the seller role', async () => {
      const { seller, productId } = await createProductOnSale(api);
      const buyer = await createTestUser(api);
      const { token, client_secret } = await startPayment(buyer, productId);
      await expectApiError(seller.call('updateSellerRole', { body: { is_owner: false } }), 5);
      await buyer.call('confirmSandboxPayment', { body: { client_secret, card: GOOD_CARD } });
      const { order } = (await buyer.call('completePayment', { body: { token } })).data;
      const { data } = await seller.call('handOut', { params: { id: order.id }, body: { pin: order.pin! } });
      expect(data.state).toBe('collected');
    });

    test('products of a former seller are off sale until the seller role returns', async () => {
      const { seller, productId } = await createProductOnSale(api);
      const buyer = await createTestUser(api);
      const getVisibility = async () => {
        const { data } = await buyer.call('listOffers', { query: { limit: 50 } });
        const map = await buyer.call('listMapOffers', { query: { bbox: '-10,38,-9,39' } });
        const mapProductIds = map.data.flatMap(({ products }) => products.map(({ id }) => id));
        return [data.some(({ id }) => id === productId), mapProductIds.includes(productId)];
      };
      expect(await getVisibility()).toEqual([true, true]);
      await seller.call('updateSellerRole', { body: { is_owner: false } });
      expect(await getVisibility()).toEqual([false, false]);
      expect((await buyer.call('getOffer', { params: { id: productId } })).data).toMatchObject({
        quantity: 0,
        slot_id: null,
      });
      await expectApiError(startPayment(buyer, productId), 4);

      await seller.call('updateSellerRole', { body: { is_owner: true } });
      expect(await getVisibility()).toEqual([true, true]);
      await buyProduct(buyer, productId);
    });
  });
});

describe('legal identity', () => {
  const api = useTestApp();
  const DAY = 24 * 60 * MINUTE;

  const updateBusiness = (user: TestUser, change: Partial<typeof BUSINESS_BODY> = {}) =>
    user.call('updateBusiness', { body: { ...BUSINESS_BODY, ...change } });
  const findStoredBusiness = ({ id }: TestUser) =>
    api.db.selectFrom('legal_identities').selectAll().where('user_id', '=', id).executeTakeFirst();
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
    ['legal_name', { legal_name: 'Fontes 🥐, Lda.' }],
    ['address', { address: 'Rua da Prata 1 ★' }],
    ['city', { kind: 'company', post_code: '1100-053', city: 'Lisboa 🇵🇹' }],
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

  describe('by kind', () => {
    type Body = Input<'updateBusiness'>['body'];
    const COMPANY: Body = {
      kind: 'company',
      ...{ legal_name: 'Aurora Panificação, Lda.', vat_number: '501 442 600' },
      ...{ address: 'Rua da Trindade 18', post_code: '1200-468', city: 'Lisboa', country: 'PT' },
    };
    const PERSON: Body = {
      kind: 'person',
      ...{ legal_name: 'Rita Sousa', vat_number: '299 999 998', birth_date: '1980-05-31' },
      ...{ first_name: 'Rita', last_name: 'Sousa' },
      ...{ address: 'Rua da Rosa 41', post_code: '1200-382', city: 'Lisboa', country: 'PT' },
    };
    const save = async (body: Body) =>
      (await createTestUser(api, { isSeller: true })).call('updateBusiness', { body });

    test('a Portuguese company names its NIPC once: register and tax number follow', async () => {
      expect((await save(COMPANY)).data).toMatchObject({
        vat_number: 'PT501442600',
        register_number: '501442600',
        tax_number: '501442600',
        tax_country: 'PT',
      });
    });

    test('a Portuguese sole trader names the NIF once', async () => {
      expect((await save(PERSON)).data).toMatchObject({
        vat_number: 'PT299999998',
        tax_number: '299999998',
      });
    });

    test('a wrong NIPC is one error, not three', async () => {
      await expectApiError(save({ ...COMPANY, vat_number: '501442601' }), 1, 'vat_number');
    });

    test.each([
      ['a company', 'NIPC', COMPANY],
      ['a person', 'NIF', PERSON],
    ] as const)('a wrong number of %s is called %s, as its field', async (_, name, body) => {
      const error = await save({ ...body, vat_number: '501442601' }).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ errors: { vat_number: [expect.stringContaining(name)] } });
    });

    test.each([
      ['a NIF of a person is none of a company', { ...COMPANY, vat_number: '299999998' }],
      ['a NIPC of a company is none of a person', { ...PERSON, vat_number: '501442600' }],
    ] as const)('%s', async (_, body) => {
      await expectApiError(save(body), 1, 'vat_number');
    });

    test('elsewhere the numbers differ and are asked for; they are of the country of the address', async () => {
      const body = { ...COMPANY, country: 'DE', vat_number: '136695976' } satisfies Body;
      await expectApiError(save(body), 1, 'register_number', 'tax_number');
      const numbers = { register_number: 'HRB 12345', tax_number: '29/815/08150' };
      expect((await save({ ...body, ...numbers })).data).toMatchObject({
        tax_country: 'DE',
        tax_number: '2981508150',
      });
    });

    test('an address that is changed without kind is the one that buyers read', async () => {
      const { seller, productId } = await createProductOnSale(api);
      await seller.call('updateBusiness', { body: COMPANY });
      await updateBusiness(seller, { address: 'Rua Nova 2, 4000-100 Porto' });
      expect((await getSellerOfProduct(productId)).address).toBe('Rua Nova 2, 4000-100 Porto');
      expect((await seller.call('getBusiness')).data).toMatchObject({
        kind: 'company',
        address: 'Rua Nova 2',
        post_code: '4000-100',
        city: 'Porto',
      });
    });

    test('buyers read the address whole, on the offer, the sale place and the statement', async () => {
      const { seller, productId, salePlaceId } = await createProductOnSale(api);
      await seller.call('updateBusiness', { body: COMPANY });
      const line = 'Rua da Trindade 18, 1200-468 Lisboa';
      expect(await getSellerOfProduct(productId)).toMatchObject({ address: line, country: 'PT' });
      const salePlace = await api.client()('getSalePlace', { params: { id: salePlaceId } });
      expect(salePlace.data.seller).toMatchObject({ address: line });
      const statement = await seller.call('getStatement', {
        params: { id: await getOrCreateStatement(api, seller) },
      });
      expect(statement.data.party.address).toBe(line);
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
    const deleteAccount = (user: TestUser) =>
      user.call('deleteAccount', { body: { password: TEST_PASSWORD } });

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
});
