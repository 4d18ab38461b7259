import { beforeAll, describe, expect, test } from 'vitest';
import { createProductOnSale, createTestUser, type TestUser } from '../../../test/support/builders.ts';
import { useTestApp } from '../../../test/support/test-app.ts';

const api = useTestApp();
let buyer: TestUser;
let seller: TestUser;
const ids: Record<string, number> = {};

const productsByName = {
  aurora: {
    salePlace: { name: 'Padaria Aurora', address: 'Rua da Trindade 18, Lisboa' },
    product: {
      name: 'Cesto de fim de tarde',
      description: 'Pão de fermentação natural e croissants.',
      categories: [1],
    },
  },
  acucar: {
    salePlace: { name: 'Açúcar & Canela', address: 'Avenida da Liberdade 110, Lisboa' },
    product: { name: 'Doces da avó', description: 'Pastéis de nata, queijadas.', categories: [4] },
  },
  sakura: {
    salePlace: { name: 'Sakura Bar', address: 'Largo do Carmo 3, Lisboa' },
    product: { name: 'Caixa da noite', description: '寿司 para dois: nigiri e maki.', categories: [5] },
  },
  zelenina: {
    salePlace: { name: 'Зеленина', address: 'ул. Тверская 7, Москва' },
    product: { name: 'Ужин', description: 'Борщ и пирожки.', categories: [2, 6] },
  },
} as const;

beforeAll(async () => {
  seller = await createTestUser(api, { isSeller: true });
  buyer = await createTestUser(api);
  for (const [name, { salePlace, product }] of Object.entries(productsByName)) {
    const categories = [...product.categories];
    ids[name] = (
      await createProductOnSale(api, { seller, salePlace: salePlace, product: { ...product, categories } })
    ).productId;
  }
});

const search = async (searchProductText: string) => {
  const { data } = await buyer.call('listOffers', { query: { searchProductText } });
  const names = data.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id) ?? id);
  const { data: map } = await buyer.call('listMapOffers', { query: { searchProductText } });
  // The map uses the same search.
  expect(new Set(map.flatMap(({ products }) => products.map(({ id }) => id)))).toEqual(
    new Set(data.map(({ id }) => id)),
  );
  return names;
};

describe('words of product, sale place, address, description and type', () => {
  test.each([
    ['cesto', 'aurora'],
    ['Aurora', 'aurora'],
    ['TRINDADE', 'aurora'],
    ['croissants', 'aurora'],
    ['queijadas', 'acucar'],
    ['maki', 'sakura'],
    ['18', 'aurora'],
  ])('%s', async (text, name) => expect(await search(text)).toEqual([name]));
});

describe('accents are ignored in text and query', () => {
  test.each([
    ['pao', 'aurora'],
    ['pão', 'aurora'],
    ['PÃO', 'aurora'],
    ['fermentacao', 'aurora'],
    ['acucar', 'acucar'],
    ['avo', 'acucar'],
    ['áurora', 'aurora'],
    // The same letter, written as two code points.
    ['pa\u0303o', 'aurora'],
  ])('%s', async (text, name) => expect(await search(text)).toContain(name));
});

describe('alphabets', () => {
  test.each([
    ['Аврора', 'aurora'],
    ['Сакура', 'sakura'],
    ['Зеленина', 'zelenina'],
    ['zelenina', 'zelenina'],
    ['борщ', 'zelenina'],
    ['Тверская', 'zelenina'],
    ['москва', 'zelenina'],
  ])('%s', async (text, name) => expect(await search(text)).toContain(name));
});

describe('types by their name in each language', () => {
  test.each([
    ['выпечка', 'aurora'],
    ['сладкое', 'acucar'],
    ['суши', 'sakura'],
    ['вегетарианское', 'zelenina'],
    ['sweets', 'acucar'],
    ['refeições', 'zelenina'],
    ['meals', 'zelenina'],
  ])('%s', async (text, name) => expect(await search(text)).toContain(name));
});

describe('small typing errors are tolerated', () => {
  test.each([
    ['crosants', 'aurora'],
    ['trindad', 'aurora'],
    ['trinidade', 'aurora'],
    ['auroar', 'aurora'],
    ['sakua', 'sakura'],
    ['quejadas', 'acucar'],
    ['зеленна', 'zelenina'],
  ])('%s', async (text, name) => expect(await search(text)).toContain(name));

  test.each(['xyzzy', 'bicicleta', 'яхта', '99999'])('%s matches nothing', async (text) => {
    expect(await search(text)).toEqual([]);
  });
});

describe('word prefixes', () => {
  test.each([
    ['croi', 'aurora'],
    ['tri', 'aurora'],
    ['sak', 'sakura'],
    ['qu', 'acucar'],
    ['зел', 'zelenina'],
  ])('%s', async (text, name) => expect(await search(text)).toEqual([name]));

  test('find each product, however many words start with them', async () => {
    const manyWords = Array.from({ length: 60 }, (_, i) => `zz${String.fromCharCode(97 + (i % 26))}${i}`);
    const otherSalePlace = { seller, salePlace: { name: 'Kiosk', address: 'Faro' } };
    const product = { name: 'Bag', categories: [3] };
    const { productId: crowdedId } = await createProductOnSale(api, {
      ...otherSalePlace,
      product: { ...product, description: manyWords.join(' ') },
    });
    const { productId: singleId } = await createProductOnSale(api, {
      ...otherSalePlace,
      product: { ...product, description: 'zzz' },
    });
    expect((await search('zz')).toSorted()).toEqual([crowdedId, singleId].toSorted());
    expect(await search('zzz')).toContain(singleId);
  });
});

describe('several words', () => {
  test('must all match, in any order, each with tolerance', async () => {
    expect(await search('aurora cesto')).toEqual(['aurora']);
    expect(await search('cesto aurora')).toEqual(['aurora']);
    expect(await search('cest auror pao')).toEqual(['aurora']);
    expect(await search('aurora queijadas')).toEqual([]);
    expect(await search('aurora xyzzy')).toEqual([]);
    expect((await search('lisboa')).toSorted()).toEqual(['acucar', 'aurora', 'sakura']);
  });

  test('punctuation is ignored', async () => {
    expect(await search('  Açúcar & Canela!! ')).toEqual(['acucar']);
    expect(await search("cesto' | ' & !:*()\\")).toEqual(['aurora']);
    expect(await search('Padaria-Aurora')).toEqual(['aurora']);
  });

  test('an empty text matches everything', async () => {
    for (const text of ['', '   ', '!?']) expect((await search(text)).length).toBeGreaterThanOrEqual(4);
  });

  test('a hundred characters are accepted', async () => {
    expect(await search('cesto '.repeat(16))).toEqual(['aurora']);
    expect(await search(`cesto ${'a b c d e f g h i j k l m n o p q r s t'}`)).toEqual(['aurora']);
  });
});
