import type { Input } from '@wopack/contract/client';
import { createTestUser, createUpload, SALE_PLACE_BODY, type TestUser } from './builders.ts';
import type { TestApp } from './test-app.ts';

type ProductBody = Input<'saveProduct'>['body'];

/** For tests of what a seller writes about a pack. */
export function createProductBuilders(api: TestApp) {
  return {
    /** A seller with a venue and no pack yet. */
    async sellerFixture() {
      const seller = await createTestUser(api, { isSeller: true });
      const { data } = await seller.call('saveSalePlace', { body: SALE_PLACE_BODY });
      return { seller, salePlaceId: data.id };
    },
    /** A pack with what a test is about, made or changed. */
    async saveProduct(seller: TestUser, salePlaceId: number, changes: Partial<ProductBody> = {}) {
      const body: ProductBody = {
        id: 0,
        sale_place_id: salePlaceId,
        categories: [1],
        name: 'Cesto',
        description: 'Pão.',
        photo: changes.photo ?? [await createUpload(api, seller)],
        price: 3.99,
        ...changes,
      };
      return (await seller.call('saveProduct', { body })).data;
    },
    /** The pack as its seller sees it. */
    getMyProduct: async (seller: TestUser, id: number) =>
      (await seller.call('listMyProducts')).data.find((product) => product.id === id)!,
  };
}
