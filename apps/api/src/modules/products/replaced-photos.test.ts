import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createJpeg, expectApiError, type TestUser } from '../../../test/support/builders.ts';
import { createProductBuilders } from '../../../test/support/product-builders.ts';
import { MINUTE, useTestApp } from '../../../test/support/test-app.ts';

const DAY = 24 * 60 * MINUTE;

const api = useTestApp();
const { sellerFixture, saveProduct, getMyProduct } = createProductBuilders(api);

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
