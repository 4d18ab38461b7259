import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { createProductOnSale, createTestUser, type TestUser } from '../../../test/support/builders.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { formatEarthCube } from './geometry.rules.ts';
import { selectOfferPage } from './list/list.queries.ts';
import { findFirst, planSearch } from './offer-filters.ts';
import type { OfferFilters } from './offers.queries.ts';
import { getTermStatistics } from './search-terms.queries.ts';

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
  seller = await createTestUser(api, { isSeller: true, isEmailVerified: true });
  buyer = await createTestUser(api);
  for (const [name, { salePlace, product }] of Object.entries(productsByName)) {
    const categories = [...product.categories];
    ids[name] = (
      await createProductOnSale(api, { seller, salePlace, product: { ...product, categories } })
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

  test.each([
    ['sakua', 'sakura'],
    ['áuroar', 'aurora'],
    ['зеленна', 'зеленина'],
    ['fermentaçao crosants', 'fermentaçao croissants'],
    ['bakary', 'bakery'],
    ['круассн', 'круассан'],
    // The group stands for the words that belong to it.
    ['croisant', 'croissants'],
  ])('the word that %s is taken for is said', async (text, shown) => {
    const { data, search: view } = await buyer.call('listOffers', { query: { searchProductText: text } });
    expect(data.length).toBeGreaterThan(0);
    const typed = text.split(' ').at(-1)!;
    const used = shown.split(' ').at(-1)!;
    expect(view).toMatchObject({ text: shown, dropped: [typed], similar: [{ typed, used }] });
    const map = await buyer.call('listMapOffers', { query: { searchProductText: text } });
    expect(map.search?.dropped).toEqual(view?.dropped);
  });

  test('on request a text is searched for as it is typed', async () => {
    const find = async (searchProductText: string) => {
      const query = { searchProductText, exact: 'yes' };
      const { data, search: view } = await buyer.call('listOffers', { query });
      const map = await buyer.call('listMapOffers', { query });
      expect(map.search).toEqual(view);
      return [data.length > 0, view?.text, view?.dropped, view?.similar];
    };
    expect(await find('sakua')).toEqual([false, undefined, undefined, undefined]);
    expect(await find('croissants sakua')).toEqual([true, 'croissants', ['sakua'], []]);
  });

  test.each([
    // These share letters with words of products.
    ...['trinta', 'fermento', 'vozes'],
    ...['xyzzy', 'bicicleta', 'яхта', '99999'],
  ])('%s matches nothing', async (text) => {
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
    // Nothing has both, so the first is shown.
    expect(await search('aurora queijadas')).toEqual(['aurora']);
    expect(await search('aurora xyzzy')).toEqual(['aurora']);
    expect(await search('xyzzy bicicleta')).toEqual([]);
    expect((await search('lisboa')).toSorted()).toEqual(['acucar', 'aurora', 'sakura']);
  });

  test('punctuation is ignored', async () => {
    expect(await search('  Açúcar & Canela!! ')).toEqual(['acucar']);
    expect(await search("cesto' | ' & !:*()\\")).toEqual(['aurora']);
    expect(await search('Padaria-Aurora')).toEqual(['aurora']);
  });

  test('an empty text matches everything', async () => {
    for (const text of ['', '   ']) expect((await search(text)).length).toBeGreaterThanOrEqual(4);
  });

  test('a hundred characters are accepted', async () => {
    expect(await search('cesto '.repeat(16))).toEqual(['aurora']);
    expect(await search(`cesto ${'a b c d e f g h i j k l m n o p q r s t'}`)).toEqual(['aurora']);
  });
});

