import type { Input } from '@wopack/contract/client';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  expectApiError,
  SALE_PLACE_BODY,
  type TestUser,
} from '../../../test/support/builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../test/support/test-app.ts';

const api = useTestApp();
type Body = Input<'saveSalePlace'>['body'];

beforeEach(() => api.clock.set(FRIDAY_NOON));

const lisbon = { latitude: 38.7123, longitude: -9.1416 };
const pontaDelgada = { latitude: 37.7394, longitude: -25.6687 };
const moscow = { latitude: 55.7558, longitude: 37.6173 };

const seller = () => createTestUser(api, { isSeller: true });
const saveSalePlace = async (sellerAccount: TestUser, change: Partial<Body> = {}) =>
  (await sellerAccount.call('saveSalePlace', { body: { ...SALE_PLACE_BODY, ...change } })).data.id;
const getMySalePlace = async (sellerAccount: TestUser, id: number) =>
  (await sellerAccount.call('getMySalePlace', { params: { id } })).data;

test('a sale place is stored with trimmed texts', async () => {
  const sellerAccount = await seller();
  const id = await saveSalePlace(sellerAccount, {
    name: ' Padaria Aurora ',
    address: ' Rua da Trindade 18 ',
  });
  expect(await getMySalePlace(sellerAccount, id)).toEqual({
    id,
    name: 'Padaria Aurora',
    phone: SALE_PLACE_BODY.phone,
    address: 'Rua da Trindade 18',
    description: '',
    language: 'pt',
    descriptions: {},
    ...lisbon,
    logo: null,
    time_zone: 'Europe/Lisbon',
    isHandWriteAddress: true,
    rating: null,
    rating_count: 0,
    paused: false,
    categories: [
      { id: 1, slug: 'bakery', name: 'Bakery' },
      { id: 2, slug: 'cafe', name: 'Café' },
    ],
  });
  expect((await sellerAccount.call('listMySalePlaces')).data.map((salePlace) => salePlace.id)).toEqual([id]);
});

test('types have names in three languages', async () => {
  const names = async (language: 'pt' | 'en' | 'ru') =>
    (await api.client(null, language)('listSalePlaceTypes')).data.map(({ name }) => name).slice(0, 3);
  expect(await names('pt')).toEqual(['Padaria', 'Café', 'Restaurante']);
  expect(await names('en')).toEqual(['Bakery', 'Café', 'Restaurant']);
  expect(await names('ru')).toEqual(['Пекарня', 'Кафе', 'Ресторан']);
});

describe('categories', () => {
  test.each<[Body['categories'], number[]]>([
    ['[1,2]', [1, 2]],
    ['["1","2"]', [1, 2]],
    ['[3, "3", 3]', [3]],
    [
      [4, '5'],
      [4, 5],
    ],
  ])('%j', async (categories, ids) => {
    const sellerAccount = await seller();
    const salePlace = await getMySalePlace(sellerAccount, await saveSalePlace(sellerAccount, { categories }));
    expect(salePlace.categories.map(({ id }) => id)).toEqual(ids);
  });

  test.each<[Body['categories']]>([
    ...[
      '',
      '[]',
      '{}',
      '1',
      '"1"',
      'null',
      '[1',
      '[0]',
      '[-1]',
      '[1.5]',
      '[99]',
      '[null]',
      '[true]',
      '[[1]]',
      '[""]',
    ].map((text): [string] => [text]),
    [[]],
    [[99]],
    [`[${Array.from({ length: 100 }, (_, i) => i + 1)}]`],
  ])('%j is refused', async (categories) => {
    await expectApiError(saveSalePlace(await seller(), { categories }), 1, 'categories');
  });
});

describe('field errors', () => {
  test.each<[string, Partial<Body>]>([
    ['name', { name: '' }],
    ['name', { name: '  ' }],
    ['name', { name: 'x'.repeat(121) }],
    ['phone', { phone: '' }],
    ['phone', { phone: 'by letter' }],
    ['address', { address: '\t' }],
    ['address', { address: 'x'.repeat(241) }],
    ['latitude', { latitude: 91 }],
    ['longitude', { longitude: 181 }],
  ])('%s: %j', async (field, change) => expectApiError(saveSalePlace(await seller(), change), 1, field));
});

