import type { Input } from '@wopack/contract/client';
import { describe, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  createUpload,
  expectApiError,
  SALE_PLACE_BODY,
  startPayment,
} from '../../../test/support/builders.ts';
import { createProductBuilders } from '../../../test/support/product-builders.ts';
import { useTestApp } from '../../../test/support/test-app.ts';

const api = useTestApp();
type Body = Input<'saveProduct'>['body'];
const { sellerFixture, saveProduct, getMyProduct } = createProductBuilders(api);

describe('photos', () => {
  test('of somebody else are refused, and stay theirs', async () => {
    const [firstUpload, secondUpload] = [await sellerFixture(), await sellerFixture()];
    const photo = [await createUpload(api, secondUpload.seller)];
    await expectApiError(saveProduct(firstUpload.seller, firstUpload.salePlaceId, { photo }), 1, 'photo');
    await saveProduct(secondUpload.seller, secondUpload.salePlaceId, { photo });
  });

  test('make one pack: sent again, they are used already', async () => {
    const { seller, salePlaceId: placeId } = await sellerFixture();
    const photo = [await createUpload(api, seller)];
    await saveProduct(seller, placeId, { photo });
    await expectApiError(saveProduct(seller, placeId, { photo }), 1, 'photo');
  });

  test('stay when a pack is changed, in the new order, with new ones', async () => {
    const { seller, salePlaceId: placeId } = await sellerFixture();
    const [first, second, third] = [
      await createUpload(api, seller),
      await createUpload(api, seller),
      await createUpload(api, seller),
    ];
    const { id } = await saveProduct(seller, placeId, { photo: [first, second] });
    await saveProduct(seller, placeId, { id, photo: [third, second, third] });
    expect((await getMyProduct(seller, id)).photos.map(({ path }) => path)).toEqual([third, second]);
    // What was taken away does not come back.
    await expectApiError(saveProduct(seller, placeId, { id, photo: [first] }), 1, 'photo');
  });

  test('of another pack of one’s own are refused: each has its own', async () => {
    const { seller, salePlaceId: placeId } = await sellerFixture();
    const photo = [await createUpload(api, seller)];
    await saveProduct(seller, placeId, { photo });
    const { id } = await saveProduct(seller, placeId);
    await expectApiError(saveProduct(seller, placeId, { id, photo }), 1, 'photo');
  });

  test('go into a copy, of one’s own pack alone', async () => {
    const [{ seller, salePlaceId: placeId }, secondUpload] = [await sellerFixture(), await sellerFixture()];
    const photo = [await createUpload(api, seller), await createUpload(api, seller)];
    const { id } = await saveProduct(seller, placeId, { photo });
    const copy = await saveProduct(seller, placeId, { photo: photo.toReversed(), copy_of: id });
    expect((await getMyProduct(seller, copy.id)).photos.map(({ path }) => path)).toEqual(photo.toReversed());
    expect((await getMyProduct(seller, id)).photos).toHaveLength(2);
    await expectApiError(
      saveProduct(secondUpload.seller, secondUpload.salePlaceId, { photo, copy_of: id }),
      4,
    );
  });
});