describe('synonyms in three languages', () => {
  const foods: Record<string, number> = {};

  beforeAll(async () => {
    const rossio = { latitude: 38.7139, longitude: -9.1394 };
    const addProduct = async (name: string, salePlace: object, product: object) => {
      const options = { seller, salePlace: { ...rossio, ...salePlace }, product } as const;
      foods[name] = (await createProductOnSale(api, options)).productId;
    };
    await addProduct(
      'fruit',
      { name: 'Mercado do Bairro', categories: '[4]' },
      { name: 'Cabaz maduro', description: 'Maçãs, peras e um pão pequeno.', categories: [3] },
    );
    await addProduct(
      'bread',
      { name: 'Moinho Novo', categories: '[1]', latitude: 38.72 },
      { name: 'Pão de centeio', description: 'Da última fornada.', categories: [1] },
    );
    await addProduct(
      'breakfast',
      { name: 'Largo 5', categories: '[5]' },
      { name: 'Bufete', description: 'O que ficou da mesa.', categories: [7] },
    );
    await addProduct(
      'pizza',
      { name: 'Fatia Larga', categories: '[3]' },
      { name: 'Pizza inteira', description: 'A última massa do dia.', categories: [2] },
    );
    await addProduct(
      'coffeehouse',
      { name: 'Toldo Verde', categories: '[2]' },
      { name: 'Lanche', description: 'Um salgado.', categories: [2] },
    );
  });

  const searchFoods = async (text: string, query = {}) => {
    const { data } = await buyer.call('listOffers', { query: { searchProductText: text, ...query } });
    return data.flatMap(({ id }) => Object.keys(foods).filter((name) => foods[name] === id));
  };

  test.each([
    ['хлеб', 'bread'],
    ['bread', 'bread'],
    ['pão', 'bread'],
    ['пекарня', 'bread'],
    ['bakery', 'bread'],
    ['булочка', 'bread'],
    ['пицца', 'pizza'],
    ['pizza', 'pizza'],
    ['кафе', 'coffeehouse'],
    ['café', 'coffeehouse'],
    ['яблоки', 'fruit'],
    ['apples', 'fruit'],
    ['завтрак', 'breakfast'],
    ['супермаркет', 'fruit'],
    ['hotel', 'breakfast'],
  ])('%s finds %s first', async (text, name) => expect((await searchFoods(text))[0]).toBe(name));

  test('a roll may be a wrap', async () => {
    const { productId } = await createProductOnSale(api, {
      seller,
      salePlace: { name: 'Horta', address: 'Faro' },
      product: { name: 'Ролл с огорода', description: 'Овощи.', categories: [6] },
    });
    expect(await search('ролл')).toContain(productId);
    expect(await search('суши')).not.toContain(productId);
  });

  test('what only sounds alike is not found', async () => {
    expect(await searchFoods('bread')).not.toContain('breakfast');
    expect(await searchFoods('рис')).toEqual([]);
    expect(await searchFoods('pizza')).toEqual(['pizza']);
  });

  test('typing errors and unfinished words find synonyms', async () => {
    expect(await searchFoods('пиццца')).toContain('pizza');
    expect(await searchFoods('bakeri')).toContain('bread');
    expect(await searchFoods('булоч')).toContain('bread');
    expect(await searchFoods('supermarkt')).toContain('fruit');
  });

  test('the name ranks before the kind, the sale place and the description, further away or not', async () => {
    const here = { latitude: 38.7139, longitude: -9.1394, radius: 20_000 };
    expect(await searchFoods('bread', here)).toEqual(['bread', 'fruit']);
    expect(await searchFoods('pizza bread', here)).toEqual(['pizza']);
  });

  test('pages of a ranked list neither repeat nor skip a product', async () => {
    const query = { searchProductText: 'lisboa', latitude: 38.7139, longitude: -9.1394 };
    const whole = (await buyer.call('listOffers', { query })).data.map(({ id }) => id);
    const paged: number[] = [];
    let cursor: string | null = '';
    do {
      const page: { data: { id: number }[]; next_cursor: string | null } = await buyer.call('listOffers', {
        query: { ...query, limit: 2, ...(cursor && { cursor }) },
      });
      paged.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor);
    expect(whole.length).toBeGreaterThan(3);
    expect(paged).toEqual(whole);
  });
});

