import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { useTestApp } from '../../../../test/support/test-app.ts';
import type { GeoConfig } from '../../../config/outside-services.ts';
import { reverseGeocode, searchCities } from '../search-places.ts';
import { createExternalServices } from './outside-services.ts';

const api = useTestApp();
const lisbon = { latitude: 38.7167, longitude: -9.1333 };
const bakeryQuery = { text: 'padaria', near: lisbon, language: 'ru' as const, limit: 3 };

/** A stub service that gives the answers of the test and records its requests. */
let server: Server;
let url: string;
let buildReply: (path: string) => unknown;
let requests: { path: string; query: URLSearchParams; headers: IncomingMessage['headers']; body: string }[];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://x');
    requests.push({
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body: await text(request),
    });
    const body = buildReply(pathname);
    if (body === 'silence') return;
    response.statusCode = typeof body === 'number' ? body : 200;
    response.end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  requests = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const createServices = (config: Partial<GeoConfig>, pauseMs?: number) =>
  createExternalServices(
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

test('Photon: establishments nearby with full addresses, requested once', async () => {
  buildReply = () => ({
    features: [
      feature({ osm_key: 'highway', name: 'Rua da Padaria', city: 'Lisboa', country: 'Portugal' }),
      feature({
        osm_key: 'shop',
        name: 'Padaria Central',
        street: 'Rua Augusta',
        housenumber: '12',
        postcode: '1100-053',
        city: 'Lisboa',
        country: 'Portugal',
      }),
    ],
  });
  const outsideServices = createServices({ photonUrl: `${url}/` });
  const expected = [
    {
      displayName: 'Padaria Central',
      formattedAddress: 'Rua Augusta 12, 1100-053 Lisboa, Portugal',
      latitude: 38.72,
      longitude: -9.14,
    },
  ];
  expect(await outsideServices.establishments(bakeryQuery)).toEqual(expected);
  expect(await outsideServices.establishments(bakeryQuery)).toEqual(expected);
  expect(requests).toHaveLength(1);
  expect(requests[0]!.path).toBe('/api');
  expect(Object.fromEntries(requests[0]!.query)).toMatchObject({
    q: 'padaria',
    lat: '38.7167',
    lon: '-9.1333',
  });
});

test('a position has an address, or the nearest city without an answer', async () => {
  buildReply = () => ({
    features: [feature({ name: 'Nº 5', street: 'Rua do Ouro', housenumber: '5', city: 'Lisboa' })],
  });
  expect(await createServices({ photonUrl: url }).reverse(lisbon, 'pt')).toMatchObject({
    city: 'Lisboa',
    address: 'Rua do Ouro 5',
  });
  buildReply = () => 500;
  expect(await createServices({ photonUrl: url }).reverse(lisbon, 'pt')).toBeNull();
  const { data } = await api.client(null, 'ru')('reverseGeocode', { query: lisbon });
  expect(data).toMatchObject({ city: 'Лиссабон', address: null });
});

test('a position anywhere in a city has its one centre, and its name in the language of the reader', async () => {
  const street = { latitude: 38.7536, longitude: -9.1568 };
  const coordinates = [street.longitude, street.latitude];
  buildReply = () => ({ features: [feature({ street: 'Campo Grande', city: 'Lisboa' }, coordinates)] });
  const outsideServices = createServices({ photonUrl: url });
  const { city, latitude, longitude } = await reverseGeocode(createServices({}), lisbon, 'ru');
  const result = await reverseGeocode(outsideServices, street, 'ru');
  expect(result).toMatchObject({ city: 'Лиссабон', address: 'Campo Grande', latitude, longitude });
  expect(city).toBe('Лиссабон');
  expect(result.distance).toBeGreaterThan(3000);

  buildReply = () => ({ features: [feature({ street: 'Rua A', city: 'Aldeia Nova de Cima' }, coordinates)] });
  expect(
    await reverseGeocode(createServices({ photonUrl: url }), { ...street, latitude: 38.9 }, 'ru'),
  ).toMatchObject({
    city: 'Aldeia Nova de Cima',
    ...street,
  });
});

test('Nominatim gets a user agent and the user’s language', async () => {
  buildReply = (path) =>
    path === '/reverse'
      ? { lat: '38.7', lon: '-9.1', display_name: '…', address: { road: 'Rua A', town: 'Сетубал' } }
      : [{ lat: '38.7', lon: '-9.1', name: 'Padaria', display_name: 'Padaria, Rua A, Lisboa, Portugal' }];
  const outsideServices = createServices({ nominatimUrl: url });
  expect(await outsideServices.reverse(lisbon, 'ru')).toMatchObject({ city: 'Сетубал', address: 'Rua A' });
  expect(await outsideServices.establishments(bakeryQuery)).toEqual([
    {
      displayName: 'Padaria',
      formattedAddress: 'Rua A, Lisboa, Portugal',
      latitude: 38.7,
      longitude: -9.1,
    },
  ]);
  for (const { headers, query } of requests) {
    expect(headers['user-agent']).toContain('https://wopack.example');
    expect(query.get('accept-language')).toBe('ru');
  }
});

test('the public Nominatim gets no typeahead requests', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
  onTestFinished(() => fetched.mockRestore());
  const outsideServices = createServices({ nominatimUrl: 'https://nominatim.openstreetmap.org' });
  expect(await outsideServices.establishments(bakeryQuery)).toBeNull();
  expect(await outsideServices.cities(bakeryQuery)).toBeNull();
  expect(fetched).not.toHaveBeenCalled();
});

