import type { Input } from '@wopack/contract/client';
import type { Language } from '@wopack/rules';
import { describe, expect, test } from 'vitest';
import { expectRefusal, person, placeBody, shop } from '../../../test/builders.ts';
import { request } from '../../../test/send.ts';
import { useTestApp } from '../../../test/test-app.ts';

const api = useTestApp();

const lisbon = { latitude: 38.7167, longitude: -9.1333 };
const moscow = { latitude: 55.7558, longitude: 37.6173 };

const cities = async (
  query: string,
  {
    language = 'en',
    ...more
  }: Omit<NonNullable<Input<'searchCities'>['query']>, 'query'> & { language?: Language } = {},
) => (await api.client(null, language)('searchCities', { query: { query, ...more } })).data;
const first = async (...asked: Parameters<typeof cities>) => (await cities(...asked))[0]?.formattedAddress;

describe('cities', () => {
  test('are named in the language asked for, else in the caller’s', async () => {
    expect(await cities('lisb', { lang: 'ru' })).toContainEqual({
      ...{ label: 'Лиссабон', displayName: 'Лиссабон', formattedAddress: 'Лиссабон, Португалия' },
      ...lisbon,
    });
    expect(await first('lisb', { language: 'pt' })).toBe('Lisboa, Portugal');
    expect(await first('lisb', { language: 'pt', lang: 'en' })).toBe('Lisbon, Portugal');
    expect(await first('lisb', { lang: 'ru-RU' })).toBe('Лиссабон, Португалия');
    expect(await first('lisb', { lang: 'de' })).toBe('Lisbon, Portugal');
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
  ])('are found by %s', async (_, query, found) => {
    expect(await first(query, lisbon)).toBe(found);
  });

  test.each(['', '  ', 'li', ' li ', '...', '---', '%%%', 'qqqqqq', "' or 1=1"])(
    '%j finds none',
    async (query) => {
      expect(await cities(query)).toEqual([]);
    },
  );

  test('the bigger first, and near ones before far ones', async () => {
    expect(await first('lagos', { latitude: 6.5, longitude: 3.4 })).toBe('Lagos, Nigeria');
    expect(await first('lagos', lisbon)).toBe('Lagos, Faro, Portugal');
    expect(await first('mosc', moscow)).toBe('Moscow, Russia');
    expect(await first('mosc', lisbon)).toBe('Moscavide e Portela, Lisbon, Portugal');
  });

  describe('for whoever says nothing of where they are', () => {
    const portugal = { pt: ', Portugal', en: ', Portugal', ru: ', Португалия' };

    test.each<[Language, string, string, string]>([
      ['ru', 'Порт', 'Порту', 'Портиман'],
      ['en', 'port', 'Porto', 'Portimão'],
      ['pt', 'Port', 'Porto', 'Portimão'],
    ])('%s: begin at home, the bigger first', async (language, typed, biggest, next) => {
      const found = (await cities(typed, { language })).map(({ formattedAddress }) => formattedAddress);
      expect(found[0]).toBe(`${biggest}${portugal[language]}`);
      expect(found.slice(0, 3).join('; ')).toContain(next);
      expect(found.slice(0, 4).every((city) => city.endsWith(portugal[language]))).toBe(true);
    });

    test('the whole name of a big city finds it, wherever it is', async () => {
      expect(await first('roma')).toBe('Rome, Italy');
      expect(await first('Москва', { language: 'ru' })).toBe('Москва, Россия');
    });

    test('home is where packs are on sale', async () => {
      expect(await first('lagos')).toBe('Lagos, Faro, Portugal');
      expect(await first('mosc')).toBe('Moscavide e Portela, Lisbon, Portugal');
      await shop(api, { salePlace: { name: 'Булочная', address: 'Тверская 1', ...moscow } });
      await api.jobs.tick('offers.count-map');
      expect(await first('mosc')).toBe('Moscow, Russia');
      expect(await first('lagos')).toBe('Lagos, Nigeria');
    });
  });

  test('near the city of the account, when nothing else is said', async () => {
    const marta = await person(api);
    await marta.call('updateCity', { body: { city: 'Lisboa', ...lisbon } });
    const { data } = await marta.call('searchCities', { query: { query: 'lagos' } });
    expect(data[0]?.formattedAddress).toBe('Lagos, Faro, Portugal');
  });

  test('namesakes are told apart', async () => {
    const found = await cities('springfield');
    expect(new Set(found.map(({ formattedAddress }) => formattedAddress)).size).toBe(found.length);
    expect(found.length).toBe(8);
  });
});