describe('a text that many products have', () => {
  const porto = { latitude: 41.15, longitude: -8.61 };
  const guarda = { latitude: 40.54, longitude: -7.27 };
  const texts = ['pao', 'bread', 'pao porto', 'pao armaz', 'lisboa', 'pao xyzzy'];
  const listPages = async (searchProductText: string, position = porto) => {
    const query = { searchProductText, ...position };
    const first = await buyer.call('listOffers', { query });
    const cursor = first.next_cursor;
    const second = cursor ? await buyer.call('listOffers', { query: { ...query, cursor } }) : { data: [] };
    return [...first.data, ...second.data].map(({ id }) => id);
  };
  const listAll = () => Promise.all(texts.map((text) => listPages(text)));
  let pages: Awaited<ReturnType<typeof listAll>>;

  beforeAll(async () => {
    // Whatever the database gathered by itself until now is forgotten, and it gathers nothing more.
    await sql`alter table products set (autovacuum_enabled = off)`.execute(api.ownerDb);
    await sql`delete from pg_statistic where starelid = 'products'::regclass`.execute(api.ownerDb);
    const salePlace = { name: 'Armazém', address: 'Porto' };
    // Nearer and further ones have the word in the name, so that they are not sorted by distance alone.
    for (const index of Array(43).keys()) {
      await createProductOnSale(api, {
        seller,
        salePlace: { ...salePlace, ...porto, latitude: porto.latitude + index / 1000 },
        product: { name: index % 3 === 0 ? 'Pão' : 'Saco', description: 'Pão do dia.', categories: [7] },
      });
    }
    pages = await listAll();
    expect((await getTermStatistics(api.db)).shares).toEqual(new Map());
    await sql`analyze products`.execute(api.ownerDb);
    const { shares, productCount } = await getTermStatistics(api.db);
    expect(shares.get('pao')).toBeGreaterThan(0.5);
    expect(productCount).toBeGreaterThan(0);
    // A page is kept for a second.
    api.clock.advance(2000);
  });

  test('has the same pages whether the database knows it or not', async () => {
    expect(pages.map(({ length }) => length)).toEqual([40, 40, 40, 40, 8, 40]);
    expect(pages[0]).not.toEqual(pages[0]!.toSorted((a, b) => a - b));
    expect(await listAll()).toEqual(pages);
  });

  test('is found behind a thousand nearer products that do not have it', async () => {
    const before = await listPages('pao', guarda);
    expect(before).toHaveLength(40);
    await sql`insert into products (sale_place_id, name, description, price_cents, old_price_cents, type_ids, photos, state,
        earth, search, created_at)
      select sale_place_id, 'Sopa', 'Sopa do dia.', price_cents, old_price_cents, type_ids, photos, 'active',
        ${formatEarthCube(guarda)}::cube, 'sopa'::tsvector, created_at
      from products, generate_series(1, 1000) where id = ${ids.aurora}`.execute(api.db);
    api.clock.advance(2000);
    expect(await listPages('pao', guarda)).toEqual(before);
  });
});

