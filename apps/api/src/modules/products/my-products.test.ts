import { expect, test } from 'vitest';
import {
  createDraftProduct,
  createTestUser,
  expectApiError,
  SALE_PLACE_BODY,
} from '../../../test/support/builders.ts';
import { createProductBuilders } from '../../../test/support/product-builders.ts';
import { useTestApp } from '../../../test/support/test-app.ts';

const api = useTestApp();
const { sellerFixture, saveProduct } = createProductBuilders(api);

test('somebody with 50 venues has all of them and their packs, in the order they came, or those of one', async () => {
  const seller = await createTestUser(api, { isSeller: true });
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

test('one of them by itself; another seller’s is not there', async () => {
  const [{ seller, salePlaceId }, other] = [await sellerFixture(), await sellerFixture()];
  const { id } = await saveProduct(seller, salePlaceId);
  const { data } = await seller.call('getMyProduct', { params: { id } });
  expect(data).toEqual((await seller.call('listMyProducts')).data[0]);
  await expectApiError(other.seller.call('getMyProduct', { params: { id } }), 4);
  expect((await other.seller.call('listMyProducts', { query: { sale_place_id: salePlaceId } })).data).toEqual(
    [],
  );
});
