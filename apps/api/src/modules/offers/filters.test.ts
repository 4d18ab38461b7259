import type { Input } from '@wopack/contract/client';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { evenings, expectRefusal, type Person, person, placeBody, shop } from '../../../test/builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../test/test-app.ts';

const api = useTestApp();
type Query = NonNullable<Input<'listOffers'>['query']>;

/** Each test has a part of the world of its own, so that none sees the packs of another. */
let part = 0;
let here = { latitude: 0, longitude: 0 };
let buyer: Person;
let seller: Person;

beforeAll(async () => {
  seller = await person(api, { is_owner: true });
});
beforeEach(async () => {
  api.clock.set(FRIDAY_NOON);
  here = { latitude: 10 + (part % 20) * 2, longitude: -30 + Math.floor(part / 20) * 2 };
  part++;
  buyer = await person(api);
});

/** Packs at so many metres north of here. */
const packsAt = async (metres: number[], options: Parameters<typeof shop>[1] = {}) => {
  const ids: number[] = [];
  for (const distance of metres) {
    const place = { ...here, latitude: here.latitude + distance / 111_319.49, ...options.salePlace };
    ids.push((await shop(api, { seller, ...options, salePlace: place })).productId);
  }
  return ids;
};

const list = (query: Query = {}, who = buyer) =>
  who.call('listOffers', { query: { ...here, radius: 50_000, ...query } });
const ids = async (query: Query = {}, who = buyer) => (await list(query, who)).data.map(({ id }) => id);

describe('filters', () => {
  test('by type; 0 is all', async () => {
    const [bread] = await packsAt([100], { product: { categories: [1] } });
    const [both] = await packsAt([200], { product: { categories: [4, 5] } });
    expect(await ids({ filterByType: 1 })).toEqual([bread]);
    expect(await ids({ filterByType: 4 })).toEqual([both]);
    expect(await ids({ filterByType: 5 })).toEqual([both]);
    expect(await ids({ filterByType: 3 })).toEqual([]);
    expect(await ids({ filterByType: 99 })).toEqual([]);
    expect(await ids({ filterByType: 0 })).toEqual([bread, both]);
  });

  test('by diet', async () => {
    const [vegan] = await packsAt([100], { product: { diet: ['vegan', 'vegetarian'] } });
    const [halal] = await packsAt([200], { product: { diet: ['halal'] } });
    expect(await ids({ diet: 'vegan' })).toEqual([vegan]);
    expect(await ids({ diet: 'halal' })).toEqual([halal]);
    expect(await ids({ diet: 'kosher' })).toEqual([]);
    await expectRefusal(list({ diet: 'paleo' as 'vegan' }), 1, 'diet');
  });

  test('by day at the venue', async () => {
    const at = (time_start: string, time_end: string) =>
      Object.fromEntries(Object.keys(evenings).map((day) => [day, { time_start, time_end }]));
    const [evening] = await packsAt([100], { schedule: at('21:00', '22:00') });
    const { mon } = at('17:30', '19:00');
    const [saturday] = await packsAt([200], { schedule: { sat: mon! } });
    const [monday] = await packsAt([300], { schedule: { mon: mon! } });
    expect(await ids({ day: 'today' })).toEqual([evening]);
    expect(await ids({ day: 'tomorrow' })).toEqual([saturday]);
    expect(await ids()).toEqual([evening, saturday, monday]);
    // In Moscow it is tomorrow already when it is not yet in Lisbon.
    api.clock.set('2026-11-20T21:30:00Z');
    const moscow = { latitude: 55.7, longitude: 37.6 };
    const [muscovite] = await packsAt([0], { salePlace: moscow });
    expect(await ids({ ...moscow, day: 'today' })).toEqual([muscovite]);
    expect(await ids({ ...moscow, day: 'tomorrow' })).toEqual([]);
  });

  test('by radius, to the metre', async () => {
    const [near, far] = await packsAt([990, 1010]);
    expect(await ids({ radius: 1000 })).toEqual([near]);
    expect(await ids({ radius: 1100 })).toEqual([near, far]);
    expect(await ids({ radius: 1 })).toEqual([]);
  });

  test('by favourites, everybody their own', async () => {
    const [one, two] = await packsAt([100, 200]);
    const other = await person(api);
    await buyer.call('toggleFavourite', { params: { id: two! }, body: null });
    expect(await ids({ needFavourite: 'yes' })).toEqual([two]);
    expect(await ids({ needFavourite: 'no' })).toEqual([one, two]);
    expect(await ids({ needFavourite: 'yes' }, other)).toEqual([]);
    expect((await list()).data.map(({ is_favourite }) => is_favourite)).toEqual([false, true]);
    expect((await list({}, other)).data.map(({ is_favourite }) => is_favourite)).toEqual([false, false]);
  });

  test('all together', async () => {
    const product = { categories: [2], diet: ['vegan' as const], name: 'Sopa' };
    const [match] = await packsAt([100], { product });
    await packsAt([100], { product: { ...product, categories: [3] } });
    await packsAt([100], { product: { ...product, diet: [] } });
    await packsAt([100], { product: { ...product, name: 'Guisado' } });
    await buyer.call('toggleFavourite', { params: { id: match! }, body: null });
    const query: Query = {
      filterByType: 2,
      diet: 'vegan',
      searchProductText: 'sopa',
      needFavourite: 'yes',
      radius: 1000,
    };
    expect(await ids({ ...query, day: 'today' })).toEqual([match]);
  });
});

describe('where one is', () => {
  test('without coordinates it is the person’s city', async () => {
    const [near, far] = await packsAt([100, 2000]);
    await buyer.call('updateCity', { body: { city: 'Here', ...here } });
    const nowhere = { latitude: undefined, longitude: undefined };
    const { data } = await list(nowhere);
    expect(data.map(({ id }) => id)).toEqual([near, far]);
    expect(Math.abs(data[0]!.distance! - 100)).toBeLessThanOrEqual(2);
  });

  test('sort=center measures from the city, sort=me from the coordinates', async () => {
    const [south, north] = await packsAt([0, 2000]);
    await buyer.call('updateCity', { body: { city: 'Here', ...here } });
    const me = { latitude: here.latitude + 0.02, longitude: here.longitude };
    expect(await ids({ ...me, sort: 'me' })).toEqual([north, south]);
    expect(await ids({ ...me, sort: 'center' })).toEqual([south, north]);
  });
});

describe('language', () => {
  test.each([
    ['pt', /^sexta, 20\/11 /, 'Padaria'],
    ['en', /^Fri 20 Nov /, 'Bakery'],
    ['ru', /^пт, 20 нояб. /, 'Выпечка'],
  ] as const)('%s', async (language, pickup, type) => {
    await packsAt([100]);
    const { data } = await api.client(buyer.token, language)('listOffers', {
      query: { ...here, radius: 1000 },
    });
    expect(data[0]).toMatchObject({
      pickup: expect.stringMatching(pickup),
      types: [{ name: type }],
      sale_place: { time_zone: expect.stringContaining('/') },
    });
  });

  test('types have names in it', async () => {
    const names = async (language: 'pt' | 'en' | 'ru') =>
      (await api.client(null, language)('listProductTypes')).data.map(({ name }) => name);
    expect(await names('pt')).toContain('Pequeno-almoço');
    expect(await names('en')).toContain('Breakfast');
    expect(await names('ru')).toContain('Завтрак');
  });
});

test('the venue’s address is its own: nothing here knows the seller', async () => {
  await packsAt([100], { salePlace: { ...placeBody, ...here } });
  const { data } = await list();
  expect(JSON.stringify(data)).not.toContain(seller.email);
});
