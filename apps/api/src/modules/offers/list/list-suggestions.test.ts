import { beforeAll, describe, expect, test } from 'vitest';
import {
  createDraftProduct,
  createProductOnSale,
  createTestUser,
  expectApiError,
  SALE_PLACE_BODY,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';

const api = useTestApp();
const lisbon = { latitude: 38.7169, longitude: -9.1399 };
const porto = { latitude: 41.1496, longitude: -8.611 };
let user: TestUser;

beforeAll(async () => {
  user = await createTestUser(api);
  const seller = await createTestUser(api, { isSeller: true, isEmailVerified: true });
  const describePlace = (name: string, position = lisbon) => ({
    ...SALE_PLACE_BODY,
    ...{ ...position, name, address: 'Rua do Pão 3', categories: [1] },
  });
  const sell = (place: string, name: string, position = lisbon, description = 'Surpresa.') =>
    createProductOnSale(api, {
      seller,
      salePlace: describePlace(place, position),
      product: { name, description, categories: [1] },
    });
  const near = await sell('Padaria São João', 'Cesto de pão');
  await sell('Padaria São João', 'Cesto de pão', { ...lisbon, latitude: 38.72 });
  await sell('Tasca', 'Pãezinhos de leite', { ...lisbon, latitude: 38.73 }, 'Com pastéis.');
  await sell('Pastelaria do Porto', 'Pastéis', porto);
  await createDraftProduct(api, seller, near.salePlaceId, { name: 'Pastilhas' });
  await api.db
    .insertInto('product_texts')
    .values({
      ...{ product_id: near.productId, language: 'ru', name: 'Корзина хлеба', description: 'Хлеб.' },
      is_translated: true,
    })
    .execute();
  // Indexes its products again.
  await seller.call('saveSalePlace', {
    body: { id: near.salePlaceId, ...describePlace('Padaria São João') },
  });
});

const suggest = async (
  text: string,
  { position = lisbon, language = 'pt' as 'pt' | 'ru' } = {},
  call = api.client(user.token, language),
) => (await call('listSuggestions', { query: { text, sort: 'me', ...position } })).data;

describe('suggestions', () => {
  test('are shops, then packs, nearest first, each once, that are on sale nearby', async () => {
    expect(await suggest('pa')).toEqual([
      { kind: 'place', text: 'Padaria São João' },
      { kind: 'pack', text: 'Cesto de pão' },
      { kind: 'pack', text: 'Pãezinhos de leite' },
    ]);
    expect(await suggest('pa', { position: porto })).toEqual([
      { kind: 'place', text: 'Pastelaria do Porto' },
      { kind: 'pack', text: 'Pastéis' },
    ]);
  });

  test.each([
    ['sao', ['Padaria São João']],
    ['SÃO JO', ['Padaria São João']],
    ['joão pad', ['Padaria São João']],
    // A kind of shop too.
    ['padaria', ['Padaria São João']],
    ['cesto d', ['Cesto de pão']],
    ['cesto p', ['Cesto de pão']],
    ['cesto x', []],
    // Of the description, and of the address.
    ['past', []],
    ['rua', []],
    ['zebra', []],
    ['p', []],
    ['?!', []],
  ])('%s', async (text, names) => {
    expect((await suggest(text)).map((suggestion) => suggestion.text)).toEqual(names);
  });

  test('speak the language of the caller where the words are in it', async () => {
    expect((await suggest('хле', { language: 'ru' })).map(({ text }) => text)).toEqual(['Корзина хлеба']);
    expect((await suggest('cest', { language: 'ru' })).map(({ text }) => text)).toEqual(['Cesto de pão']);
    expect(await suggest('цест', { language: 'ru' })).toEqual([]);
    expect((await suggest('падар', { language: 'ru' })).map(({ text }) => text)).toEqual([
      'Padaria São João',
    ]);
  });

  test('are around the city of the account, and for guests around that of the visitor', async () => {
    const texts = async (call: typeof user.call) =>
      (await call('listSuggestions', { query: { text: 'past', sort: 'center' } })).data.map(
        ({ text }) => text,
      );
    expect(await texts(user.call)).toEqual([]);
    const resident = await createTestUser(api);
    await resident.call('updateCity', { body: { city: 'Porto', ...porto } });
    expect(await texts(resident.call)).toEqual(['Pastelaria do Porto', 'Pastéis']);
    expect((await suggest('sao', {}, api.client(null))).length).toBe(1);
  });

  test('need a text', async () => {
    await expectApiError(user.call('listSuggestions', { query: {} as { text: string } }), 1, 'text');
  });
});
