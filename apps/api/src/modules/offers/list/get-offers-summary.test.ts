import type { Reply } from '@wopack/contract/client';
import { beforeAll, expect, test } from 'vitest';
import {
  createDraftProduct,
  createProductOnSale,
  createTestUser,
  EVENING_SCHEDULE,
} from '../../../../test/support/builders.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';
import { injectRequest } from '../../../../test/support/test-request.ts';
import { NO_FILTERS, summarizeOffers } from './list.queries.ts';

const api = useTestApp();
const lisbon = { latitude: 38.7169, longitude: -9.1399 };
const moscow = { latitude: 55.7522, longitude: 37.6156 };
const metresNorth = (metres: number) => ({ ...lisbon, latitude: lisbon.latitude + metres / 111_319.49 });
const LISBON_IP = '193.136.128.1';
const MOSCOW_IP = '95.165.1.1';
const LOOPBACK_IP = '127.0.0.1';

const getSummary = async (remoteAddress: string, language = 'en') =>
  (
    await injectRequest(api, 'GET', '/api/v1/products_now', {
      remoteAddress,
      headers: { 'accept-language': language },
    })
  ).body.data as Reply<'getOffersSummary'>['data'];

beforeAll(async () => {
  expect(await getSummary(LISBON_IP)).toEqual({
    city: null,
    latitude: null,
    longitude: null,
    packs: 0,
    places: 0,
    is_exact: true,
    price_from: null,
    offers: [],
  });
  const seller = await createTestUser(api, { isSeller: true, isEmailVerified: true });
  for (const metres of [900, 300, 15_000, 600, 1200]) {
    const salePlace = { ...metresNorth(metres), name: `${metres} m` };
    const { salePlaceId } = await createProductOnSale(api, { seller, quantity: 1, salePlace });
    const secondProductId = await createDraftProduct(api, seller, salePlaceId);
    await seller.call('updateSchedule', {
      body: { product_id: secondProductId, quantity: 1, schedule: EVENING_SCHEDULE },
    });
  }
  await createProductOnSale(api, { seller, quantity: 5, salePlace: metresNorth(40_000) });
});

test('offers around the city of the IP address, nearest first, one per sale place', async () => {
  const summary = await getSummary(LISBON_IP);
  expect(summary).toMatchObject({ city: 'Lisbon', packs: 10, places: 5, is_exact: true, price_from: 3.99 });
  expect(summary.latitude).toBeCloseTo(lisbon.latitude, 1);
  expect(summary.longitude).toBeCloseTo(lisbon.longitude, 1);
  const names = summary.offers.map((offer) => offer.sale_place.name);
  expect(new Set(names).size).toBe(4);
  expect(names).not.toContain('15000 m');
  expect(summary.offers[0]).toMatchObject({ quantity: 1, distance: null, is_favourite: false });
});

test('of more products than are added up, the nearest', async () => {
  const filters = { ...NO_FILTERS, origin: lisbon, radius: 25_000 };
  const summarize = (maxProducts: number) => summarizeOffers(api.db, filters, api.clock.now(), maxProducts);
  expect(await summarize(3)).toEqual({ packs: 4, sale_place_count: 2, min_price_cents: 399, isExact: false });
  expect(await summarize(9)).toMatchObject({ isExact: false });
  expect(await summarize(10)).toMatchObject({ packs: 10, sale_place_count: 5, isExact: true });
});

test('of a position and of the user’s city, which the list starts from, too; nothing of another city', async () => {
  const user = await createTestUser(api);
  const summarize = async (query = {}) => (await user.call('getOffersSummary', { query })).data;
  expect(await summarize(metresNorth(1000))).toMatchObject({ city: 'Lisbon', packs: 10, places: 5 });
  expect(await summarize(moscow)).toMatchObject({ city: null, packs: 0 });
  await user.call('updateCity', { body: { city: 'Lisbon', ...lisbon } });
  expect(await summarize()).toMatchObject({ city: 'Lisbon', packs: 10 });
  const { data } = await user.call('listOffers', { query: { radius: 25_000, limit: 50 } });
  expect(data.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(10);
});

test('the list and the map of a guest begin in the same city, and those of a user without a city do not', async () => {
  const getAsGuest = async (path: string) =>
    (await injectRequest(api, 'GET', `/api/v1/${path}`, { remoteAddress: LISBON_IP })).body
      .data as Reply<'listOffers'>['data'];
  const user = await createTestUser(api);
  const listDistances = (offers: Reply<'listOffers'>['data']) => offers.map(({ distance }) => distance);
  // The same second and query: each must get a page of their own, whoever asks first.
  expect((await getAsGuest('products?limit=1'))[0]!.distance).toBeLessThan(2_000);
  expect(listDistances((await user.call('listOffers', { query: { limit: 1 } })).data)).toEqual([null]);
  expect(listDistances((await user.call('listOffers', { query: { limit: 2 } })).data)).toEqual([null, null]);
  expect(listDistances(await getAsGuest('products?limit=2'))).not.toContain(null);
  const { offers } = await getSummary(LISBON_IP);
  expect((await getAsGuest('products?limit=1'))[0]!.id).toBe(offers[0]!.id);
  const salePlaceIds = (await getAsGuest('productsMap')).map(({ id }) => id);
  expect(salePlaceIds).toContain(offers[0]!.sale_place.id);
  expect(salePlaceIds).toHaveLength(5);
});

test('in the caller’s language', async () => {
  expect((await getSummary(LISBON_IP, 'ru')).city).toBe('Лиссабон');
});

test('without a city or offers nearby, the city with the most offers', async () => {
  expect((await getSummary(MOSCOW_IP)).city).toBeNull();
  await api.jobs.runScheduled('offers.update-map-cells');
  expect(await getSummary(MOSCOW_IP)).toMatchObject({ city: 'Lisbon', packs: 10 });
  expect(await getSummary(LOOPBACK_IP)).toMatchObject({ city: 'Lisbon', packs: 10 });
  await createProductOnSale(api, { quantity: 1, salePlace: moscow });
  expect(await getSummary(MOSCOW_IP)).toMatchObject({ city: 'Moscow', packs: 1 });
});
