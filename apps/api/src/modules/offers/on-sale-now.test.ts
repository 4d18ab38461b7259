import type { Reply } from '@wopack/contract/client';
import { beforeAll, expect, test } from 'vitest';
import { draft, evenings, person, shop } from '../../../test/builders.ts';
import { request } from '../../../test/send.ts';
import { useTestApp } from '../../../test/test-app.ts';

const api = useTestApp();
const lisbon = { latitude: 38.7169, longitude: -9.1399 };
const moscow = { latitude: 55.7522, longitude: 37.6156 };
const north = (metres: number) => ({ ...lisbon, latitude: lisbon.latitude + metres / 111_319.49 });
const byLisbon = '193.136.128.1';
const byMoscow = '95.165.1.1';
const atHome = '127.0.0.1';

const now = async (remoteAddress: string, language = 'en') =>
  (
    await request(api, 'GET', '/api/v1/products_now', {
      remoteAddress,
      headers: { 'accept-language': language },
    })
  ).body.data as Reply<'getOffersSummary'>['data'];

beforeAll(async () => {
  expect(await now(byLisbon)).toEqual({ city: null, packs: 0, places: 0, price_from: null, offers: [] });
  const seller = await person(api, { is_owner: true });
  for (const metres of [900, 300, 15_000, 600, 1200]) {
    const place = { ...north(metres), name: `${metres} m` };
    const { placeId } = await shop(api, { seller, quantity: 1, salePlace: place });
    const second = await draft(api, seller, placeId);
    await seller.call('updateSchedule', { body: { product_id: second, quantity: 1, schedule: evenings } });
  }
  await shop(api, { seller, quantity: 5, salePlace: north(40_000) });
});

test('what is left around the city of the address, the nearest first, one pack a venue', async () => {
  const found = await now(byLisbon);
  expect(found).toMatchObject({ city: 'Lisbon', packs: 10, places: 5, price_from: 3.99 });
  const names = found.offers.map((offer) => offer.sale_place.name);
  expect(new Set(names).size).toBe(4);
  expect(names).not.toContain('15000 m');
  expect(found.offers[0]).toMatchObject({ quantity: 1, distance: null, is_favourite: false });
});

test('in the caller’s language', async () => {
  expect((await now(byLisbon, 'ru')).city).toBe('Лиссабон');
});

test('whoever is nowhere, or where nothing is, sees the city that has most', async () => {
  expect((await now(byMoscow)).city).toBeNull();
  await api.jobs.tick('offers.count-map');
  expect(await now(byMoscow)).toMatchObject({ city: 'Lisbon', packs: 10 });
  expect(await now(atHome)).toMatchObject({ city: 'Lisbon', packs: 10 });
  await shop(api, { quantity: 1, salePlace: moscow });
  expect(await now(byMoscow)).toMatchObject({ city: 'Moscow', packs: 1 });
});