describe('time zone', () => {
  test.each([
    ['Lisbon', lisbon, 'Europe/Lisbon'],
    ['Ponta Delgada', pontaDelgada, 'Atlantic/Azores'],
    ['Funchal', { latitude: 32.6669, longitude: -16.9241 }, 'Atlantic/Madeira'],
    ['Moscow', moscow, 'Europe/Moscow'],
    ['the middle of the Atlantic', { latitude: 30, longitude: -40 }, 'Etc/GMT+3'],
    ['the North Pole', { latitude: 90, longitude: 0 }, 'Etc/GMT'],
  ])('of %s', async (_, position, zone) => {
    const sellerAccount = await seller();
    expect(
      (await getMySalePlace(sellerAccount, await saveSalePlace(sellerAccount, position))).time_zone,
    ).toBe(zone);
  });

  test('17:30 is local time of the sale place', async () => {
    const [mainland, islands] = [
      await createProductOnSale(api),
      await createProductOnSale(api, { salePlace: pontaDelgada }),
    ];
    const starts = async (id: number) => (await api.client()('getOffer', { params: { id } })).data;
    expect(await starts(mainland.productId)).toMatchObject({
      pickup: 'Fri 20 Nov 17:30–19:00',
      pickup_start: '2026-11-20T17:30:00.000Z',
    });
    expect(await starts(islands.productId)).toMatchObject({
      pickup: 'Fri 20 Nov 17:30–19:00',
      pickup_start: '2026-11-20T18:30:00.000Z',
    });
  });

  test('a seller corrects the time zone of a border; a wrong one is refused', async () => {
    const seller = await createTestUser(api, { isSeller: true });
    const body = { ...SALE_PLACE_BODY, latitude: 42.031, longitude: -8.6459 };
    const { id } = (await seller.call('saveSalePlace', { body })).data;
    const getZone = async () => (await seller.call('listMySalePlaces')).data[0]!.time_zone;
    expect(await getZone()).toBe('Europe/Lisbon');
    await seller.call('saveSalePlace', { body: { ...body, id, time_zone: 'Europe/Madrid' } });
    expect(await getZone()).toBe('Europe/Madrid');
    await expect(
      seller.call('saveSalePlace', { body: { ...body, id, time_zone: 'Europe/Valença' } }),
    ).rejects.toMatchObject({ code: 1, errors: { time_zone: ['This time zone does not exist.'] } });
    // As the specification has it: the pin decides.
    await seller.call('saveSalePlace', { body: { ...body, id } });
    expect(await getZone()).toBe('Europe/Lisbon');
  });

  test('a sale place moved to another time zone moves its slots without orders', async () => {
    const { seller: sellerAccount, salePlaceId, productId } = await createProductOnSale(api);
    const buyer = await createTestUser(api);
    const order = await buyProduct(buyer, productId);
    await saveSalePlace(sellerAccount, { id: salePlaceId, ...pontaDelgada });
    const today = (await api.client()('getOffer', { params: { id: productId } })).data;
    // A slot with an order keeps its instant, 17:30 in Lisbon.
    expect(today.pickup_start).toBe(order.pickup_start);
    api.clock.set('2026-11-20T20:00:00Z');
    const next = (await api.client()('getOffer', { params: { id: productId } })).data;
    expect(next).toMatchObject({
      pickup: 'Sat 21 Nov 17:30–19:00',
      pickup_start: '2026-11-21T18:30:00.000Z',
    });
  });
});

describe('updating', () => {
  test('keeps the id and is visible to buyers at once', async () => {
    const { seller: sellerAccount, salePlaceId, productId } = await createProductOnSale(api);
    expect(
      await saveSalePlace(sellerAccount, {
        id: String(salePlaceId),
        name: 'Padaria Girassol',
        address: 'Largo do Carmo 1',
      }),
    ).toBe(salePlaceId);
    const { data } = await api.client()('getOffer', { params: { id: productId } });
    expect(data.sale_place).toMatchObject({
      id: salePlaceId,
      name: 'Padaria Girassol',
      address: 'Largo do Carmo 1',
    });
    expect((await sellerAccount.call('listMySalePlaces')).data).toHaveLength(1);
  });

  test('updates its products in search by place and name', async () => {
    const {
      seller: sellerAccount,
      salePlaceId,
      productId,
    } = await createProductOnSale(api, { salePlace: { name: 'Casa Antiga' } });
    const buyer = await createTestUser(api);
    const near = async (position: { latitude: number; longitude: number }) => {
      const { data } = await buyer.call('listOffers', { query: { ...position, radius: 2000 } });
      return data.some(({ id }) => id === productId);
    };
    const searchOffers = async (searchProductText: string) => {
      const { data } = await buyer.call('listOffers', { query: { searchProductText } });
      return data.some(({ id }) => id === productId);
    };
    expect([
      await near(lisbon),
      await near(moscow),
      await searchOffers('antiga'),
      await searchOffers('quiosque'),
    ]).toEqual([true, false, true, false]);
    await saveSalePlace(sellerAccount, { id: salePlaceId, name: 'Quiosque', ...moscow });
    expect([
      await near(lisbon),
      await near(moscow),
      await searchOffers('antiga'),
      await searchOffers('quiosque'),
    ]).toEqual([false, true, false, true]);
  });

  test("another seller's sale place is not found", async () => {
    const { salePlaceId, seller: sellerAccount } = await createProductOnSale(api);
    const other = await seller();
    await expectApiError(saveSalePlace(other, { id: salePlaceId, name: 'Mine now' }), 4);
    await expectApiError(saveSalePlace(other, { id: 999_999 }), 4);
    expect((await getMySalePlace(sellerAccount, salePlaceId)).name).toBe(SALE_PLACE_BODY.name);
  });
});
