import { expect, test } from 'vitest';
import { draft, expectRefusal, person, placeBody } from '../../../test/builders.ts';
import { packBuilders } from '../../../test/pack-builders.ts';
import { useTestApp } from '../../../test/test-app.ts';

const api = useTestApp();
const { counter, save } = packBuilders(api);

test('somebody with 50 venues has all of them and their packs, in the order they came, or those of one', async () => {
  const seller = await person(api, { is_owner: true });
  const places: number[] = [];
  const packs: number[] = [];
  for (let i = 1; i <= 50; i++) {
    const { data } = await seller.call('saveSalePlace', { body: { ...placeBody, name: `Loja ${i}` } });
    places.push(data.id);
    packs.push(await draft(api, seller, data.id), await draft(api, seller, data.id));
  }
  expect((await seller.call('mySalePlaces')).data.map(({ id }) => id)).toEqual(places);
  expect((await seller.call('myProducts')).data.map(({ id }) => id)).toEqual(packs);
  const { data } = await seller.call('myProducts', { query: { sale_place_id: places[7]! } });
  expect(data.map(({ id }) => id)).toEqual(packs.slice(14, 16));
  expect(data[0]?.sale_place_name).toBe('Loja 8');
});

test('one of them by itself; another seller’s is not there', async () => {
  const [{ seller, placeId }, other] = [await counter(), await counter()];
  const { id } = await save(seller, placeId);
  const { data } = await seller.call('myProduct', { params: { id } });
  expect(data).toEqual((await seller.call('myProducts')).data[0]);
  await expectRefusal(other.seller.call('myProduct', { params: { id } }), 4);
  expect((await other.seller.call('myProducts', { query: { sale_place_id: placeId } })).data).toEqual([]);
});
