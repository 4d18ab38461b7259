import { describe, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  expectApiError,
  GOOD_CARD,
  startPayment,
} from '../../../../test/support/builders.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';

const api = useTestApp();

describe('profile', () => {
  test('name, surname and phone are kept without the blanks around them', async () => {
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

  test('names of people are not code', async () => {
    const { call } = await createTestUser(api);
    const name = `<script>alert('1')</script>{{x}}`;
    await call('updateProfile', { body: { name, sname: "O'Neill; --", phone: '' } });
    expect((await call('getMe')).data).toMatchObject({ name, sname: "O'Neill; --" });
  });
});

describe('city', () => {
  test('is kept with where it is, and offers are near it', async () => {
    const { productId } = await createProductOnSale(api);
    const { id, call } = await createTestUser(api);
    const body = { city: 'Lisboa', latitude: 38.7167, longitude: -9.1333 };
    expect(await call('updateCity', { body })).toEqual({ data: { id } });
    expect((await call('getMe')).data).toMatchObject(body);
    const { data } = await call('listOffers');
    expect(data.find((offer) => offer.id === productId)!.distance).toBeLessThan(1500);
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
  test('partner, on and off', async () => {
    const { id, call } = await createTestUser(api);
    expect(await call('updatePartnerRole', { body: { is_partner: true } })).toEqual({ data: { id } });
    expect((await call('getMe')).data.is_partner).toBe(true);
    await call('updatePartnerRole', { body: { is_partner: false } });
    expect((await call('getMe')).data.is_partner).toBe(false);
  });

  test('seller, on and off, with the same token', async () => {
    const { id, call } = await createTestUser(api);
    await expectApiError(call('listMySalePlaces'), 3);
    expect(await call('updateSellerRole', { body: { is_owner: true } })).toEqual({ data: { id } });
    expect(await call('listMySalePlaces')).toEqual({ data: [] });
    await call('updateSellerRole', { body: { is_owner: false } });
    await expectApiError(call('listMySalePlaces'), 3);
  });

  test('nobody stops selling with orders ahead', async () => {
    const { seller, productId } = await createProductOnSale(api);
    const buyer = await createTestUser(api);
    const order = await buyProduct(buyer, productId);
    await expectApiError(seller.call('updateSellerRole', { body: { is_owner: false } }), 5);
    expect((await seller.call('getMe')).data.is_owner).toBe(true);
    // Saying again that one sells is no stopping.
    await seller.call('updateSellerRole', { body: { is_owner: true } });

    api.clock.set('2026-11-20T17:45:00Z');
    await seller.call('handOut', { params: { id: order.id }, body: { pin: order.pin! } });
    await seller.call('updateSellerRole', { body: { is_owner: false } });
    expect((await seller.call('getMe')).data.is_owner).toBe(false);
  });

  test('nor while somebody pays', async () => {
    const { seller, productId } = await createProductOnSale(api);
    const buyer = await createTestUser(api);
    const { token, client_secret } = await startPayment(buyer, productId);
    await expectApiError(seller.call('updateSellerRole', { body: { is_owner: false } }), 5);
    await buyer.call('confirmSandboxPayment', { body: { client_secret, card: GOOD_CARD } });
    const { order } = (await buyer.call('completePayment', { body: { token } })).data;
    const { data } = await seller.call('handOut', { params: { id: order.id }, body: { pin: order.pin! } });
    expect(data.state).toBe('collected');
  });

  test('what somebody sold who stopped is on sale no more, until they sell again', async () => {
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
