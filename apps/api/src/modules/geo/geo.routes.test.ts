import type { Input } from '@wopack/contract/client';
import type { Language } from '@wopack/domain';
import { describe, expect, test } from 'vitest';
import { createProductOnSale, createTestUser, expectApiError } from '../../../test/support/builders.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { injectRequest } from '../../../test/support/test-request.ts';

const api = useTestApp();

const lisbon = { latitude: 38.7167, longitude: -9.1333 };
const moscow = { latitude: 55.7558, longitude: 37.6173 };

type CityParams = Omit<NonNullable<Input<'searchCities'>['query']>, 'query'> & { language?: Language };
const searchCities = async (query: string, { language = 'en', ...params }: CityParams = {}) =>
  (await api.client(null, language)('searchCities', { query: { query, ...params } })).data;
const findFirstAddress = async (...args: Parameters<typeof searchCities>) =>
  (await searchCities(...args))[0]?.formattedAddress;

describe('cities', () => {
  test('are named in the requested language, else in the caller’s', async () => {
    expect(await searchCities('lisb', { lang: 'ru' })).toContainEqual({
      label: 'Лиссабон',
      displayName: 'Лиссабон',
      formattedAddress: 'Лиссабон, Португалия',
      ...lisbon,
    });
    expect(await findFirstAddress('lisb', { language: 'pt' })).toBe('Lisboa, Portugal');
    expect(await findFirstAddress('varsóvia', { language: 'pt' })).toBe('Varsóvia, Polónia');
    expect(await findFirstAddress('lisb', { language: 'pt', lang: 'en' })).toBe('Lisbon, Portugal');
    expect(await findFirstAddress('lisb', { lang: 'ru-RU' })).toBe('Лиссабон, Португалия');
    expect(await findFirstAddress('lisb', { lang: 'de' })).toBe('Lisbon, Portugal');
  });

  test.each([
    ['the beginning of a word', 'coim', 'Coimbra, Portugal'],
    ['accents left out', 'setubal', 'Setúbal, Portugal'],
    ['accents put in', 'pórto', 'Porto, Portugal'],
    ['another alphabet', 'Эвора', 'Évora, Portugal'],
    ['the name in another language', 'Лиссабон', 'Lisbon, Portugal'],
    ['a word from the middle', 'gaia', 'Vila Nova de Gaia, Porto, Portugal'],
    ['a Russian name without its soft sign', 'Казан', 'Kazan, Russia'],
    ['several words', 'angra hero', 'Angra do Heroísmo, Azores, Portugal'],
    ['a letter missing', 'coibra', 'Coimbra, Portugal'],
    ['letters swapped', 'amdaora', 'Amadora, Lisbon, Portugal'],
    ['a typing error in Russian', 'Лисабон', 'Lisbon, Portugal'],
    ['spaces around', '  faro ', 'Faro, Portugal'],
  ])('are found by %s', async (_, query, expectedAddress) => {
    expect(await findFirstAddress(query, lisbon)).toBe(expectedAddress);
  });

  test.each(['', '  ', 'li', ' li ', '...', '---', '%%%', 'qqqqqq', "' or 1=1"])(
    '%j finds none',
    async (query) => expect(await searchCities(query)).toEqual([]),
  );

  test('are ranked by size and distance', async () => {
    expect(await findFirstAddress('lagos', { latitude: 6.5, longitude: 3.4 })).toBe('Lagos, Nigeria');
    expect(await findFirstAddress('lagos', lisbon)).toBe('Lagos, Faro, Portugal');
    expect(await findFirstAddress('mosc', moscow)).toBe('Moscow, Russia');
    expect(await findFirstAddress('mosc', lisbon)).toBe('Moscavide e Portela, Lisbon, Portugal');
  });

  describe('without a position', () => {
    const portugal = { pt: ', Portugal', en: ', Portugal', ru: ', Португалия' };

    test.each<[Language, string, string, string]>([
      ['ru', 'Порт', 'Порту', 'Портиман'],
      ['en', 'port', 'Porto', 'Portimão'],
      ['pt', 'Port', 'Porto', 'Portimão'],
    ])('%s: those of the home countries come first, by size', async (language, typedText, biggest, next) => {
      const cities = await searchCities(typedText, { language });
      const addresses = cities.map(({ formattedAddress }) => formattedAddress);
      expect(addresses[0]).toBe(`${biggest}${portugal[language]}`);
      expect(addresses.slice(0, 3).join('; ')).toContain(next);
      expect(addresses.slice(0, 4).every((address) => address.endsWith(portugal[language]))).toBe(true);
    });

    test('the full name of a big city finds it in any country', async () => {
      expect(await findFirstAddress('roma')).toBe('Rome, Italy');
      expect(await findFirstAddress('Москва', { language: 'ru' })).toBe('Москва, Россия');
    });

    test('countries with offers rank first', async () => {
      expect(await findFirstAddress('lagos')).toBe('Lagos, Faro, Portugal');
      expect(await findFirstAddress('mosc')).toBe('Moscavide e Portela, Lisbon, Portugal');
      await createProductOnSale(api, { salePlace: { name: 'Булочная', address: 'Тверская 1', ...moscow } });
      await api.jobs.runScheduled('offers.update-map-cells');
      expect(await findFirstAddress('mosc')).toBe('Moscow, Russia');
      expect(await findFirstAddress('lagos')).toBe('Lagos, Nigeria');
    });
  });

  test('the city of the account is the default position', async () => {
    const user = await createTestUser(api);
    await user.call('updateCity', { body: { city: 'Lisboa', ...lisbon } });
    const { data } = await user.call('searchCities', { query: { query: 'lagos' } });
    expect(data[0]?.formattedAddress).toBe('Lagos, Faro, Portugal');
  });

  test('cities of the same name are distinguished', async () => {
    const results = await searchCities('springfield');
    expect(new Set(results.map(({ formattedAddress }) => formattedAddress)).size).toBe(results.length);
    expect(results.length).toBe(8);
  });
});

