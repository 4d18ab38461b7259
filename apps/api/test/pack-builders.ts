import type { Input } from '@wopack/contract/client';
import { type Person, person, placeBody, uploaded } from './builders.ts';
import type { TestApp } from './test-app.ts';

type Body = Input<'saveProduct'>['body'];

/** For tests of what a seller writes about a pack. */
export function packBuilders(api: TestApp) {
  return {
    /** A seller with a venue and no pack yet. */
    async counter() {
      const seller = await person(api, { is_owner: true });
      const { data } = await seller.call('saveSalePlace', { body: placeBody });
      return { seller, placeId: data.id };
    },
    /** A pack with what a test is about, made or changed. */
    async save(seller: Person, placeId: number, change: Partial<Body> = {}) {
      const body: Body = {
        id: 0,
        sale_place_id: placeId,
        categories: [1],
        name: 'Cesto',
        description: 'Pão.',
        photo: change.photo ?? [await uploaded(api, seller)],
        price: 3.99,
        ...change,
      };
      return (await seller.call('saveProduct', { body })).data;
    },
    /** The pack as its seller sees it. */
    mine: async (seller: Person, id: number) =>
      (await seller.call('listMyProducts')).data.find((pack) => pack.id === id)!,
  };
}
