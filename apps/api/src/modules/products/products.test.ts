import type { Input } from '@wopack/contract/client';
import { describe, expect, test } from 'vitest';
import {
  createDraftProduct,
  createProductBuilders,
  createProductOnSale,
  createTestUser,
  createUpload,
  expectApiError,
  SALE_PLACE_BODY,
  startPayment,
} from '../../../test/support/builders.ts';
import { useTestApp } from '../../../test/support/test-app.ts';

const api = useTestApp();
type Body = Input<'saveProduct'>['body'];
const { sellerFixture, saveProduct, getMyProduct } = createProductBuilders(api);

describe('prices', () => {
  test('buyers get a list of prices in euros, all above the commission', async () => {
    const prices = await (await createTestUser(api)).call('listPrices');
    expect(prices).toEqual([1.99, 2.99, 3.99, 4.99, 5.99, 7.99, 9.99]);
  });

  test('sellers get prices with value and earning', async () => {
    const { seller } = await sellerFixture();
    const { data } = await seller.call('listPriceTiers');
    expect(data.map(({ price_cents }) => price_cents / 100)).toEqual(await seller.call('listPrices'));
    expect(data[2]).toEqual({ price_cents: 399, old_price_cents: 1200, earning_cents: 270 });
    for (const tier of data) expect(tier.old_price_cents * 3).toBeLessThanOrEqual(tier.price_cents * 10);
  });

  test.each([3.99, '3.99', '3.990', ' 3.99'])('%j is a valid price', async (price) => {
    const { seller, salePlaceId: placeId } = await sellerFixture();
    const { id } = await saveProduct(seller, placeId, { price });
    expect(await getMyProduct(seller, id)).toMatchObject({
      price: 3.99,
      price_cents: 399,
      earning_cents: 270,
      old_price: 12,
    });
  });

  test.each([0, -3.99, 1.29, 4, 3.991, '3,99', 'free', 399])('%j is not a valid price', async (price) => {
    const { seller, salePlaceId: placeId } = await sellerFixture();
    await expectApiError(saveProduct(seller, placeId, { price }), 1, 'price');
  });
});

describe('the value declared by a seller', () => {
  test.each([
    [13.3, true],
    ['13.30', true],
    [3.99, true],
    [13.31, false],
    [3.98, false],
    [0, false],
    [-5, false],
    ['ten', false],
    [5.555, false],
  ])('%j for a price of 3.99: %s', async (old_price, accepted) => {
    const { seller, salePlaceId: placeId } = await sellerFixture();
    const saved = saveProduct(seller, placeId, { old_price });
    if (!accepted) return expectApiError(saved, 1, 'old_price');
    expect((await getMyProduct(seller, (await saved).id)).old_price).toBe(Number(old_price));
  });

  test('a value equal to the price is not shown', async () => {
    const { productId } = await createProductOnSale(api, { product: { old_price: 3.99 } });
    expect((await api.client()('getOffer', { params: { id: productId } })).data.old_price).toBeNull();
  });
});

test('a product is stored as sent and is a draft', async () => {
  const { seller, salePlaceId: placeId } = await sellerFixture();
  const photo = [await createUpload(api, seller), await createUpload(api, seller)];
  const saved = await saveProduct(seller, placeId, {
    photo,
    name: ' Cesto ',
    description: ' Pão. ',
    categories: ['1', 4, 1],
    allergens: ['gluten', 'milk'],
    diet: ['vegetarian'],
  });
  expect(saved).toEqual({ id: expect.any(Number), name: 'Cesto', description: 'Pão.' });
  expect(await getMyProduct(seller, saved.id)).toMatchObject({
    name: 'Cesto',
    description: 'Pão.',
    state: 'draft',
    quantity: null,
    schedule: null,
    allergens: ['gluten', 'milk'],
    diet: ['vegetarian'],
    sale_place_id: placeId,
    sale_place_name: SALE_PLACE_BODY.name,
    categories: [
      { id: 1, slug: 'bakery', name: 'Bakery' },
      { id: 4, slug: 'sweets', name: 'Sweets' },
    ],
    photos: photo.map((path) => ({ path, srcset: expect.stringContaining('320w') })),
  });
});