describe('what a text says beside words', () => {
  const position = { latitude: 32.65, longitude: -16.91 };
  const idsByName: Record<string, number> = {};
  const everyDay = (time_start: string, time_end: string) =>
    Object.fromEntries(
      ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, { time_start, time_end }]),
    );

  beforeAll(async () => {
    const add = async (name: string, km: number, options: object, schedule = everyDay('19:00', '23:50')) => {
      const { productId } = await createProductOnSale(api, {
        seller,
        salePlace: {
          name: 'Cais Novo',
          address: 'Funchal',
          categories: '[3]',
          ...position,
          latitude: position.latitude + km / 111,
          ...('place' in options && (options.place as object)),
        },
        product: { name: 'Caixa Ilha', description: 'Surpresa.', categories: [2], ...options },
        schedule,
      });
      idsByName[name] = productId;
    };
    const tuna = { description: 'Sushi de atum.', categories: [5] };
    await add('lunch', 1, { ...tuna, allergens: ['fish', 'gluten'] }, everyDay('11:30', '14:30'));
    await add('evening', 2, { ...tuna, allergens: ['nuts'] });
    await add('glutenFree', 3, { diet: ['gluten_free', 'halal'], allergens: ['eggs'] });
    await add('undeclared', 4, { description: 'Gluten free, sem nozes.' });
    await add('iceCream', 0, {
      name: 'Gelado e pão',
      description: 'A padaria ao lado faz o pão.',
      categories: [4, 1],
      place: { name: 'Gelataria', categories: '[2]' },
    });
    const forno = { name: 'Forno', categories: '[1]' };
    await add('bakery', 9, { name: 'Cabaz', categories: [1], place: forno });
    await add('iceCreamOfBakery', 1, { name: 'Gelado', categories: [4], place: forno });
  });

  const find = async (searchProductText: string, query = {}) => {
    const reply = await buyer.call('listOffers', {
      query: { ...position, radius: 20_000, searchProductText, ...query },
    });
    return {
      names: reply.data.map(({ id }) => Object.keys(idsByName).find((name) => idsByName[name] === id)),
      search: reply.search!,
    };
  };

  test.each([
    ['sushi at lunch', ['lunch']],
    ['sushi in the evening', ['evening']],
    ['суши вечером', ['evening']],
    ['sushi ao almoço', ['lunch']],
    ['sushi after 3pm', ['evening']],
    ['sushi antes das 15h', ['lunch']],
    ['суши с 12 до 14', ['lunch']],
    ['gluten free', ['glutenFree']],
    ['sem glúten', ['glutenFree']],
    ['без глютена', ['glutenFree']],
    ['халяль', ['glutenFree']],
    // Only what is declared: a text may say 'sem nozes' of another part of the pack.
    ['nut free', ['lunch', 'glutenFree']],
    ['суши без орехов', ['lunch']],
  ])('%s', async (text, names) => {
    api.clock.set('2026-11-20T10:00:00Z');
    expect((await find(text)).names).toEqual(names);
  });

  test.each(['пекарня', 'padaria', 'bakeries'])(
    '%s: shops of the kind, however near another is',
    async (text) => expect((await find(text)).names).toEqual(['bakery']),
  );

  test('what matches nothing is left out and said', async () => {
    expect((await find('sushi xyzzy em Funchal')).search).toMatchObject({
      text: 'sushi Funchal',
      dropped: ['xyzzy'],
    });
    const { names, search: view } = await find('sushi amanhã de manhã xyzzy');
    expect(names).toEqual(['lunch', 'evening']);
    expect(view).toMatchObject({
      text: 'sushi',
      day: null,
      hours: null,
      dropped: ['amanhã', 'de manhã', 'xyzzy'],
    });
  });

  test('times of the clock are said', async () => {
    expect((await find('sushi between 18 and 20:30')).search).toMatchObject({
      text: 'sushi',
      hours: null,
      from: '18:00',
      until: '20:30',
      dropped: [],
    });
  });

  test('a diet or allergen is never left out', async () => {
    expect((await find('kosher sushi')).names).toEqual([]);
    expect((await find('sushi sem peixe', { filterByType: 5 })).names).toEqual(['evening']);
    expect((await find('kosher')).search.diets).toEqual(['kosher']);
  });

  test('cheap: by price, best: by rating', async () => {
    expect((await find('cheap sushi')).search).toMatchObject({ order: 'price', text: 'sushi' });
  });

  test('by price without a radius, map or order, what is near comes first', async () => {
    const names = async (query: object) => {
      const { data, search: view } = await buyer.call('listOffers', {
        query: { ...position, searchProductText: 'cheap sushi', limit: 1, ...query },
      });
      return {
        names: data.map(({ id }) => Object.keys(idsByName).find((name) => idsByName[name] === id)),
        view,
      };
    };
    const { productId: farId } = await createProductOnSale(api, {
      seller,
      salePlace: {
        name: 'Cais Velho',
        address: 'Porto Santo',
        ...position,
        latitude: position.latitude + 0.5,
      },
      product: { name: 'Sushi barato', description: 'Surpresa.', categories: [5], price: 2.99, old_price: 8 },
    });
    idsByName.far = farId;
    api.clock.advance(2000);
    expect(await names({})).toMatchObject({ names: ['lunch'], view: { radius: 25_000, order: 'price' } });
    const first = await buyer.call('listOffers', {
      query: { ...position, searchProductText: 'cheap sushi', limit: 1 },
    });
    const second = await buyer.call('listOffers', {
      query: { ...position, searchProductText: 'cheap sushi', limit: 1, cursor: first.next_cursor! },
    });
    expect([...second.data.map(({ id }) => id), second.next_cursor]).toEqual([idsByName.evening, null]);
    expect(await names({ searchProductText: 'sushi', order: 'price' })).toMatchObject({
      names: ['lunch'],
      view: { radius: 25_000, order: null },
    });
    expect(await names({ radius: 100_000 })).toMatchObject({ names: ['far'], view: { radius: null } });
    // Nothing near: the readings without a radius follow.
    expect(await names({ latitude: position.latitude + 2 })).toMatchObject({ view: { radius: null } });
  });

  test('a list by price without a text begins with what is near too, and says so', async () => {
    const list = async (query: object) => {
      const reply = await buyer.call('listOffers', { query: { ...position, limit: 50, ...query } });
      return { ids: reply.data.map(({ id }) => id), search: reply.search };
    };
    const near = await list({ order: 'price' });
    expect(near.search).toMatchObject({ text: '', radius: 25_000 });
    expect(near.ids).toContain(idsByName.lunch);
    expect(near.ids).not.toContain(idsByName.far);
    for (const query of [{}, { order: 'distance' as const }, { order: 'price' as const, radius: 100_000 }]) {
      const whole = await list(query);
      expect([whole.search, whole.ids.includes(idsByName.far!)]).toEqual([null, true]);
    }
  });

  test.each(['!!!', '€', '★ ✓'])('signs alone (%s) find nothing', async (text) =>
    expect((await find(text)).names).toEqual([]),
  );

  test('later pages are of what the first one has found', async () => {
    const query = { ...position, radius: 20_000, searchProductText: 'sushi pizza', limit: 1 };
    const first = await buyer.call('listOffers', { query });
    expect(first.search?.dropped).toEqual(['pizza']);
    const second = await buyer.call('listOffers', { query: { ...query, cursor: first.next_cursor! } });
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual([idsByName.lunch, idsByName.evening]);
    expect(second.search?.dropped).toEqual(['pizza']);
  });
});