describe('the city of a position', () => {
  const reverseGeocode = async (position: typeof lisbon, lang: Language = 'en') =>
    (await api.client()('reverseGeocode', { query: { ...position, lang } })).data;

  test('has its centre and distance', async () => {
    expect(await reverseGeocode({ latitude: 38.7123, longitude: -9.1416 }, 'pt')).toEqual({
      city: 'Lisboa',
      address: null,
      ...lisbon,
      distance: expect.closeTo(870, -2),
    });
    expect((await reverseGeocode(moscow, 'ru')).city).toBe('Москва');
  });

  test.each([
    ['a quarter of Lisbon', { latitude: 38.7436, longitude: -9.1602 }, 'Lisbon'],
    ['the suburb next to it', { latitude: 38.754, longitude: -9.23 }, 'Amadora'],
    ['a town an hour away', { latitude: 38.69, longitude: -9.42 }, 'Cascais'],
    ['Madeira', { latitude: 32.65, longitude: -16.9 }, 'Funchal'],
    ['both sides of the date line', { latitude: -16.5, longitude: -179.9 }, 'Labasa'],
  ])('%s', async (_, position, city) => {
    expect((await reverseGeocode(position)).city).toBe(city);
  });

  test.each([
    ['the middle of the Atlantic', { latitude: 30, longitude: -40 }],
    ['the South Pole', { latitude: -90, longitude: 0 }],
  ])('%s has none', async (_, position) => expectApiError(reverseGeocode(position), 4));

  test('coordinates out of range are refused', async () => {
    await expectApiError(reverseGeocode({ latitude: 91, longitude: 0 }), 1, 'latitude');
  });
});

describe('the city of an IP address', () => {
  const findCityByIp = (ip: string | undefined, language: Language = 'en') =>
    api.client(null, language)('findCityByIp', { query: { ip } });

  test.each([
    ['IPv4', '193.136.128.1'],
    ['IPv6', '2001:8a0::1'],
    ['IPv4 as IPv6 sockets see it', '::ffff:193.136.128.1'],
  ])('%s', async (_, ip) => {
    const nearLisbon = { lat: expect.closeTo(lisbon.latitude, 0), lon: expect.closeTo(lisbon.longitude, 0) };
    expect(await findCityByIp(ip)).toEqual({ city: 'Lisbon', ...nearLisbon });
    expect((await findCityByIp(ip, 'pt')).city).toBe('Lisboa');
    expect((await findCityByIp(ip, 'ru')).city).toBe('Лиссабон');
  });

  test.each(['127.0.0.1', '10.1.2.3', '192.168.0.1', '169.254.1.1', '0.0.0.0', '255.255.255.255'])(
    '%s has no city',
    async (ip) => expectApiError(findCityByIp(ip), 4),
  );
  test.each(['::1', '::', 'fe80::1', 'fe80::1%eth0', 'fc00::1', '2001:db8::1', '::ffff:127.0.0.1'])(
    '%s has no city',
    async (ip) => expectApiError(findCityByIp(ip), 4),
  );
  test.each(['nonsense', '1.2.3', '1.2.3.4.5', '999.1.1.1', '1.2.3.4/8', ':::', '0x7f000001'])(
    '%s is refused',
    async (ip) => expectApiError(findCityByIp(ip), 1, 'ip'),
  );

  test('defaults to the caller’s address', async () => {
    const requestFrom = (remoteAddress: string) =>
      injectRequest(api, 'GET', '/api/v1/ip-api', {
        remoteAddress,
        headers: { 'x-forwarded-for': '95.165.1.1', 'accept-language': 'en' },
      });
    // No proxy is configured, so X-Forwarded-For is not trusted.
    expect((await requestFrom('193.136.128.1')).body.city).toBe('Lisbon');
    expect((await requestFrom('127.0.0.1')).body.code).toBe(4);
  });
});

