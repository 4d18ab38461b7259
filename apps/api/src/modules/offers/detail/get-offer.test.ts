import { beforeEach, describe, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  EVENING_SCHEDULE,
  expectApiError,
  getAvailableQuantity,
  startPayment,
} from '../../../../test/support/builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));

const getOffer = async (id: number, client = api.client(), query = {}) =>
  (await client('getOffer', { params: { id }, query })).data;

describe('the detail of a product', () => {
  test('is public', async () => {
    const { productId, salePlaceId } = await createProductOnSale(api, {
      product: { allergens: ['gluten', 'milk'], diet: ['vegetarian'], categories: [1, 4] },
    });
    expect(await getOffer(productId)).toEqual({
      id: productId,
      name: 'Cesto de fim de tarde',
      quantity: 3,
      max_per_order: 3,
      price: 3.99,
      old_price: 12,
      description: 'Pão de fermentação natural e croissants.',
      language: 'pt',
      translated: false,
      original: null,
      photos: [expect.objectContaining({ path: expect.any(String) })],
      rating: null,
      rating_count: 0,
      is_favourite: false,
      is_mine: false,
      distance: null,
      pickup: 'Fri 20 Nov 17:30–19:00',
      slot_id: expect.any(Number),
      pickup_start: '2026-11-20T17:30:00.000Z',
      pickup_end: '2026-11-20T19:00:00.000Z',
      allocation: null,
      cancel_until: '2026-11-20T15:30:00.000Z',
      types: [
        { id: 1, slug: 'bakery', name: 'Bakery' },
        { id: 4, slug: 'sweets', name: 'Sweets' },
      ],
      sale_place: {
        id: salePlaceId,
        name: 'Padaria Aurora',
        address: 'Rua da Trindade 18, Lisboa',
        phone: '+351 210 000 018',
        latitude: 38.7123,
        longitude: -9.1416,
        time_zone: 'Europe/Lisbon',
      },
      seller: { id: expect.any(Number), name: 'Rui Fontes', address: null, country: null },
      allergens: ['gluten', 'milk'],
      diet: ['vegetarian'],
    });
  });

  test('is marked as own for its seller, and contains only the name of the seller', async () => {
    const { productId, seller } = await createProductOnSale(api);
    expect((await getOffer(productId, seller.call)).is_mine).toBe(true);
    const reply = JSON.stringify(await getOffer(productId));
    expect(reply).not.toContain(seller.email);
    expect(reply).not.toContain('seller_id');
  });

  test('is shown with an expired token', async () => {
    const { productId } = await createProductOnSale(api);
    expect((await getOffer(productId, api.client('x'.repeat(43)))).id).toBe(productId);
  });

  test('has the distance from the coordinates or the city', async () => {
    const { productId } = await createProductOnSale(api);
    const buyer = await createTestUser(api);
    expect((await getOffer(productId, buyer.call)).distance).toBeNull();
    await buyer.call('updateCity', { body: { city: 'Porto', latitude: 41.1496, longitude: -8.611 } });
    const fromPorto = (await getOffer(productId, buyer.call)).distance!;
    expect(Math.abs(fromPorto - 274_500)).toBeLessThan(1500);
    expect((await getOffer(productId, buyer.call, { latitude: 38.7123, longitude: -9.1416 })).distance).toBe(
      0,
    );
    expect(
      (await getOffer(productId, api.client(), { latitude: 38.7123, longitude: -9.1416 })).distance,
    ).toBe(0);
  });

  test.each([
    ['pt', 'sexta, 20/11 17:30–19:00', 'Padaria'],
    ['en', 'Fri 20 Nov 17:30–19:00', 'Bakery'],
    ['ru', 'пт, 20 нояб. 17:30–19:00', 'Выпечка'],
  ] as const)('in %s', async (language, pickup, type) => {
    const { productId } = await createProductOnSale(api);
    expect(await getOffer(productId, api.client(null, language))).toMatchObject({
      pickup,
      types: [{ name: type }],
    });
  });

  test('has the slot in its last minute, a minute later the next one', async () => {
    const { productId } = await createProductOnSale(api);
    api.clock.set('2026-11-20T18:59:59Z');
    expect((await getOffer(productId)).pickup).toBe('Fri 20 Nov 17:30–19:00');
    api.clock.set('2026-11-20T19:00:00Z');
    expect((await getOffer(productId)).pickup).toBe('Sat 21 Nov 17:30–19:00');
  });

  test('has no slot without upcoming dates', async () => {
    const { productId } = await createProductOnSale(api, { schedule: { fri: EVENING_SCHEDULE.fri } });
    api.clock.set('2026-11-27T19:00:00Z');
    expect(await getOffer(productId)).toMatchObject({
      quantity: 0,
      slot_id: null,
      pickup: '',
      pickup_start: null,
      cancel_until: null,
    });
    await expectApiError(startPayment(await createTestUser(api), productId), 5);
  });

  test('is missing for an unknown id', async () => {
    await expectApiError(api.client()('getOffer', { params: { id: 999_999 } }), 4);
  });
});