test('a draft is not on sale', async () => {
  const { seller, salePlaceId: placeId } = await sellerFixture();
  const id = await createDraftProduct(api, seller, placeId, { name: 'Rascunho' });
  const buyer = await createTestUser(api);
  const query = { searchProductText: 'rascunho' };
  expect((await buyer.call('listOffers', { query })).data).toEqual([]);
  expect((await buyer.call('listMapOffers', { query })).data).toEqual([]);
  await expectApiError(buyer.call('getOffer', { params: { id } }), 4);
  await expectApiError(startPayment(buyer, id), 4);
  expect((await seller.call('getOffer', { params: { id } })).data).toMatchObject({
    id,
    is_mine: true,
    slot_id: null,
  });
});

describe('field errors', () => {
  test.each<[string, Partial<Body>]>([
    ['name', { name: '' }],
    ['name', { name: ' \n' }],
    ['name', { name: 'x'.repeat(121) }],
    ['description', { description: ' ' }],
    ['description', { description: 'x'.repeat(2001) }],
    ['categories', { categories: [] }],
    ['categories', { categories: [99] }],
    ['photo', { photo: [] }],
    ['photo', { photo: ['/media/photos/invented-1280.webp'] }],
    ['photo', { photo: ['https://example.com/x.jpg'] }],
    ['photo', { photo: ['../../postgres-password'] }],
    ['allergens', { allergens: ['gluten', 'gluten'] }],
  ])('%s: %j', async (field, change) => {
    const { seller, salePlaceId: placeId } = await sellerFixture();
    await expectApiError(saveProduct(seller, placeId, change), 1, field);
  });

  test("another seller's or an unknown sale place is not found", async () => {
    const [firstSeller, otherSeller] = [await sellerFixture(), await sellerFixture()];
    await expectApiError(saveProduct(firstSeller.seller, otherSeller.salePlaceId), 4);
    await expectApiError(saveProduct(firstSeller.seller, 999_999), 4);
    await expectApiError(saveProduct(firstSeller.seller, firstSeller.salePlaceId, { id: 999_999 }), 4);
  });
});

test('a seller with 50 sale places lists all products in the order of creation, or those of one sale place', async () => {
  const seller = await createTestUser(api, { isSeller: true, isEmailVerified: true });
  const salePlaces: number[] = [];
  const products: number[] = [];
  for (let i = 1; i <= 50; i++) {
    const { data } = await seller.call('saveSalePlace', { body: { ...SALE_PLACE_BODY, name: `Loja ${i}` } });
    salePlaces.push(data.id);
    products.push(
      await createDraftProduct(api, seller, data.id),
      await createDraftProduct(api, seller, data.id),
    );
  }
  expect((await seller.call('listMySalePlaces')).data.map(({ id }) => id)).toEqual(salePlaces);
  expect((await seller.call('listMyProducts')).data.map(({ id }) => id)).toEqual(products);
  const { data } = await seller.call('listMyProducts', { query: { sale_place_id: salePlaces[7]! } });
  expect(data.map(({ id }) => id)).toEqual(products.slice(14, 16));
  expect(data[0]?.sale_place_name).toBe('Loja 8');
});

test("a single product; another seller's product is not found", async () => {
  const [{ seller, salePlaceId }, other] = [await sellerFixture(), await sellerFixture()];
  const { id } = await saveProduct(seller, salePlaceId);
  const { data } = await seller.call('getMyProduct', { params: { id } });
  expect(data).toEqual((await seller.call('listMyProducts')).data[0]);
  await expectApiError(other.seller.call('getMyProduct', { params: { id } }), 4);
  expect((await other.seller.call('listMyProducts', { query: { sale_place_id: salePlaceId } })).data).toEqual(
    [],
  );
});
