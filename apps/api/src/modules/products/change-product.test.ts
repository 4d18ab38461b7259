import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Input } from '@wopack/contract/client';
import { describe, expect, test } from 'vitest';
import {
  buyProduct,
  createJpeg,
  createProductBuilders,
  createProductOnSale,
  createTestUser,
  createUpload,
  expectApiError,
  SALE_PLACE_BODY,
  startPayment,
  type TestUser,
} from '../../../test/support/builders.ts';
import { MINUTE, useTestApp } from '../../../test/support/test-app.ts';
import { sendRequest } from '../../../test/support/test-request.ts';

const api = useTestApp();
type Body = Input<'saveProduct'>['body'];
const { sellerFixture, saveProduct, getMyProduct } = createProductBuilders(api);

describe('photos', () => {
  test('photos of another user are refused and stay theirs', async () => {
    const [firstUpload, secondUpload] = [await sellerFixture(), await sellerFixture()];
    const photo = [await createUpload(api, secondUpload.seller)];
    await expectApiError(saveProduct(firstUpload.seller, firstUpload.salePlaceId, { photo }), 1, 'photo');
    await saveProduct(secondUpload.seller, secondUpload.salePlaceId, { photo });
  });

  test('an upload can be used for one product only', async () => {
    const { seller, salePlaceId: placeId } = await sellerFixture();
    const photo = [await createUpload(api, seller)];
    await saveProduct(seller, placeId, { photo });
    await expectApiError(saveProduct(seller, placeId, { photo }), 1, 'photo');
  });

  test('photos stay when a product is updated, in the new order and with new ones', async () => {
    const { seller, salePlaceId: placeId } = await sellerFixture();
    const [first, second, third] = [
      await createUpload(api, seller),
      await createUpload(api, seller),
      await createUpload(api, seller),
    ];
    const { id } = await saveProduct(seller, placeId, { photo: [first, second] });
    await saveProduct(seller, placeId, { id, photo: [third, second, third] });
    expect((await getMyProduct(seller, id)).photos.map(({ path }) => path)).toEqual([third, second]);
    // A removed photo cannot be used again.
    await expectApiError(saveProduct(seller, placeId, { id, photo: [first] }), 1, 'photo');
  });

  test('photos of another product of the same seller are refused', async () => {
    const { seller, salePlaceId: placeId } = await sellerFixture();
    const photo = [await createUpload(api, seller)];
    await saveProduct(seller, placeId, { photo });
    const { id } = await saveProduct(seller, placeId);
    await expectApiError(saveProduct(seller, placeId, { id, photo }), 1, 'photo');
  });

  test("a copy may use photos of the original, if that is the seller's own", async () => {
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
  test('an update is visible at once; existing orders keep their texts and prices', async () => {
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
      price: 3.99,
      price_cents: 399,
      product: { id: productId, name: 'Cesto de fim de tarde' },
    });
    await expectApiError(startPayment(buyer, productId), 1, 'amount');
  });

  test.each([
    ['pt', '13,30\u00A0€'],
    ['en', '€13.30'],
    ['ru', '13,30\u00A0€'],
  ])('a value that is too high says the limit as %s writes it', async (language, limit) => {
    const { seller, salePlaceId } = await sellerFixture();
    const { body } = await sendRequest(api, 'saveProduct', {
      token: seller.token,
      language,
      body: { id: 0, sale_place_id: salePlaceId, price: 3.99, old_price: 180 },
    });
    expect(body.errors?.old_price).toEqual([expect.stringContaining(limit)]);
  });

  test('a hold keeps the price it was made with', async () => {
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
  ])('the declared value with %s', async (_, change, value) => {
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

  test('a diet that a named allergen rules out is refused, whichever of both is sent', async () => {
    const { seller, salePlaceId: placeId } = await sellerFixture();
    const { id } = await saveProduct(seller, placeId, { allergens: ['milk'], diet: ['vegetarian'] });
    await expectApiError(saveProduct(seller, placeId, { id, diet: ['vegan'] }), 1, 'diet');
    await expectApiError(saveProduct(seller, placeId, { id, allergens: ['fish'] }), 1, 'diet');
    expect(await getMyProduct(seller, id)).toMatchObject({ allergens: ['milk'], diet: ['vegetarian'] });
    await saveProduct(seller, placeId, { id, free_of_allergens: true, diet: ['vegan', 'gluten_free'] });
  });

  test('kosher with crustaceans or molluscs is refused', async () => {
    const { seller, salePlaceId: placeId } = await sellerFixture();
    for (const name of ['crustaceans', 'molluscs'] as const) {
      const error = saveProduct(seller, placeId, { allergens: [name], diet: ['kosher'] });
      await expectApiError(error, 1, 'diet');
    }
    await saveProduct(seller, placeId, { allergens: ['crustaceans', 'fish'], diet: ['halal'] });
  });

  test('of two saves at once that contradict each other one is refused', async () => {
    const { seller, salePlaceId: placeId } = await sellerFixture();
    const { id } = await saveProduct(seller, placeId, { allergens: ['soy'], diet: [] });
    const results = await Promise.allSettled([
      saveProduct(seller, placeId, { id, diet: ['vegan'] }),
      saveProduct(seller, placeId, { id, allergens: ['milk'] }),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [refused] = results.filter((result) => result.status === 'rejected');
    expect(refused!.reason).toMatchObject({ code: 1, errors: { diet: [expect.any(String)] } });
  });

  test('a product can move to another sale place of its seller and keeps its local hours', async () => {
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

  test('a product with open orders or holds cannot move', async () => {
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

  test('moved to a paused sale place it is closed, moved from one it opens', async () => {
    const { seller, salePlaceId: placeId, productId } = await createProductOnSale(api);
    const { data: secondUpload } = await seller.call('saveSalePlace', { body: SALE_PLACE_BODY });
    await seller.call('pauseSalePlace', { params: { id: secondUpload.id }, body: { paused: true } });
    await saveProduct(seller, secondUpload.id, { id: productId });
    expect((await getMyProduct(seller, productId)).state).toBe('closed');
    await saveProduct(seller, placeId, { id: productId });
    expect((await getMyProduct(seller, productId)).state).toBe('active');
  });

  test('concurrent saves of products with the same new words do not deadlock', async () => {
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

const DAY = 24 * 60 * MINUTE;

const uploadPhoto = async (seller: TestUser) =>
  (await seller.call('uploadProductPhoto', { file: await createJpeg(640, 360) })).data.path;
const isPhotoStored = async (path: string): Promise<boolean> => {
  await api.jobs.runDue();
  return access(join(api.context.config.mediaDir, path.replace('/media/', ''))).then(
    () => true,
    () => false,
  );
};

test('a photo removed from a product is deleted in every size, the others stay', async () => {
  const { seller, salePlaceId: placeId } = await sellerFixture();
  const [first, second] = [await uploadPhoto(seller), await uploadPhoto(seller)];
  const { id } = await saveProduct(seller, placeId, { photo: [first, second] });
  await saveProduct(seller, placeId, { id, photo: [second, first] });
  expect(await isPhotoStored(first)).toBe(true);
  await saveProduct(seller, placeId, { id, photo: [second] });
  expect([await isPhotoStored(first), await isPhotoStored(first.replace('1280', '320'))]).toEqual([
    false,
    false,
  ]);
  expect([await isPhotoStored(second), await isPhotoStored(second.replace('1280', '320'))]).toEqual([
    true,
    true,
  ]);
});

test('a photo shared with a copy stays until the last product drops it', async () => {
  const { seller, salePlaceId: placeId } = await sellerFixture();
  const [shared, other] = [await uploadPhoto(seller), await uploadPhoto(seller)];
  const { id } = await saveProduct(seller, placeId, { photo: [shared] });
  const copy = await saveProduct(seller, placeId, { photo: [shared], copy_of: id });
  await saveProduct(seller, placeId, { id, photo: [other] });
  expect(await isPhotoStored(shared)).toBe(true);
  await saveProduct(seller, placeId, { id: copy.id, photo: [await uploadPhoto(seller)] });
  expect(await isPhotoStored(shared)).toBe(false);
});

test('a photo of linked products is deleted when it was replaced at all, and no product that was unlinked has it', async () => {
  const { seller, salePlaceId } = await sellerFixture();
  const { data: place } = await seller.call('saveSalePlace', { body: SALE_PLACE_BODY });
  const [first, second, third] = [
    await uploadPhoto(seller),
    await uploadPhoto(seller),
    await uploadPhoto(seller),
  ];
  const { id } = await saveProduct(seller, salePlaceId, { photo: [first] });
  const { data: copies } = await seller.call('copyProduct', {
    params: { id },
    body: { sale_place_ids: [place.id], linked: true },
  });
  await saveProduct(seller, salePlaceId, { id, photo: [second] });
  expect([await isPhotoStored(first), await isPhotoStored(second)]).toEqual([false, true]);
  await seller.call('unlinkProduct', { params: { id: copies[0]!.id } });
  await saveProduct(seller, salePlaceId, { id, photo: [third] });
  expect(await isPhotoStored(second)).toBe(true);
  await seller.call('unlinkProduct', { params: { id } });
  await saveProduct(seller, place.id, { id: copies[0]!.id, photo: [await uploadPhoto(seller)] });
  expect(await isPhotoStored(second)).toBe(false);
});

test('a refused update deletes no photo', async () => {
  const { seller, salePlaceId: placeId } = await sellerFixture();
  const photo = await uploadPhoto(seller);
  const { id } = await saveProduct(seller, placeId, { photo: [photo] });
  await expectApiError(
    saveProduct(seller, placeId, { id, photo: [await uploadPhoto(seller)], price: 3.98 }),
    1,
    'price',
  );
  expect(await isPhotoStored(photo)).toBe(true);
});

test('copying while the original drops its photo either keeps the photo or fails', async () => {
  const { seller, salePlaceId: placeId } = await sellerFixture();
  for (let round = 0; round < 5; round += 1) {
    const photo = await uploadPhoto(seller);
    const { id } = await saveProduct(seller, placeId, { photo: [photo] });
    const other = await uploadPhoto(seller);
    const [, copyAttempt] = await Promise.allSettled([
      saveProduct(seller, placeId, { id, photo: [other] }),
      saveProduct(seller, placeId, { photo: [photo], copy_of: id }),
    ]);
    const isStillStored = copyAttempt.status === 'fulfilled';
    if (isStillStored) expect((await getMyProduct(seller, copyAttempt.value.id)).photos[0]!.path).toBe(photo);
    expect(await isPhotoStored(photo)).toBe(isStillStored);
  }
});

test('unused uploads are deleted after two weeks, used ones are not', async () => {
  const { seller, salePlaceId: placeId } = await sellerFixture();
  const [usedPhoto, unusedPhoto] = [await uploadPhoto(seller), await uploadPhoto(seller)];
  await saveProduct(seller, placeId, { photo: [usedPhoto] });
  api.clock.advance(13 * DAY);
  await api.jobs.runScheduled('products.delete-unused-uploads');
  expect(await isPhotoStored(unusedPhoto)).toBe(true);
  api.clock.advance(2 * DAY);
  const recentPhoto = await uploadPhoto(seller);
  await api.jobs.runScheduled('products.delete-unused-uploads');
  expect([
    await isPhotoStored(usedPhoto),
    await isPhotoStored(unusedPhoto),
    await isPhotoStored(recentPhoto),
  ]).toEqual([true, false, true]);
});
