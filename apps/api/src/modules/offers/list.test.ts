import type { Input } from '@wopack/contract/client';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buy, expectRefusal, initiate, type Person, person, shop } from '../../../test/builders.ts';
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

/** All pages, one after another; between two of them something may happen. */
async function pages(query: Query, between: (page: number) => Promise<unknown> = async () => {}) {
  const found: number[] = [];
  for (let cursor: string | undefined, page = 1; ; page++) {
    const answer = await list({ ...query, cursor });
    found.push(...answer.data.map(({ id }) => id));
    if (answer.next_cursor === null) return found;
    expect(answer.data).toHaveLength(query.limit ?? 20);
    cursor = answer.next_cursor;
    await between(page);
  }
}

test('an offer says all there is to know', async () => {
  const [id] = await packsAt([420], {
    salePlace: { name: 'Padaria Aurora', address: 'Rua da Trindade 18' },
    quantity: 5,
  });
  const { data, next_cursor } = await list();
  expect(next_cursor).toBeNull();
  expect(data).toEqual([
    {
      ...{ id, name: 'Cesto de fim de tarde', description: 'Pão de fermentação natural e croissants.' },
      photos: [{ path: expect.stringMatching(/^\/media\//), srcset: expect.stringContaining('640w') }],
      ...{ quantity: 5, price: 3.99, old_price: 12, rating: null, rating_count: 0, is_favourite: false },
      ...{ pickup: expect.stringMatching(/^Fri 20 Nov \d\d:\d\d–\d\d:\d\d$/), slot_id: expect.any(Number) },
      pickup_start: expect.stringMatching(/^2026-11-20T/),
      pickup_end: expect.stringMatching(/^2026-11-20T/),
      distance: expect.any(Number),
      types: [{ id: 1, slug: 'bakery', name: 'Bakery' }],
      sale_place: {
        ...{ id: expect.any(Number), name: 'Padaria Aurora', address: 'Rua da Trindade 18' },
        time_zone: expect.stringContaining('/'),
      },
    },
  ]);
  expect(Math.abs(data[0]!.distance! - 420)).toBeLessThanOrEqual(2);
});

test('two who stand at one place have hearts of their own', async () => {
  const [first, second] = await packsAt([100, 200]);
  const other = await person(api);
  await buyer.call('toggleFavourite', { params: { id: first! }, body: { is_favourite: true } });
  await other.call('toggleFavourite', { params: { id: second! }, body: { is_favourite: true } });
  const hearts = async (who: Person) => (await list({}, who)).data.map((offer) => offer.is_favourite);
  expect(await Promise.all([hearts(buyer), hearts(other)])).toEqual([
    [true, false],
    [false, true],
  ]);
});

describe('order', () => {
  test('nearest first, the sold out last, each nearest first', async () => {
    const [far, near, middle, nearest] = await packsAt([3000, 200, 1000, 100], { quantity: 1 });
    expect(await ids()).toEqual([nearest, near, middle, far]);
    await buy(await person(api), near!);
    await initiate(await person(api), nearest!);
    expect(await ids()).toEqual([middle, far, nearest, near]);
    const { data } = await list();
    expect(data.map(({ quantity }) => quantity)).toEqual([1, 1, 0, 0]);
  });

  test('at one place by the order they were made in, the same every time', async () => {
    const made = await packsAt([500, 500, 500, 500]);
    for (let i = 0; i < 3; i++) expect(await ids()).toEqual(made);
  });

  test('across the date line and near the pole the nearest is the nearest', async () => {
    const [east] = await packsAt([0], { salePlace: { latitude: 66, longitude: 179.99 } });
    const [west] = await packsAt([0], { salePlace: { latitude: 66, longitude: -179.97 } });
    expect(await ids({ latitude: 66, longitude: -179.995, radius: 10_000 })).toEqual([east, west]);
  });
});

describe('pages', () => {
  test('follow one another without doubles and gaps, through the sold out too', async () => {
    const made = await packsAt([100, 200, 300, 300, 300, 400, 500, 600, 700], { quantity: 1 });
    for (const index of [1, 4, 7]) await buy(await person(api), made[index]!);
    const [a, sold1, c, d, sold2, e, f, sold3, g] = made;
    const wanted = [a, c, d, e, f, g, sold1, sold2, sold3];
    for (const limit of [1, 2, 3, 4, 6, 9, 50]) expect(await pages({ limit })).toEqual(wanted);
  });

  test('others buying in between neither double nor lose a pack', async () => {
    const made = await packsAt([100, 200, 300, 400, 500, 600, 700, 800], { quantity: 1 });
    const others = await Promise.all(made.map(() => person(api)));
    // After each page one pack that was shown is sold out, and one that was not.
    const soldAfter = [
      [0, 7],
      [2, 5],
      [3, 6],
    ];
    const found = await pages({ limit: 2 }, async (page) => {
      api.clock.advance(1000);
      for (const index of soldAfter[page - 1] ?? []) await buy(others[index]!, made[index]!);
    });
    expect([...found].sort((a, b) => a - b)).toEqual(made);
  });

  test('others paying and letting go in between lose no pack that was there all the time', async () => {
    const made = await packsAt([100, 200, 300, 400, 500, 600]);
    const other = await person(api);
    const found = await pages({ limit: 2 }, async () => {
      const { token } = await initiate(other, made[1]!);
      await other.call('failPayment', { body: { token } });
    });
    expect(found).toEqual(made);
  });

  test('without a known position they follow one another too', async () => {
    const made = await packsAt([100, 200, 300], { product: { name: 'Semlugar' } });
    const nowhere = {
      latitude: undefined,
      longitude: undefined,
      radius: undefined,
      searchProductText: 'semlugar',
    };
    const { data } = await list(nowhere);
    expect(data.map(({ distance }) => distance)).toEqual([null, null, null]);
    expect(await pages({ ...nowhere, limit: 1 })).toEqual(made);
  });

  test('a page has 20 unless asked for, and at most 50', async () => {
    await packsAt(Array.from({ length: 21 }, (_, i) => i * 10));
    const { data, next_cursor } = await list();
    expect(data).toHaveLength(20);
    expect((await list({ cursor: next_cursor! })).data).toHaveLength(1);
    await expectRefusal(list({ limit: 51 }), 1, 'limit');
    await expectRefusal(list({ limit: 0 }), 1, 'limit');
    await expectRefusal(list({ cursor: 'nonsense' }), 1, 'cursor');
  });
});