describe('a page left open', () => {
  test('overnight does not buy another slot than it shows', async () => {
    const { productId } = await createProductOnSale(api);
    const buyer = await createTestUser(api);
    const { slot_id } = await getOffer(productId, buyer.call);
    api.clock.set('2026-11-20T20:00:00Z');
    const initiatePaymentOf = (slotId: number | null) =>
      buyer.call('initiatePayment', {
        body: { amount: 3.99, currency: 'EUR', productId, slot_id: slotId ?? undefined },
      });
    await expectApiError(initiatePaymentOf(slot_id), 5);
    await initiatePaymentOf((await getOffer(productId, buyer.call)).slot_id);
  });
});

describe('the favourite', () => {
  test('is toggled', async () => {
    const { productId: id } = await createProductOnSale(api);
    const { call } = await createTestUser(api);
    const toggleFavourite = async () => (await call('toggleFavourite', { params: { id }, body: null })).data;
    expect(await toggleFavourite()).toEqual({ success: true, is_favourite: true });
    expect((await getOffer(id, call)).is_favourite).toBe(true);
    expect(await toggleFavourite()).toEqual({ success: true, is_favourite: false });
    expect((await getOffer(id, call)).is_favourite).toBe(false);
    expect((await call('toggleFavourite', { params: { id }, body: {} })).data.is_favourite).toBe(true);
  });

  test('is set idempotently', async () => {
    const { productId: id } = await createProductOnSale(api);
    const { call } = await createTestUser(api);
    for (const is_favourite of [true, true, false, false, true]) {
      const { data } = await call('toggleFavourite', { params: { id }, body: { is_favourite } });
      expect(data).toEqual({ success: true, is_favourite });
      expect((await getOffer(id, call)).is_favourite).toBe(is_favourite);
    }
  });

  test('is set by ten concurrent requests', async () => {
    const { productId: id } = await createProductOnSale(api);
    const { call } = await createTestUser(api);
    const setFavourite = () => call('toggleFavourite', { params: { id }, body: { is_favourite: true } });
    await Promise.all(Array.from({ length: 10 }, setFavourite));
    expect((await getOffer(id, call)).is_favourite).toBe(true);
  });

  test('belongs to one user, and requires an existing product', async () => {
    const { productId: id } = await createProductOnSale(api);
    const [firstUser, otherUser] = [await createTestUser(api), await createTestUser(api)];
    await firstUser.call('toggleFavourite', { params: { id }, body: null });
    expect((await getOffer(id, otherUser.call)).is_favourite).toBe(false);
    expect((await getOffer(id)).is_favourite).toBe(false);
    await expectApiError(firstUser.call('toggleFavourite', { params: { id: 999_999 }, body: null }), 4);
  });
});

test('the quantity left is the same in all views', async () => {
  const { productId } = await createProductOnSale(api, { quantity: 4 });
  const buyer = await createTestUser(api);
  await buyProduct(buyer, productId);
  await startPayment(await createTestUser(api), productId);
  const { data } = await buyer.call('listOffers', { query: { limit: 50 } });
  const { data: salePlaces } = await buyer.call('listMapOffers', {
    query: { bbox: '-10,38,-9,39', zoom: 14 },
  });
  const mapProduct = salePlaces.flatMap(({ products }) => products).find(({ id }) => id === productId);
  expect([
    await getAvailableQuantity(buyer, productId),
    data.find(({ id }) => id === productId)!.quantity,
    mapProduct!.quantity,
  ]).toEqual([2, 2, 2]);
});
