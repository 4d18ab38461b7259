import type { Input } from '@wopack/contract/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { buy, expectRefusal, type Person, person, placeBody, shop } from '../../../test/builders.ts';
import { useTestApp } from '../../../test/test-app.ts';

const api = useTestApp();
type Query = NonNullable<Input<'listMapOffers'>['query']>;

let buyer: Person;
let seller: Person;
beforeAll(async () => {
  buyer = await person(api);
  seller = await person(api, { is_owner: true });
});

const map = (query: Query = {}, who = buyer) => who.call('listMapOffers', { query });
/** A venue with so many packs. */
async function venue(
  latitude: number,
  longitude: number,
  packs = 1,
  options: Parameters<typeof shop>[1] = {},
) {
  const first = await shop(api, {
    seller,
    ...options,
    salePlace: { latitude, longitude, ...options.salePlace },
  });
  const productIds = [first.productId];
  for (let i = 1; i < packs; i++) {
    const { productId } = await shop(api, { seller, ...options });
    await api.db
      .updateTable('products')
      .set({ sale_place_id: first.placeId })
      .where('id', '=', productId)
      .execute();
    productIds.push(productId);
  }
  return { placeId: first.placeId, productIds };
}

test('a venue with its packs: up to three of them, and how many there are', async () => {
  const { placeId, productIds } = await venue(41.15, -8.61, 4, { salePlace: { name: 'Padaria do Norte' } });
  await buy(await person(api), productIds[0]!);
  const { data, clusters } = await map({ bbox: '-8.7,41.1,-8.5,41.2', zoom: 13 });
  expect(clusters).toEqual([]);
  expect(data).toEqual([
    {
      ...{ id: placeId, name: 'Padaria do Norte', description: '', logo: null },
      ...{ address: placeBody.address, phone: placeBody.phone, latitude: 41.15, longitude: -8.61 },
      products: productIds.slice(0, 3).map((id, i) => ({
        ...{ id, name: 'Cesto de fim de tarde', price: 3.99, quantity: i === 0 ? 2 : 3 },
        photo: expect.stringMatching(/^\/media\//),
        type: 'bakery',
      })),
      products_count: 4,
    },
  ]);
});

test('only what lies in the frame', async () => {
  const { placeId } = await venue(40.2, -8.42);
  const seen = async (bbox: string) => (await map({ bbox, zoom: 13 })).data.map(({ id }) => id);
  expect(await seen('-8.43,40.19,-8.41,40.21')).toEqual([placeId]);
  expect(await seen('-8.41,40.19,-8.40,40.21')).toEqual([]);
  expect(await seen('-8.43,40.21,-8.41,40.22')).toEqual([]);
});

test('the list keeps to a frame as the map does', async () => {
  const near = await venue(40.65, -7.91);
  await venue(40.67, -7.91);
  const seen = async (bbox: string) =>
    (await buyer.call('listOffers', { query: { bbox } })).data.map(({ id }) => id);
  expect(await seen('-7.92,40.64,-7.90,40.66')).toEqual(near.productIds);
  expect(await seen('-7.90,40.64,-7.89,40.66')).toEqual([]);
  expect(await seen('-30,20,10,60')).toContain(near.productIds[0]);
  await expectRefusal(buyer.call('listOffers', { query: { bbox: '1,2,3' } }), 1, 'bbox');
});

test('zoomed out, venues are counted in clusters with the lowest price', async () => {
  await venue(37.0, -8.0, 1);
  await venue(37.01, -8.01, 2, { product: { price: 2.99 } });
  const near = await map({ bbox: '-8.5,36.5,-7.5,37.5', zoom: 14 });
  expect(near.data).toHaveLength(2);
  const far = await map({ bbox: '-8.5,36.5,-7.5,37.5', zoom: 5 });
  expect(far.data).toEqual([]);
  expect(far.clusters.reduce((sum, { count }) => sum + count, 0)).toBe(2);
  expect(Math.min(...far.clusters.map(({ price_from }) => price_from))).toBe(2.99);
  for (const { latitude, longitude } of far.clusters) {
    expect(latitude).toBeGreaterThanOrEqual(37);
    expect(latitude).toBeLessThanOrEqual(37.01);
    expect(longitude).toBeGreaterThanOrEqual(-8.01);
    expect(longitude).toBeLessThanOrEqual(-8);
  }
});

test('the same filters as the list', async () => {
  const bbox = '-7.95,38.5,-7.85,38.6';
  const vegan = await venue(38.57, -7.91, 1, {
    product: { categories: [6], diet: ['vegan'], name: 'Hortelã' },
  });
  const bread = await venue(38.57, -7.9, 1, { product: { categories: [1] } });
  await buyer.call('toggleFavourite', { params: { id: bread.productIds[0]! }, body: { is_favourite: true } });
  const seen = async (query: Query) => (await map({ bbox, zoom: 14, ...query })).data.map(({ id }) => id);
  expect(await seen({})).toEqual([vegan.placeId, bread.placeId]);
  expect(await seen({ filterByType: 6 })).toEqual([vegan.placeId]);
  expect(await seen({ diet: 'vegan' })).toEqual([vegan.placeId]);
  expect(await seen({ searchProductText: 'hortela' })).toEqual([vegan.placeId]);
  expect(await seen({ needFavourite: 'yes' })).toEqual([bread.placeId]);
  expect(await seen({ day: 'tomorrow' })).toEqual([]);
  expect(await seen({ searchProductText: 'xyzzy' })).toEqual([]);
});

describe('without a frame', () => {
  test('it is what lies around the person’s city', async () => {
    const { placeId } = await venue(32.65, -16.9);
    const marta = await person(api);
    await marta.call('updateCity', { body: { city: 'Funchal', latitude: 32.6669, longitude: -16.9241 } });
    expect((await map({}, marta)).data.map(({ id }) => id)).toEqual([placeId]);
  });

  test('or around given coordinates', async () => {
    const { placeId } = await venue(39.36, -9.38);
    expect((await map({ latitude: 39.35, longitude: -9.4 })).data.map(({ id }) => id)).toEqual([placeId]);
  });

  test('or everything there is, while nobody knows where the person is', async () => {
    const { data } = await map({}, await person(api));
    expect(data.length).toBeGreaterThanOrEqual(6);
  });
});

test.each(['', '1,2,3', 'a,b,c,d', '9,0,8,1', '0,1,1,0', '0,-91,1,1'])('%j is no frame', async (bbox) => {
  // The client leaves out what is empty: sent by hand it is refused.
  if (bbox) await expectRefusal(map({ bbox }), 1, 'bbox');
  else expect((await map({ bbox })).clusters).toEqual([]);
});

test('the whole world is a frame', async () => {
  expect((await map({ bbox: '-180,-90,180,90', zoom: 0 })).clusters.length).toBeGreaterThan(0);
});
