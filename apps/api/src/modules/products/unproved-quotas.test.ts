import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  createDraftProduct,
  createJpeg,
  createProductOnSale,
  createTestUser,
  createUpload,
  expectApiError,
  markEmailVerified,
  SALE_PLACE_BODY,
  type TestUser,
} from '../../../test/support/builders.ts';

import { useTestApp } from '../../../test/support/test-app.ts';
import { UNPROVED_QUOTAS } from '../identity/index.ts';

const api = useTestApp();
const addSalePlace = async ({ call }: TestUser) =>
  (await call('saveSalePlace', { body: SALE_PLACE_BODY })).data.id;
const countSuccesses = async (attempts: Promise<unknown>[]) =>
  (await Promise.allSettled(attempts)).filter(({ status }) => status === 'fulfilled').length;

test('sale places of a seller whose address is not proved, however many are sent at once', async () => {
  const seller = await createTestUser(api, { isSeller: true });
  expect(await countSuccesses(Array.from({ length: 8 }, () => addSalePlace(seller)))).toBe(3);
  await expectApiError(addSalePlace(seller), 5, 'email_verified');
  const places = (await seller.call('listMySalePlaces')).data;
  expect(places).toHaveLength(UNPROVED_QUOTAS.salePlaces);
  // What is there can be changed, and removed, which makes room.
  const { id } = places[0]!;
  await seller.call('saveSalePlace', { body: { ...SALE_PLACE_BODY, id, name: 'Outra' } });
  await seller.call('deleteSalePlace', { params: { id } });
  await addSalePlace(seller);
  await expectApiError(addSalePlace(seller), 5, 'email_verified');
  await markEmailVerified(api, seller);
  await addSalePlace(seller);
});

test('products of a seller whose address is not proved', async () => {
  const { seller, salePlaceId, productId } = await createProductOnSale(api);
  // 18 of 20, in all sale places.
  const otherPlaceId = await addSalePlace(seller);
  for (let count = 1; count < 18; count++)
    await createDraftProduct(api, seller, count % 2 ? salePlaceId : otherPlaceId);
  const photos = await Promise.all(Array.from({ length: 5 }, () => createUpload(api, seller)));
  const attempts = photos.map((photo, index) =>
    createDraftProduct(api, seller, index % 2 ? salePlaceId : otherPlaceId, { photo: [photo] }),
  );
  expect(await countSuccesses(attempts)).toBe(2);
  await expectApiError(createDraftProduct(api, seller, salePlaceId), 5, 'email_verified');
  expect((await seller.call('listMyProducts')).data).toHaveLength(UNPROVED_QUOTAS.products);
  await createDraftProduct(api, seller, salePlaceId, { id: productId, name: 'Outro' });
  await seller.call('deleteProduct', { params: { id: productId } });
  await createDraftProduct(api, seller, salePlaceId);
  await markEmailVerified(api, seller);
  await createDraftProduct(api, seller, salePlaceId);
});

test('a copy of a sale place full of products', async () => {
  const seller = await createTestUser(api, { isSeller: true });
  const salePlaceId = await addSalePlace(seller);
  const id = await createDraftProduct(api, seller, salePlaceId);
  const { photos } = (await seller.call('getMyProduct', { params: { id } })).data;
  const photo = photos.map(({ path }) => path);
  for (let count = 1; count < UNPROVED_QUOTAS.products; count++)
    await createDraftProduct(api, seller, salePlaceId, { copy_of: id, photo });
  await expectApiError(
    createDraftProduct(api, seller, salePlaceId, { copy_of: id, photo }),
    5,
    'email_verified',
  );
});

test('photos that wait, of a user whose address is not proved; refused ones leave no file', async () => {
  const seller = await createTestUser(api, { isSeller: true });
  const file = await createJpeg(64, 36);
  const send = () => seller.call('uploadProductPhoto', { file });
  const paths: string[] = [];
  for (let count = 1; count < UNPROVED_QUOTAS.waitingPhotos - 1; count++)
    paths.push(await createUpload(api, seller));
  const stored = join(api.context.config.mediaDir, 'photos');
  expect(await countSuccesses([send(), send(), send(), send(), send()])).toBe(2);
  await api.jobs.runDue();
  expect(await readdir(stored)).toHaveLength(2 * 3);
  await expectApiError(send(), 5, 'email_verified');
  await expectApiError(seller.call('uploadReportPhoto', { file }), 5, 'email_verified');
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from uploads where user_id = ${seller.id}`.execute(api.db);
  expect(rows[0]!.count).toBe(UNPROVED_QUOTAS.waitingPhotos);
  // Those in a product do not wait any more.
  await createDraftProduct(api, seller, await addSalePlace(seller), { photo: paths.slice(0, 1) });
  await send();
  await expectApiError(send(), 5, 'email_verified');
  await markEmailVerified(api, seller);
  await send();
});

test('the refusal says in the language of the caller what to do', async () => {
  const seller = await createTestUser(api, { isSeller: true });
  for (let count = 0; count < 3; count++) await addSalePlace(seller);
  for (const [language, text] of [
    ['pt', 'Confirma primeiro o teu e-mail'],
    ['en', 'Confirm your e-mail first'],
    ['ru', 'Сначала подтверди почту'],
  ] as const) {
    const reply = await api.app.inject({
      method: 'POST',
      url: '/api/v1/sale_places',
      headers: { authorization: `Bearer ${seller.token}`, 'accept-language': language },
      payload: SALE_PLACE_BODY,
    });
    expect(reply.statusCode).toBe(409);
    const body = reply.json<{ code: number; message: string; errors: { email_verified: string[] } }>();
    expect(body).toMatchObject({ code: 5, message: expect.stringContaining(text) });
    expect(body.errors.email_verified).toEqual([body.message]);
    expect(body.message).toContain('3');
  }
});