test('Google gets key and field mask, and its results are not cached', async () => {
  buildReply = () => ({
    places: [
      {
        displayName: { text: 'Padaria', languageCode: 'pt' },
        formattedAddress: 'Rua A 1, Lisboa',
        location: { latitude: 38.7, longitude: -9.1 },
      },
    ],
  });
  const outsideServices = createServices({ googleKey: 'key', photonUrl: url });
  expect(await outsideServices.establishments(bakeryQuery)).toHaveLength(1);
  expect(await outsideServices.establishments(bakeryQuery)).toHaveLength(1);
  expect(requests.map(({ path }) => path)).toEqual(['/v1/places:searchText', '/v1/places:searchText']);
  expect(requests[0]!.headers).toMatchObject({
    'x-goog-api-key': 'key',
    'x-goog-fieldmask': expect.stringContaining('places.location'),
  });
  expect(JSON.parse(requests[0]!.body)).toMatchObject({
    textQuery: 'padaria',
    languageCode: 'ru',
    locationBias: { circle: { center: lisbon } },
  });
});

test('three failures open the circuit breaker for a pause', async () => {
  buildReply = () => 500;
  const outsideServices = createServices({ photonUrl: url }, 200);
  for (let i = 0; i < 10; i++)
    expect(await outsideServices.establishments({ ...bakeryQuery, text: `p${i}` })).toBeNull();
  expect(requests).toHaveLength(3);
  buildReply = () => ({ features: [] });
  await vi.waitFor(async () => expect(await outsideServices.establishments(bakeryQuery)).toEqual([]), 60_000);
});

test('an unresponsive service does not delay the answer', async () => {
  buildReply = () => 'silence';
  expect(await createServices({ photonUrl: url }).cities(bakeryQuery)).toBeNull();
});

test('small places of outside services follow those of the gazetteer, without duplicates', async () => {
  buildReply = () => ({
    features: [
      feature({ name: 'Évora', country: 'Portugal', osm_key: 'place' }, [-7.909, 38.571]),
      feature({ name: 'Évora Monte', country: 'Portugal', osm_key: 'place' }, [-7.716, 38.77]),
    ],
  });
  const cityQuery = { text: 'évora', near: lisbon, language: 'pt' as const, limit: 8 };
  const cities = await searchCities(createServices({ photonUrl: url }), cityQuery, new Set());
  const names = cities.map(({ label }) => label);
  expect(names[0]).toBe('Évora');
  expect(names.filter((name) => name === 'Évora')).toHaveLength(1);
  expect(names).toContain('Évora Monte');
});