describe('changing', () => {
  test('is seen at once; what is sold stays as it was sold', async () => {
    const { seller, salePlaceId: placeId, productId } = await createProductOnSale(api);
    const buyer = await createTestUser(api);
    const order = await buyProduct(buyer, productId);
    await saveProduct(seller, placeId, { id: productId, name: 'Caixa', price: '5.99', allergens: ['nuts'] });
    const { data } = await buyer.call('getOffer', { params: { id: productId } });
    expect(data).toMatchObject({
      name: 'Caixa',
      price: 5.99,
      old_price: 18,
      allergens: ['nuts'],
      quantity: 2,
    });
    expect((await buyer.call('getOrder', { params: { id: order.id } })).data).toMatchObject({
      ...{ price: 3.99, price_cents: 399 },
      product: { id: productId, name: 'Cesto de fim de tarde' },
    });
    await expectApiError(startPayment(buyer, productId), 1, 'amount');
  });

  test('who holds a pack pays the price they were told', async () => {
    const { seller, salePlaceId: placeId, productId } = await createProductOnSale(api);
    const buyer = await createTestUser(api);
    await startPayment(buyer, productId);
    await saveProduct(seller, placeId, { id: productId, price: 5.99 });
    expect((await buyer.call('listMyHolds')).data).toMatchObject([{ amount_cents: 399 }]);
  });

  test.each<[string, Partial<Body>, number]>([
    ['the same price', {}, 10],
    ['a price that allows it', { price: 4.99 }, 10],
    ['a price it would be too much for', { price: 1.99 }, 6],
    ['a price above it', { price: 9.99, old_price: 9.99 }, 9.99],
  ])('the value a seller declared stays with %s', async (_, change, value) => {
    const { seller, salePlaceId: placeId } = await sellerFixture();
    const { id } = await saveProduct(seller, placeId, { old_price: 10 });
    await saveProduct(seller, placeId, { id, ...change });
    expect((await getMyProduct(seller, id)).old_price).toBe(value);
  });

  test('allergens and diet stay unless they are sent', async () => {
    const { seller, salePlaceId: placeId } = await sellerFixture();
    const { id } = await saveProduct(seller, placeId, { allergens: ['fish'], diet: ['kosher'] });
    await saveProduct(seller, placeId, { id });
    expect(await getMyProduct(seller, id)).toMatchObject({ allergens: ['fish'], diet: ['kosher'] });
    await saveProduct(seller, placeId, { id, allergens: [], diet: [] });
    expect(await getMyProduct(seller, id)).toMatchObject({ allergens: [], diet: [] });
  });

  test('a pack may go to another venue of one’s own, and keeps its hours there', async () => {
    const { seller, productId } = await createProductOnSale(api);
    const body = { ...SALE_PLACE_BODY, name: 'Azores', latitude: 37.7394, longitude: -25.6687 };
    const { data: azoresPlace } = await seller.call('saveSalePlace', { body });
    await saveProduct(seller, azoresPlace.id, { id: productId });
    const { data } = await api.client()('getOffer', { params: { id: productId } });
    expect(data).toMatchObject({
      pickup: 'Fri 20 Nov 17:30–19:00',
      pickup_start: '2026-11-20T18:30:00.000Z',
    });
    expect(data.sale_place).toMatchObject({ id: azoresPlace.id, time_zone: 'Atlantic/Azores' });
    const { data: near } = await seller.call('listOffers', {
      query: { latitude: 37.7394, longitude: -25.6687, radius: 1000 },
    });
    expect(near.map(({ id }) => id)).toEqual([productId]);
  });

  test('but not while an order is ahead or somebody is paying: they come to where they were told', async () => {
    const { seller, productId } = await createProductOnSale(api);
    const { data: secondUpload } = await seller.call('saveSalePlace', { body: SALE_PLACE_BODY });
    const buyer = await createTestUser(api);
    const { token } = await startPayment(buyer, productId);
    await expectApiError(saveProduct(seller, secondUpload.id, { id: productId }), 5, 'sale_place_id');
    await buyer.call('failPayment', { body: { token, code: 'left', description: '' } });
    const { id } = await buyProduct(buyer, productId);
    await expectApiError(saveProduct(seller, secondUpload.id, { id: productId }), 5, 'sale_place_id');
    expect((await getMyProduct(seller, productId)).sale_place_id).not.toBe(secondUpload.id);
    await buyer.call('cancelOrder', { params: { id }, body: { reason: 'mistake' } });
    await saveProduct(seller, secondUpload.id, { id: productId });
    expect((await getMyProduct(seller, productId)).sale_place_id).toBe(secondUpload.id);
  });

  test('at a paused venue it is closed, from one it opens', async () => {
    const { seller, salePlaceId: placeId, productId } = await createProductOnSale(api);
    const { data: secondUpload } = await seller.call('saveSalePlace', { body: SALE_PLACE_BODY });
    await seller.call('pauseSalePlace', { params: { id: secondUpload.id }, body: { paused: true } });
    await saveProduct(seller, secondUpload.id, { id: productId });
    expect((await getMyProduct(seller, productId)).state).toBe('closed');
    await saveProduct(seller, placeId, { id: productId });
    expect((await getMyProduct(seller, productId)).state).toBe('active');
  });

  test('many sellers save packs in the same new words at once', async () => {
    const sellerFixtures = await Promise.all(Array.from({ length: 12 }, sellerFixture));
    for (let round = 0; round < 3; round++) {
      const words = Array.from({ length: 330 }, (_, i) => `${round}w${i}`);
      const products = sellerFixtures.map(({ seller, salePlaceId: placeId }, i) =>
        saveProduct(seller, placeId, { description: (i % 2 ? words : words.toReversed()).join(' ') }),
      );
      expect((await Promise.allSettled(products)).map(({ status }) => status)).toEqual(
        sellerFixtures.map(() => 'fulfilled'),
      );
    }
  });
});
