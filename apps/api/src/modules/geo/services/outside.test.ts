import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { useTestApp } from '../../../../test/test-app.ts';
import type { GeoConfig } from '../../../config/config.ts';
import { searchCities } from '../search-cities.ts';
import { openOutside } from './outside.ts';

const api = useTestApp();
const lisbon = { latitude: 38.7167, longitude: -9.1333 };
const bakery = { text: 'padaria', near: lisbon, language: 'ru' as const, limit: 3 };

/** A service that answers what the test wants and remembers what it was asked. */
let server: Server;
let url: string;
let answer: (path: string) => unknown;
let asked: { path: string; query: URLSearchParams; headers: IncomingMessage['headers']; body: string }[];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://x');
    asked.push({
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body: await text(request),
    });
    const body = answer(pathname);
    if (body === 'silence') return;
    response.statusCode = typeof body === 'number' ? body : 200;
    response.end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const open = (config: Partial<GeoConfig>, pauseMs?: number) =>
  openOutside(
    api.db,
    { photonUrl: null, nominatimUrl: null, googleKey: null, googleUrl: url, ...config },
    'https://wopack.example',
    pauseMs,
  );

const feature = (properties: object, coordinates = [-9.14, 38.72]) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates },
  properties,
});

test('Photon: establishments near, whole addresses, asked once', async () => {
  answer = () => ({
    features: [
      feature({ osm_key: 'highway', name: 'Rua da Padaria', city: 'Lisboa', country: 'Portugal' }),
      feature({
        ...{ osm_key: 'shop', name: 'Padaria Central', street: 'Rua Augusta', housenumber: '12' },
        ...{ postcode: '1100-053', city: 'Lisboa', country: 'Portugal' },
      }),
    ],
  });
  const outside = open({ photonUrl: `${url}/` });
  const found = [
    {
      displayName: 'Padaria Central',
      formattedAddress: 'Rua Augusta 12, 1100-053 Lisboa, Portugal',
      ...{ latitude: 38.72, longitude: -9.14 },
    },
  ];
  expect(await outside.establishments(bakery)).toEqual(found);
  expect(await outside.establishments(bakery)).toEqual(found);
  expect(asked).toHaveLength(1);
  expect(asked[0]!.path).toBe('/api');
  expect(Object.fromEntries(asked[0]!.query)).toMatchObject({ q: 'padaria', lat: '38.7167', lon: '-9.1333' });
});

test('a position in words, or the nearest city when nobody answers', async () => {
  answer = () => ({
    features: [feature({ name: 'Nº 5', street: 'Rua do Ouro', housenumber: '5', city: 'Lisboa' })],
  });
  expect(await open({ photonUrl: url }).reverse(lisbon, 'pt')).toMatchObject({
    city: 'Lisboa',
    address: 'Rua do Ouro 5',
  });
  answer = () => 500;
  expect(await open({ photonUrl: url }).reverse(lisbon, 'pt')).toBeNull();
  const { data } = await api.client(null, 'ru')('reverseGeocode', { query: lisbon });
  expect(data).toMatchObject({ city: 'Лиссабон', address: null });
});

test('Nominatim says who asks, and answers in the language of the person', async () => {
  answer = (path) =>
    path === '/reverse'
      ? { lat: '38.7', lon: '-9.1', display_name: '…', address: { road: 'Rua A', town: 'Сетубал' } }
      : [{ lat: '38.7', lon: '-9.1', name: 'Padaria', display_name: 'Padaria, Rua A, Lisboa, Portugal' }];
  const outside = open({ nominatimUrl: url });
  expect(await outside.reverse(lisbon, 'ru')).toMatchObject({ city: 'Сетубал', address: 'Rua A' });
  expect(await outside.establishments(bakery)).toEqual([
    {
      displayName: 'Padaria',
      formattedAddress: 'Rua A, Lisboa, Portugal',
      ...{ latitude: 38.7, longitude: -9.1 },
    },
  ]);
  for (const { headers, query } of asked) {
    expect(headers['user-agent']).toContain('https://wopack.example');
    expect(query.get('accept-language')).toBe('ru');
  }
});

test('the public Nominatim is never asked as people type', async () => {
  const outside = open({ nominatimUrl: 'https://nominatim.openstreetmap.org' });
  expect(await outside.establishments(bakery)).toBeNull();
  expect(await outside.cities(bakery)).toBeNull();
});

test('Google gets key and field mask, and nothing of its answer is kept', async () => {
  answer = () => ({
    places: [
      {
        displayName: { text: 'Padaria', languageCode: 'pt' },
        formattedAddress: 'Rua A 1, Lisboa',
        location: { latitude: 38.7, longitude: -9.1 },
      },
    ],
  });
  const outside = open({ googleKey: 'key', photonUrl: url });
  expect(await outside.establishments(bakery)).toHaveLength(1);
  expect(await outside.establishments(bakery)).toHaveLength(1);
  expect(asked.map(({ path }) => path)).toEqual(['/v1/places:searchText', '/v1/places:searchText']);
  expect(asked[0]!.headers).toMatchObject({
    'x-goog-api-key': 'key',
    'x-goog-fieldmask': expect.stringContaining('places.location'),
  });
  expect(JSON.parse(asked[0]!.body)).toMatchObject({
    textQuery: 'padaria',
    languageCode: 'ru',
    locationBias: { circle: { center: lisbon } },
  });
});

test('whoever fails three times is left alone, and asked again after a pause', async () => {
  answer = () => 500;
  const outside = open({ photonUrl: url }, 200);
  for (let i = 0; i < 10; i++) expect(await outside.establishments({ ...bakery, text: `p${i}` })).toBeNull();
  expect(asked).toHaveLength(3);
  answer = () => ({ features: [] });
  await vi.waitFor(async () => expect(await outside.establishments(bakery)).toEqual([]), 5_000);
});

test('whoever is silent holds nobody up', async () => {
  answer = () => 'silence';
  expect(await open({ photonUrl: url }).cities(bakery)).toBeNull();
});

test('small places come from outside, after those known here and never twice', async () => {
  answer = () => ({
    features: [
      feature({ name: 'Évora', country: 'Portugal', osm_key: 'place' }, [-7.909, 38.571]),
      feature({ name: 'Évora Monte', country: 'Portugal', osm_key: 'place' }, [-7.716, 38.77]),
    ],
  });
  const asking = { text: 'évora', near: lisbon, language: 'pt' as const, limit: 8 };
  const found = await searchCities(open({ photonUrl: url }), asking, new Set());
  const names = found.map(({ label }) => label);
  expect(names[0]).toBe('Évora');
  expect(names.filter((name) => name === 'Évora')).toHaveLength(1);
  expect(names).toContain('Évora Monte');
});