describe('places', () => {
  const searchPlaces = async (query: string, otherParams: Input<'searchEstablishments'>['query'] = {}) =>
    (await createTestUser(api)).call('searchEstablishments', { query: { query, ...otherParams } });

  test('sale places by words of name and address, nearest first, then cities', async () => {
    const { seller, salePlaceId } = await createProductOnSale(api, {
      salePlace: { name: 'Confeitaria Açucena', address: 'Rua do Ouro 5, Lisboa', ...lisbon },
    });
    await createProductOnSale(api, {
      seller,
      salePlace: { name: 'Açucena II', address: 'Арбат 1', ...moscow },
    });
    const listNames = async (...args: Parameters<typeof searchPlaces>) =>
      (await searchPlaces(...args)).map(({ displayName }) => displayName);

    expect(await searchPlaces('acucena ouro', { lang: 'pt' })).toEqual([
      {
        displayName: 'Confeitaria Açucena',
        formattedAddress: 'Rua do Ouro 5, Lisboa',
        ...lisbon,
        phone: null,
        is_city: false,
        sale_place_id: salePlaceId,
      },
    ]);
    expect(await listNames('açuc', lisbon)).toEqual(['Confeitaria Açucena', 'Açucena II']);
    expect(await listNames('açuc', moscow)).toEqual(['Açucena II', 'Confeitaria Açucena']);
    expect(await listNames('арба')).toContain('Açucena II');
    expect((await listNames('lisboa', lisbon)).slice(0, 2)).toEqual(['Confeitaria Açucena', 'Lisbon']);
    expect(await listNames('lis', { lang: 'ru' })).toContain('Лиссабон');
    for (const query of ['', 'aç', ' aç ', '&|!', "'''"]) expect(await searchPlaces(query)).toEqual([]);
  });

  test('a sale place is found by its new name, not by its old one', async () => {
    const { seller, salePlaceId } = await createProductOnSale(api, { salePlace: { name: 'Antigamente' } });
    const place = (await seller.call('getMySalePlace', { params: { id: salePlaceId } })).data;
    await seller.call('saveSalePlace', {
      body: { ...place, name: 'Novidade', categories: [1], id: salePlaceId },
    });
    expect(await searchPlaces('antigamente')).toEqual([]);
    expect((await searchPlaces('novidade')).map(({ displayName }) => displayName)).toContain('Novidade');
  });

  test('sale places of former sellers are not found', async () => {
    const { seller } = await createProductOnSale(api, { salePlace: { name: 'Despedida' } });
    await seller.call('updateSellerRole', { body: { is_owner: false } });
    expect(await searchPlaces('despedida')).toEqual([]);
  });
});

test('cities with offers are listed once each, the busiest first, in the caller’s language', async () => {
  const { seller } = await createProductOnSale(api, { salePlace: { name: 'Baixa', ...lisbon } });
  await createProductOnSale(api, { seller, salePlace: { name: 'Chiado', ...lisbon } });
  const amadora = { latitude: 38.7538, longitude: -9.2308 };
  await createProductOnSale(api, { seller, salePlace: { name: 'Amadora', ...amadora } });
  await createProductOnSale(api, { salePlace: { name: 'Арбат', ...moscow } });
  await api.jobs.runScheduled('offers.update-map-cells');
  const listLabels = async (language: Language) =>
    (await api.client(null, language)('listOfferCities')).data.map(({ label }) => label);
  const labels = await listLabels('pt');
  expect(labels[0]).toBe('Lisboa');
  expect(labels.filter((label) => label === 'Moscovo')).toHaveLength(1);
  // A suburb of a city already listed.
  expect(labels).not.toContain('Amadora');
  expect(await listLabels('ru')).toEqual(expect.arrayContaining(['Лиссабон', 'Москва']));
});