test('products indexed by another version are found by their description, and ranked when indexed again', async () => {
  const { productId } = await createProductOnSale(api, {
    seller,
    salePlace: { name: 'Quiosque', address: 'Faro' },
    product: { name: 'Hambúrguer da casa', description: 'Com batata.', categories: [2] },
  });
  await api.db
    .updateTable('products')
    .set({ search: sql`'hamburguer'::tsvector` })
    .where('id', '=', productId)
    .execute();
  await api.db.updateTable('search_index_state').set({ version: 'older', indexed_through: null }).execute();
  const find = async (searchProductText: string) => {
    const { data } = await buyer.call('listMapOffers', { query: { searchProductText } });
    return data.some(({ products }) => products.some(({ id }) => id === productId));
  };
  expect(await find('hambúrguer')).toBe(true);
  expect(await find('бургер')).toBe(false);
  await api.jobs.runScheduled('products.index');
  expect(await find('бургер')).toBe(true);
  expect(await find('ресторан')).toBe(false);
});

describe('orders', () => {
  const faro = { latitude: 37.0194, longitude: -7.9304 };
  const here = { ...faro, radius: 3000 };
  const sorted: Record<string, number> = {};

  beforeAll(async () => {
    const addProduct = async (name: string, km: number, price: number, start: string) => {
      const { productId } = await createProductOnSale(api, {
        seller,
        salePlace: { name: 'Cais', address: 'Faro', ...faro, latitude: faro.latitude + km / 111 },
        product: { name: 'Saco', price, old_price: price * 2 },
        schedule: {
          mon: { time_start: start, time_end: '23:50' },
          tue: { time_start: start, time_end: '23:50' },
          wed: { time_start: start, time_end: '23:50' },
          thu: { time_start: start, time_end: '23:50' },
          fri: { time_start: start, time_end: '23:50' },
          sat: { time_start: start, time_end: '23:50' },
          sun: { time_start: start, time_end: '23:50' },
        },
      });
      sorted[name] = productId;
    };
    await addProduct('near', 0, 5.99, '22:30');
    await addProduct('middle', 1, 2.99, '22:50');
    await addProduct('far', 2, 2.99, '21:30');
    const rate = (name: string, sum: number, count: number) =>
      api.db
        .updateTable('sale_places')
        .set({ rating_sum: sum, rating_count: count })
        .where('id', '=', ({ selectFrom }) =>
          selectFrom('products').select('sale_place_id').where('products.id', '=', sorted[name]!),
        )
        .execute();
    await rate('middle', 20, 5);
    await rate('far', 14, 3);
    // Too few to go by: it is shown as new.
    await rate('near', 10, 2);
  });

  const names = (data: readonly { id: number }[]) =>
    data.map(({ id }) => Object.keys(sorted).find((name) => sorted[name] === id));

  test.each([
    ['distance', ['near', 'middle', 'far']],
    ['price', ['middle', 'far', 'near']],
    ['pickup', ['far', 'near', 'middle']],
    ['rating', ['far', 'middle', 'near']],
  ] as const)('by %s, in one page or one by one', async (order, expected) => {
    const query = { ...here, order };
    expect(names((await buyer.call('listOffers', { query })).data)).toEqual(expected);
    expect(
      names((await buyer.call('listOffers', { query: { ...query, searchProductText: 'saco' } })).data),
    ).toEqual(expected);
    const paged: { id: number }[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await buyer.call('listOffers', {
        query: { ...query, limit: 1, ...(cursor !== undefined && { cursor }) },
      });
      paged.push(...page.data);
      if (page.next_cursor === null) break;
      cursor = page.next_cursor;
    }
    expect(names(paged)).toEqual(expected);
  });

  test('sold-out products stay last in each order', async () => {
    await api.db
      .updateTable('pickup_slots')
      .set({ units_left: 0 })
      .where('product_id', '=', sorted.far!)
      .execute();
    const readLast = async (order: 'distance' | 'price' | 'pickup' | 'rating') =>
      names((await buyer.call('listOffers', { query: { ...here, order } })).data).at(-1);
    // Pages cached by the tests before are dropped a moment after the change.
    for (const order of ['distance', 'price', 'pickup', 'rating'] as const)
      await expect.poll(() => readLast(order), { timeout: 60_000 }).toBe('far');
  });

  test('only offers that can be collected now', async () => {
    const query = { ...here, day: 'now' } as const;
    expect((await buyer.call('listOffers', { query })).data).toEqual([]);
    await api.db
      .updateTable('pickup_slots')
      .set({ starts_at: new Date(api.clock.now().getTime() - 60_000) })
      .where('product_id', '=', sorted.middle!)
      .where('id', 'in', (slots) =>
        slots
          .selectFrom('pickup_slots')
          .select('id')
          .where('product_id', '=', sorted.middle!)
          .orderBy('starts_at')
          .limit(1),
      )
      .execute();
    expect(names((await buyer.call('listOffers', { query: { ...query, limit: 50 } })).data)).toEqual([
      'middle',
    ]);
  });

  test('a cursor that no page has given is refused', async () => {
    const cursor = Buffer.from(JSON.stringify([0, 1, 1, 0, 'x', 1])).toString('base64url');
    await expect(buyer.call('listOffers', { query: { ...here, cursor } })).rejects.toMatchObject({ code: 1 });
  });
});

