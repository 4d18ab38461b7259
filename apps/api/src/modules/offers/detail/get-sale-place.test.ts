import { beforeAll, describe, expect, test } from 'vitest';
import {
  BUSINESS_BODY,
  buyProduct,
  createDraftProduct,
  createProductOnSale,
  createTestUser,
  EVENING_SCHEDULE,
  expectApiError,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';
import { mergePickupHours } from './pickup-hours.rules.ts';

const api = useTestApp();
let guest: TestUser['call'];
beforeAll(() => {
  guest = api.client(null, 'en');
});
const getSalePlace = async (id: number) => (await guest('getSalePlace', { params: { id } })).data;

describe('a sale place', () => {
  test('is seen by everybody, with the legal identity of its seller and without the user', async () => {
    const { seller, salePlaceId, productId } = await createProductOnSale(api, {
      salePlace: { name: 'Forno da Sé', description: 'Pão desde 1932.' },
    });
    await seller.call('updateBusiness', { body: BUSINESS_BODY });
    const salePlace = await getSalePlace(salePlaceId);
    expect(salePlace).toMatchObject({
      id: salePlaceId,
      name: 'Forno da Sé',
      description: 'Pão desde 1932.',
      logo: null,
      paused: false,
      rating: null,
      rating_count: 0,
      time_zone: 'Europe/Lisbon',
      categories: [{ name: 'Bakery' }, { name: 'Café' }],
      seller: { id: seller.id, name: BUSINESS_BODY.legal_name },
    });
    const { data: offer } = await guest('getOffer', { params: { id: productId } });
    expect(salePlace.photos).toEqual(offer.photos);
    expect(salePlace.seller).toEqual(offer.seller);
    expect(JSON.stringify(salePlace)).not.toMatch(/@|vat|email/);
  });

  test('is described in the language of the reader, if its seller has written it', async () => {
    const { seller, salePlaceId } = await createProductOnSale(api, {
      salePlace: {
        description: 'Pão desde 1932.',
        language: 'pt',
        descriptions: { ru: ' Хлеб с 1932 года. ', en: ' ' },
      },
    });
    const readAs = async (language: 'pt' | 'en' | 'ru') => {
      const call = api.client(seller.token, language);
      const [{ data: salePlace }, { data: profile }] = [
        await call('getSalePlace', { params: { id: salePlaceId } }),
        await call('getSeller', { params: { id: seller.id } }),
      ];
      const [place] = profile.places;
      expect([place!.description, place!.language]).toEqual([salePlace.description, salePlace.language]);
      return [salePlace.language, salePlace.description];
    };
    expect(await readAs('pt')).toEqual(['pt', 'Pão desde 1932.']);
    expect(await readAs('ru')).toEqual(['ru', 'Хлеб с 1932 года.']);
    expect(await readAs('en')).toEqual(['pt', 'Pão desde 1932.']);
    const { data: saved } = await seller.call('getMySalePlace', { params: { id: salePlaceId } });
    expect(saved).toMatchObject({ language: 'pt', descriptions: { ru: 'Хлеб с 1932 года.' } });
    expect(saved.descriptions).not.toHaveProperty('en');
  });

  test('has the usual pickup windows of what it offers', async () => {
    const { seller, salePlaceId, productId } = await createProductOnSale(api, {
      schedule: {
        mon: { time_start: '17:30', time_end: '19:00' },
        tue: { time_start: '23:30', time_end: '00:30' },
      },
    });
    const secondId = await createDraftProduct(api, seller, salePlaceId);
    expect((await getSalePlace(salePlaceId)).pickup_hours).toHaveLength(2);
    const schedule = {
      mon: { time_start: '08:00', time_end: '09:00' },
      tue: { time_start: '23:00', time_end: '23:30' },
    };
    await seller.call('updateSchedule', { body: { product_id: secondId, quantity: 1, schedule } });
    expect((await getSalePlace(salePlaceId)).pickup_hours).toEqual([
      { weekday: 'mon', time_start: '08:00', time_end: '09:00' },
      { weekday: 'mon', time_start: '17:30', time_end: '19:00' },
      { weekday: 'tue', time_start: '23:00', time_end: '00:30' },
    ]);
    await seller.call('pauseProduct', { params: { id: productId }, body: { paused: true } });
    expect((await getSalePlace(salePlaceId)).pickup_hours).toEqual([
      { weekday: 'mon', time_start: '08:00', time_end: '09:00' },
      { weekday: 'tue', time_start: '23:00', time_end: '23:30' },
    ]);
    await seller.call('pauseSalePlace', { params: { id: salePlaceId }, body: { paused: true } });
    const { data: profile } = await seller.call('getSeller', { params: { id: seller.id } });
    expect(profile.places).toMatchObject([{ id: salePlaceId, paused: true }]);
    for (const id of [productId, secondId])
      expect((await guest('getOffer', { params: { id } })).data.paused).toBe(true);
    expect(await getSalePlace(salePlaceId)).toMatchObject({ pickup_hours: [], photos: [], paused: true });
  });

  test('is missing before its first product, when removed, and without its seller', async () => {
    const seller = await createTestUser(api, { isSeller: true, isEmailVerified: true });
    const { salePlaceId, productId } = await createProductOnSale(api, { seller });
    const { id: newId } = (
      await seller.call('saveSalePlace', {
        body: {
          name: 'Nova',
          phone: '+351 210 000 000',
          address: 'Rua B 2',
          categories: [1],
          latitude: 38.7,
          longitude: -9.1,
          isHandWriteAddress: false,
        },
      })
    ).data;
    await createDraftProduct(api, seller, newId);
    await expectApiError(getSalePlace(newId), 4);
    await expectApiError(guest('listSalePlaceReviews', { params: { id: 2_000_000 } }), 4);
    await seller.call('updateSellerRole', { body: { is_owner: false } });
    await expectApiError(getSalePlace(salePlaceId), 4);
    await expectApiError(guest('listSalePlaceReviews', { params: { id: salePlaceId } }), 4);
    await seller.call('updateSellerRole', { body: { is_owner: true } });
    expect((await getSalePlace(salePlaceId)).id).toBe(salePlaceId);
    await seller.call('deleteSalePlace', { params: { id: salePlaceId } });
    await expectApiError(getSalePlace(salePlaceId), 4);
    await expectApiError(guest('getOffer', { params: { id: productId } }), 4);
  });
});

describe('of two sale places of a seller each', () => {
  async function rate(productId: number, stars: number, buyer?: TestUser) {
    api.clock.set(FRIDAY_NOON);
    const { order, buyer: payer } = await buyAndCollect(productId, buyer);
    await payer.call('rateOrder', { params: { id: order.id }, body: { stars, text: `${stars} of 5` } });
  }

  async function buyAndCollect(productId: number, user?: TestUser) {
    const buyer = user ?? (await createTestUser(api));
    const order = await buyProduct(buyer, productId);
    await api.db
      .updateTable('orders')
      .set({ state: 'collected', collected_at: api.clock.now() })
      .where('id', '=', order.id)
      .execute();
    return { order, buyer };
  }

  test('has one mean for all its products, wherever it is shown; reviews and offers are its own', async () => {
    const seller = await createTestUser(api, { isSeller: true, isEmailVerified: true });
    const first = await createProductOnSale(api, { seller, quantity: 5 });
    const second = await createProductOnSale(api, { seller, quantity: 5 });
    const spareId = await createDraftProduct(api, seller, first.salePlaceId);
    await seller.call('updateSchedule', {
      body: { product_id: spareId, quantity: 3, schedule: EVENING_SCHEDULE },
    });
    await rate(first.productId, 5);
    await rate(spareId, 2);
    await rate(second.productId, 1);

    const mean = { rating: 3.5, rating_count: 2 };
    expect(await getSalePlace(first.salePlaceId)).toMatchObject(mean);
    const { data } = await guest('listOffers', { query: { sale_place_id: first.salePlaceId } });
    expect(data.map(({ id }) => id).toSorted()).toEqual([first.productId, spareId].toSorted());
    for (const offer of data) {
      expect(offer).toMatchObject(mean);
      expect((await guest('getOffer', { params: { id: offer.id } })).data).toMatchObject(mean);
    }
    const { data: reviews } = await guest('listSalePlaceReviews', { params: { id: first.salePlaceId } });
    expect(reviews.map(({ stars }) => stars).toSorted()).toEqual([2, 5]);
    expect(reviews.every(({ sale_place }) => sale_place.id === first.salePlaceId)).toBe(true);
    const pages = await guest('listSalePlaceReviews', {
      params: { id: first.salePlaceId },
      query: { limit: 1 },
    });
    const rest = await guest('listSalePlaceReviews', {
      params: { id: first.salePlaceId },
      query: { limit: 1, cursor: pages.next_cursor! },
    });
    expect([...pages.data, ...rest.data]).toEqual(reviews);
    expect(rest.next_cursor).toBeNull();
  });
});

test.each([
  ['none', [], []],
  ['the same', ['10:00-12:00', '10:00-12:00'], ['10:00-12:00']],
  ['that touch', ['10:00-12:00', '12:00-13:00'], ['10:00-13:00']],
  ['one within another', ['10:00-18:00', '11:00-12:00'], ['10:00-18:00']],
  ['apart, in any order', ['17:00-18:00', '08:00-09:00'], ['08:00-09:00', '17:00-18:00']],
  ['over midnight', ['22:00-01:00', '23:00-00:30'], ['22:00-01:00']],
])('windows: %s', (_, windows, expected) => {
  const schedules = windows.map((window) => {
    const [time_start, time_end] = window.split('-') as [string, string];
    return { sun: { time_start, time_end } };
  });
  expect(mergePickupHours(schedules)).toEqual(
    expected.map((window) => {
      const [time_start, time_end] = window.split('-');
      return { weekday: 'sun', time_start, time_end };
    }),
  );
});
