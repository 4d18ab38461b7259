import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  buyProduct,
  createDraftProduct,
  createProductOnSale,
  createTestUser,
  expectApiError,
  SALE_PLACE_BODY,
} from '../../../../test/support/builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';
import { listPublicHolidays } from '../../sale-places/index.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));

async function publishProduct(salePlace: Partial<typeof SALE_PLACE_BODY> = {}) {
  const {
    seller,
    salePlaceId: placeId,
    productId,
  } = await createProductOnSale(api, { salePlace: { ...SALE_PLACE_BODY, ...salePlace } });
  const params = { id: placeId };
  return {
    seller,
    placeId,
    productId,
    saveHoliday: async (date_from: string, date_to = date_from, name = 'Férias') =>
      (await seller.call('saveHoliday', { params, body: { name, date_from, date_to } })).data,
    listHolidays: () => seller.call('listHolidays', { params }),
    start: async (id = productId) => (await api.client()('getOffer', { params: { id } })).data.pickup_start,
    week: async (from?: string) =>
      (await seller.call('getSellerWeek', { query: { sale_place_id: placeId, from } })).data,
  };
}

test('a holiday closes all slots of the sale place but keeps orders; deleting it reopens them', async () => {
  const { seller, placeId, productId, saveHoliday, start, week, listHolidays } = await publishProduct();
  const { productId: second } = await createProductOnSale(api, { seller });
  const otherHoliday = await createProductOnSale(api, { seller });
  await api.db
    .updateTable('products')
    .set({ sale_place_id: placeId })
    .where('id', '=', otherHoliday.productId)
    .execute();
  const order = await buyProduct(await createTestUser(api), productId);

  const { id, kept } = await saveHoliday('2026-11-20', '2026-11-22');
  expect(kept).toMatchObject([{ product_id: productId, date: '2026-11-20', orders: [order.id], held: 0 }]);
  expect(await start()).toBe('2026-11-23T17:30:00.000Z');
  expect(await start(otherHoliday.productId)).toBe('2026-11-23T17:30:00.000Z');
  // A product of another sale place.
  expect(await start(second)).toBe('2026-11-20T17:30:00.000Z');
  expect((await week()).dates.map(({ holiday }) => holiday)).toEqual([
    'Férias',
    'Férias',
    'Férias',
    null,
    null,
    null,
    null,
  ]);

  expect(await saveHoliday('2026-11-20', '2026-11-22', 'Obras')).toEqual({ id, kept: [] });
  expect((await listHolidays()).data).toEqual([
    { id, name: 'Obras', date_from: '2026-11-20', date_to: '2026-11-22' },
  ]);
  await seller.call('deleteHoliday', { params: { id } });
  expect(await start()).toBe('2026-11-20T17:30:00.000Z');
  await expectApiError(seller.call('deleteHoliday', { params: { id } }), 4);
});

test('a future holiday prevents its slots, except on dates with an override', async () => {
  const { seller, productId, saveHoliday, start } = await publishProduct();
  await saveHoliday('2026-12-24', '2027-01-02');
  await seller.call('updateDateOverride', {
    params: { id: productId, date: '2026-12-31' },
    body: { plan: 'hours', time_start: '10:00', time_end: '12:00' },
  });
  for (let day = 22; day <= 30; day++) {
    api.clock.set(`2026-12-${day}T12:00:00Z`);
    await api.jobs.runScheduled('products.generate-slots');
  }
  expect(await start()).toBe('2026-12-31T10:00:00.000Z');
  api.clock.set('2026-12-31T12:00:00Z');
  await api.jobs.runScheduled('products.generate-slots');
  expect(await start()).toBe('2027-01-03T17:30:00.000Z');
});

test('slots of paused products are closed, drafts have none', async () => {
  const { seller, placeId, productId, saveHoliday, week } = await publishProduct();
  await createDraftProduct(api, seller, placeId);
  await api.db.updateTable('products').set({ state: 'paused' }).where('id', '=', productId).execute();
  await saveHoliday('2026-11-21');
  const { packs: products } = await week('2026-11-21');
  expect(products).toHaveLength(1);
  expect(products[0]).toMatchObject({
    state: 'paused',
    days: [{ by: 'holiday', slot: { closed: true } }, {}, {}, {}, {}, {}, {}],
  });
});

test.each([
  ['2026-11-19', '2026-11-21', 'date_from'],
  ['2026-11-22', '2026-11-21', 'date_to'],
  ['2026-11-22', '2027-12-21', 'date_to'],
  ['2030-01-01', '2030-01-02', 'date_to'],
  ['2026-02-30', '2026-11-21', 'date_from'],
])('from %s to %s is refused at %s', async (from, to, field) => {
  const { saveHoliday, listHolidays } = await publishProduct();
  await expectApiError(saveHoliday(from, to), 1, field);
  expect((await listHolidays()).data).toEqual([]);
});