describe('cost of the readings of a text', () => {
  const countLoads = async (searchProductText: string, latitude: number) => {
    const attempts = await planSearch(
      api.db,
      { searchProductText, radius: 50_000, latitude, longitude: -9.1394 },
      null,
    );
    let loads = 0;
    const { index } = await findFirst(api.db, attempts, {
      index: 0,
      now: api.clock.now(),
      getBox: ({ box }) => box,
      load: async () => ++loads,
      isEmpty: () => true,
      listTexts: () => [],
    });
    return { readings: attempts.length, loads, index };
  };

  test('only the first is loaded when none finds anything', async () => {
    const { readings, loads } = await countLoads('pão doces sushi hoje', -60);
    expect(readings).toBeGreaterThan(4);
    expect(loads).toBe(1);
  });

  test('none is loaded between the first and one that finds something', async () => {
    expect((await countLoads('pão doces sushi hoje', 38.7139)).loads).toBe(2);
  });

  test.each(['vegan', 'sem glúten', 'padaria'])('the share of %s is estimated', async (text) => {
    const terms = ['VEGAN', 'DIETVEGAN', 'DIETGLUTENFREE', 'PLACEBAKERY', 'KINDBAKERY'];
    const shares = new Map(terms.map((term) => [term, 0.3]));
    const statistics = { shares, productCount: 1_000_000 };
    const [attempt] = await planSearch(api.db, { searchProductText: text }, null, statistics);
    expect(attempt!.filters.search).toMatchObject({ isFrequent: true, isRare: false });
  });

  const listIds = async (filters: OfferFilters, order: 'relevance' | null) =>
    (
      await selectOfferPage(api.db, filters, {
        ...{ phase: 0, after: null, firstPageAt: null, limit: 21, order, language: 'pt' },
        now: api.clock.now(),
      })
    ).map(({ id }) => id);

  test('words that few products have together are looked up in the whole table, and sorted alike', async () => {
    const plan = async (productCount: number) => {
      const statistics = { shares: new Map(), productCount };
      const query = { searchProductText: 'pão doces', latitude: 38.7139, longitude: -9.1394 };
      return (await planSearch(api.db, query, null, statistics))[0]!.filters;
    };
    const filters = await plan(1000);
    expect(filters.search).toMatchObject({ isFrequent: false, isRare: true });
    const ids = await listIds(filters, 'relevance');
    expect(ids.length).toBeGreaterThan(0);
    const others = { ...filters, search: { ...filters.search!, isRare: false } };
    expect(await listIds(others, 'relevance')).toEqual(ids);
  });

  test('a diet that one of thirty products suits is looked for among the nearest, however few those are', async () => {
    const statistics = { shares: new Map([['DIETVEGAN', 0.03]]), productCount: 10_000 };
    const query = { searchProductText: 'vegan', latitude: 38.7139, longitude: -9.1394 };
    const { filters } = (await planSearch(api.db, query, null, statistics))[0]!;
    expect(filters.search).toMatchObject({ isFrequent: true, isRare: false });
    await createProductOnSale(api, { seller, product: { diet: ['vegan'] } });
    const ids = await listIds(filters, null);
    expect(ids.length).toBeGreaterThan(0);
    for (const isRare of [true, false]) {
      const others = { ...filters, search: { ...filters.search!, isFrequent: false, isRare } };
      expect(await listIds(others, null)).toEqual(ids);
    }
  });
});