describe('the city of a position', () => {
  const at = async (position: typeof lisbon, lang: Language = 'en') =>
    (await api.client()('reverseGeocode', { query: { ...position, lang } })).data;

  test('comes with where its middle is and how far', async () => {
    expect(await at({ latitude: 38.7123, longitude: -9.1416 }, 'pt')).toEqual({
      ...{ city: 'Lisboa', address: null, ...lisbon },
      distance: expect.closeTo(870, -2),
    });
    expect((await at(moscow, 'ru')).city).toBe('Москва');
  });

  test.each([
    ['a quarter of Lisbon', { latitude: 38.7436, longitude: -9.1602 }, 'Lisbon'],
    ['the suburb next to it', { latitude: 38.754, longitude: -9.23 }, 'Amadora'],
    ['a town an hour away', { latitude: 38.69, longitude: -9.42 }, 'Cascais'],
    ['Madeira', { latitude: 32.65, longitude: -16.9 }, 'Funchal'],
    ['both sides of the date line', { latitude: -16.5, longitude: -179.9 }, 'Labasa'],
  ])('%s', async (_, position, city) => {
    expect((await at(position)).city).toBe(city);
  });

  test.each([
    ['the middle of the Atlantic', { latitude: 30, longitude: -40 }],
    ['the South Pole', { latitude: -90, longitude: 0 }],
  ])('%s has none', async (_, position) => expectRefusal(at(position), 4));

  test('beyond the globe is no position', async () => {
    await expectRefusal(at({ latitude: 91, longitude: 0 }), 1, 'latitude');
  });
});

describe('the city of an IP address', () => {
  const of = (ip: string | undefined, language: Language = 'en') =>
    api.client(null, language)('findCityByIp', { query: { ip } });

  test.each([
    ['IPv4', '193.136.128.1'],
    ['IPv6', '2001:8a0::1'],
    ['IPv4 as IPv6 sockets see it', '::ffff:193.136.128.1'],
  ])('%s', async (_, ip) => {
    const near = { lat: expect.closeTo(lisbon.latitude, 0), lon: expect.closeTo(lisbon.longitude, 0) };
    expect(await of(ip)).toEqual({ city: 'Lisbon', ...near });
    expect((await of(ip, 'pt')).city).toBe('Lisboa');
    expect((await of(ip, 'ru')).city).toBe('Лиссабон');
  });

  test.each(['127.0.0.1', '10.1.2.3', '192.168.0.1', '169.254.1.1', '0.0.0.0', '255.255.255.255'])(
    '%s is nobody’s',
    async (ip) => expectRefusal(of(ip), 4),
  );
  test.each(['::1', '::', 'fe80::1', 'fe80::1%eth0', 'fc00::1', '2001:db8::1', '::ffff:127.0.0.1'])(
    '%s is nobody’s',
    async (ip) => expectRefusal(of(ip), 4),
  );
  test.each(['nonsense', '1.2.3', '1.2.3.4.5', '999.1.1.1', '1.2.3.4/8', ':::', '0x7f000001'])(
    '%s is no address',
    async (ip) => expectRefusal(of(ip), 1, 'ip'),
  );

  test('without one it is the caller’s own', async () => {
    const asked = (remoteAddress: string) =>
      request(api, 'GET', '/api/v1/ip-api', {
        remoteAddress,
        headers: { 'x-forwarded-for': '95.165.1.1', 'accept-language': 'en' },
      });
    // Nobody said that a proxy stands before us: what it would forward is not believed.
    expect((await asked('193.136.128.1')).body.city).toBe('Lisbon');
    expect((await asked('127.0.0.1')).body.code).toBe(4);
  });
});

describe('places', () => {
  const find = async (query: string, more: Input<'searchEstablishments'>['query'] = {}) =>
    (await person(api)).call('searchEstablishments', { query: { query, ...more } });

  test('venues by words of name and address, near ones first, then cities', async () => {
    const { seller } = await shop(api, {
      salePlace: { name: 'Confeitaria Açucena', address: 'Rua do Ouro 5, Lisboa', ...lisbon },
    });
    await shop(api, { seller, salePlace: { name: 'Açucena II', address: 'Арбат 1', ...moscow } });
    const names = async (...asked: Parameters<typeof find>) =>
      (await find(...asked)).map(({ displayName }) => displayName);

    expect(await find('acucena ouro', { lang: 'pt' })).toEqual([
      {
        ...{ displayName: 'Confeitaria Açucena', formattedAddress: 'Rua do Ouro 5, Lisboa', ...lisbon },
        ...{ phone: placeBody.phone, is_city: false },
      },
    ]);
    expect(await names('açuc', lisbon)).toEqual(['Confeitaria Açucena', 'Açucena II']);
    expect(await names('açuc', moscow)).toEqual(['Açucena II', 'Confeitaria Açucena']);
    expect(await names('арба')).toContain('Açucena II');
    expect((await names('lisboa', lisbon)).slice(0, 2)).toEqual(['Confeitaria Açucena', 'Lisbon']);
    expect(await names('lis', { lang: 'ru' })).toContain('Лиссабон');
    for (const query of ['', 'aç', ' aç ', '&|!', "'''"]) expect(await find(query)).toEqual([]);
  });

  test('a venue is found by its new name, and no more by its old one', async () => {
    const { seller, placeId } = await shop(api, { salePlace: { name: 'Antigamente' } });
    const place = (await seller.call('getMySalePlace', { params: { id: placeId } })).data;
    await seller.call('saveSalePlace', {
      body: { ...place, name: 'Novidade', categories: [1], id: placeId },
    });
    expect(await find('antigamente')).toEqual([]);
    expect((await find('novidade')).map(({ displayName }) => displayName)).toContain('Novidade');
  });

  test('who sells no more is not found', async () => {
    const { seller } = await shop(api, { salePlace: { name: 'Despedida' } });
    await seller.call('updateSellerRole', { body: { is_owner: false } });
    expect(await find('despedida')).toEqual([]);
  });
});