describe('suggested public holidays', () => {
  const named = (listHolidays: { name: string; date_from: string }[], date: string) =>
    listHolidays.find((day) => day.date_from === date)?.name;

  test('are those of the country of the sale place for a year, without those already saved', async () => {
    const { listHolidays, saveHoliday } = await publishProduct();
    const { suggestions } = await listHolidays();
    expect(named(suggestions, '2026-12-01')).toBe('Restoration of Independence');
    expect(named(suggestions, '2026-12-25')).toBe('Christmas Day');
    expect(named(suggestions, '2027-04-25')).toBeDefined();
    expect(suggestions.every(({ date_from }) => date_from >= '2026-11-20' && date_from < '2027-11-20')).toBe(
      true,
    );
    await saveHoliday('2026-12-24', '2026-12-26');
    expect(named((await listHolidays()).suggestions, '2026-12-25')).toBeUndefined();

    const moscow = await publishProduct({ latitude: 55.7558, longitude: 37.6173 });
    expect(named((await moscow.listHolidays()).suggestions, '2027-06-12')).toBeDefined();
    // Without an English name the country's own is used.
    const madrid = await publishProduct({ latitude: 40.4168, longitude: -3.7038 });
    expect(named((await madrid.listHolidays()).suggestions, '2027-10-12')).toBe('Fiesta Nacional de España');
  });

  test('have those of the municipality and of the region, and are marked in the week though it is open', async () => {
    const lisbon = await publishProduct();
    const { suggestions } = await lisbon.listHolidays();
    expect(named(suggestions, '2027-06-13')).toBe('Municipal holiday of Lisbon');
    expect((await lisbon.week('2027-06-13')).dates[0]).toMatchObject({
      holiday: null,
      public_holiday: 'Municipal holiday of Lisbon',
    });
    // Days after Easter, which is on 28 March.
    const loule = await publishProduct({ latitude: 37.1377, longitude: -8.0197 });
    expect(named((await loule.listHolidays()).suggestions, '2027-05-06')).toBe('Municipal holiday of Loulé');
    const ponta = await publishProduct({ latitude: 37.7412, longitude: -25.6756 });
    expect(named((await ponta.listHolidays()).suggestions, '2027-05-17')).toBe('Azores Day');
    const madrid = await publishProduct({ latitude: 40.4168, longitude: -3.7038 });
    expect(named((await madrid.listHolidays()).suggestions, '2027-06-13')).toBeUndefined();
    // A village of the Azores with the name of a city.
    const village = await publishProduct({ latitude: 38.522, longitude: -28.7137 });
    expect(named((await village.listHolidays()).suggestions, '2027-04-13')).toBeUndefined();
  });

  test('of municipalities belong to a city of the gazetteer', async () => {
    const read = (path: string) => readFileSync(new URL(`../../../../db/${path}`, import.meta.url));
    const cities = brotliDecompressSync(read('gazetteer/cities.tsv.br')).toString().split('\n');
    const seats = new Set(
      cities.map((line) => {
        const [name, pt, , , country, region] = line.split('\t');
        return [country, region, pt || name].join('\t');
      }),
    );
    const rows = read('public-holidays/local-holidays.tsv').toString().trim().split('\n');
    const unknownRows = rows.filter((row) => {
      const [country, region, city, rule, name] = row.split('\t');
      const isSeat = city ? seats.has([country, region, city].join('\t')) : Boolean(name);
      return !isSeat || !/^(?:easter\+\d+|[01]\d-[0-3]\d)$/.test(rule!);
    });
    expect(unknownRows).toEqual([]);
  });

  test('are named in the language of the request where a name exists', async () => {
    const { seller, placeId } = await publishProduct();
    const listSuggestions = async (language: 'pt' | 'ru') =>
      (await api.client(seller.token, language)('listHolidays', { params: { id: placeId } })).suggestions;
    expect(named(await listSuggestions('pt'), '2026-12-25')).toBe('Natal');
    expect(named(await listSuggestions('pt'), '2027-05-01')).toBe('Dia do Trabalhador');
    expect(named(await listSuggestions('ru'), '2026-12-25')).toBe('Рождество');
    expect(named(await listSuggestions('ru'), '2026-12-01')).toBe('Восстановление независимости');
  });

  test('are empty for a position without a country', async () => {
    const { listHolidays } = await publishProduct({ latitude: -48.9, longitude: -123.4 });
    expect((await listHolidays()).suggestions).toEqual([]);
  });

  test('of any span are those of its single days', async () => {
    const funchal = { latitude: 32.65, longitude: -16.91 };
    const firstDay = Temporal.PlainDate.from('2025-01-01');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 730 }),
        fc.integer({ min: 1, max: 1000 }),
        async (start, length) => {
          const from = firstDay.add({ days: start });
          const until = from.add({ days: length });
          const list = await listPublicHolidays(funchal, from.toString(), 'en', until.toString());
          const byDay = new Set<string>();
          for (let day = from; Temporal.PlainDate.compare(day, until) < 0; day = day.add({ days: 180 })) {
            const end = day.add({ days: 180 });
            const last = Temporal.PlainDate.compare(end, until) < 0 ? end : until;
            for (const { date_from: date } of await listPublicHolidays(funchal, day.toString(), 'en'))
              if (date < last.toString()) byDay.add(date);
          }
          expect(new Set(list.map(({ date_from: date }) => date))).toEqual(byDay);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('are known for at least ten more years; later ones are those with a date of every year', async () => {
    const lisbon = { latitude: 38.72, longitude: -9.14 };
    const { year } = Temporal.Now.plainDateISO();
    const listNames = async (firstYear: number) =>
      (await listPublicHolidays(lisbon, `${firstYear}-01-01`, 'en')).map(({ name }) => name);
    expect(await listNames(year + 10)).toContain('Good Friday');
    const laterNames = await listNames(2070);
    expect(laterNames).toContain('Christmas Day');
    expect(laterNames).not.toContain('Good Friday');
  });
});
