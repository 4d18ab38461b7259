import { text } from 'node:stream/consumers';
import { allergens, diets, type ImportColumn, importColumns } from '@wopack/contract';
import { type Language, languages, type Schedule, weekdays } from '@wopack/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCsvStream, restoreText } from '../../../platform/files/csv.ts';
import {
  buildTableRow,
  type ProductOfTable,
  readAmount,
  readDayPlan,
  readHeader,
  readTableRows,
} from './import-columns.rules.ts';
import { type CheckedRow, createRowCheck, type RowsContext, shareContents } from './import-rows.rules.ts';
import { columnNames, createErrorTexts, createTableChoices, createTableTexts } from './table-texts.ts';
import { type CellContent, parseCsvTable } from './tables.rules.ts';

const TYPES = ['Padaria', 'Refeições', 'Sushi'].map((name, index) => ({
  id: index + 1,
  slug: `type-${index + 1}`,
  name: { pt: name, en: `${name} en`, ru: `${name} ru` },
  icon: 'bread',
  retired_at: null,
}));
const SALE_PLACES = [
  { id: 7, name: 'Padaria Aurora' },
  { id: 8, name: 'Quiosque' },
];

const createContext = (changes: Partial<RowsContext> = {}): RowsContext => ({
  products: [],
  salePlaces: SALE_PLACES,
  photos: [],
  choices: createTableChoices(TYPES),
  findProductErrors: () => ({}),
  findScheduleErrors: () => ({}),
  ...changes,
});

function readTable(
  content: Uint8Array,
  context: RowsContext,
  counts?: Parameters<typeof shareContents>[1],
): CheckedRow[] {
  const [head, ...lines] = parseCsvTable(content).map((line) =>
    line.map((cell): CellContent => (typeof cell === 'string' ? restoreText(cell) : cell)),
  );
  const header = readHeader(head!, columnNames);
  expect([header.unknown, header.repeated, header.missing]).toEqual([[], [], []]);
  return checkRows(readTableRows(lines, header, 2), context, counts);
}

const checkRows = (
  rows: Parameters<ReturnType<typeof createRowCheck>>[0][],
  context: RowsContext,
  counts: Parameters<typeof shareContents>[1] = new Map(),
) => shareContents(rows.map(createRowCheck(context)), counts);

const read = (csv: string, context: RowsContext, counts?: Parameters<typeof shareContents>[1]) =>
  readTable(new TextEncoder().encode(csv), context, counts);

const hostileText = (isMultiline: boolean) =>
  fc
    .array(
      fc.constantFrom(
        ...['=1+1', '=cmd|x', '="01"', '+', '-', '@', '@SUM(1)', '＝', ';', ',', '|', "'", '"', '""', ' '],
        ...['0417', '12345678901234567', '7', '4,99', 'Pão', 'é', 'ж', '😀', '(', '.', '\u00a0'],
        ...(isMultiline ? ['\n', '\n\n', '\t'] : []),
      ),
      { minLength: 1, maxLength: 8 },
    )
    .map((parts) => `${parts.join('')}x`.trim());

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const dayPlan = fc.record(
  { time_start: time, time_end: time, quantity: fc.integer({ min: 1, max: 99 }) },
  { requiredKeys: ['time_start', 'time_end'] },
);
const schedule = fc
  .dictionary(fc.constantFrom(...weekdays), dayPlan, { minKeys: 1 })
  .map((days) => ({ ...days }) as Schedule);

const anyProduct = fc.record({
  own_code: fc.option(hostileText(false)),
  place: fc.constantFrom(...SALE_PLACES),
  name: hostileText(false),
  description: hostileText(true),
  language: fc.constantFrom<Language>(...languages),
  texts: fc.uniqueArray(
    fc.record({
      language: fc.constantFrom<Language>(...languages),
      name: hostileText(false),
      description: hostileText(true),
    }),
    { selector: ({ language }) => language },
  ),
  price_cents: fc.integer({ min: 100, max: 9999 }),
  old_price_cents: fc.integer({ min: 100, max: 99_999 }),
  vat_rate: fc.constantFrom(0, 6, 13.5, 'mixed' as const, null),
  max_per_order: fc.integer({ min: 1, max: 7 }),
  weight_grams: fc.constantFrom(null, 50, 1100, 20_000),
  type_ids: fc.uniqueArray(fc.constantFrom(1, 2, 3), { minLength: 1 }),
  allergens: fc.uniqueArray(fc.constantFrom(...allergens)),
  is_free_of_allergens: fc.boolean(),
  diet: fc.uniqueArray(fc.constantFrom(...diets)),
  photos: fc.uniqueArray(fc.integer({ min: 1, max: 99_999 }), { minLength: 1, maxLength: 8 }),
  days: fc.option(fc.record({ daily_quantity: fc.integer({ min: 1, max: 99 }), schedule })),
});

const products = fc.array(anyProduct, { minLength: 1, maxLength: 5 }).map((rows) =>
  rows.map(({ place, days, photos, texts, ...row }, index): ProductOfTable & { time_zone: string } => ({
    ...row,
    texts: texts.filter(({ language }) => language !== row.language),
    is_free_of_allergens: row.is_free_of_allergens && row.allergens.length === 0,
    id: 100 + index,
    sale_place_id: place.id,
    sale_place_name: place.name,
    photos: photos.map((number) => ({ path: `/media/photos/${number}-1280.webp` })),
    daily_quantity: days?.daily_quantity ?? null,
    schedule: days?.schedule ?? null,
    time_zone: 'Europe/Lisbon',
    link_id: null,
  })),
);

async function exportCsv(
  rows: readonly ProductOfTable[],
  language: Language,
  columns = importColumns as readonly ImportColumn[],
) {
  const texts = createTableTexts(TYPES, language);
  const cells = rows.map((product) => {
    const row = buildTableRow(product, texts);
    return columns.map((column) => row[column]);
  });
  return text(
    createCsvStream(
      columns.map((column) => columnNames[language][column]),
      cells,
      language,
    ),
  );
}

test('what is exported and imported again changes nothing, in any language', async () => {
  await fc.assert(
    fc.asyncProperty(products, fc.constantFrom<Language>(...languages), async (rows, language) => {
      const checked = read(await exportCsv(rows, language), createContext({ products: rows }));
      expect(checked.map(({ plan, errors }) => ({ plan, errors }))).toEqual(
        rows.map(() => ({ plan: 'unchanged', errors: [] })),
      );
    }),
    { numRuns: 300 },
  );
});

test('any part of the columns changes nothing either, and one that differs changes that alone', async () => {
  await fc.assert(
    fc.asyncProperty(
      products,
      fc.uniqueArray(fc.constantFrom(...importColumns)),
      fc.constantFrom<Language>(...languages),
      async (rows, some, language) => {
        const columns = importColumns.filter((column) => column === 'id' || some.includes(column));
        const stored = rows.map((row) => ({
          ...row,
          name: columns.includes('name') ? `${row.name}y` : row.name,
        }));
        const checked = read(await exportCsv(rows, language, columns), createContext({ products: stored }));
        for (const [index, { plan, target }] of checked.entries()) {
          expect(plan).toBe(columns.includes('name') ? 'changed' : 'unchanged');
          if (plan !== 'changed') continue;
          expect(target!.schedule).toBeNull();
          expect(target!.product).toMatchObject({
            id: rows[index]!.id,
            name: rows[index]!.name,
            categories: rows[index]!.type_ids,
            photo: rows[index]!.photos.map(({ path }) => path),
            sale_place_id: rows[index]!.sale_place_id,
          });
        }
      },
    ),
    { numRuns: 200 },
  );
});

test('no table whatever makes the check fail, and each row has one outcome', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.oneof(hostileText(true), fc.constant('')), { maxLength: 23 }), { maxLength: 5 }),
      (lines) => {
        const header = readHeader([...importColumns], columnNames);
        const rows = readTableRows(lines, header, 2);
        const checked = checkRows(rows, createContext());
        expect(checked.map(({ number }) => number)).toEqual(rows.map(({ number }) => number));
        for (const { plan, errors, target } of checked) {
          expect(plan === 'wrong').toBe(errors.length > 0);
          expect(target === null).toBe(plan === 'wrong');
        }
      },
    ),
  );
});

const HEAD = 'id;sale_place;name;description;price;vat_rate;categories;photos;quantity;mon;tue';
const PHOTO = { name: 'broa-1.jpg', path: '/media/photos/a-1280.webp', error: null };
const row = (cells: Partial<Record<ImportColumn, string>>) => {
  const whole: Partial<Record<ImportColumn, string>> = {
    ...{ sale_place: 'padaria AURORA', name: 'Cesto', description: 'Pão.', price: '4,99' },
    ...{ categories: 'Padaria', photos: 'Broa-1.JPG', quantity: '5', mon: '18:00-19:30' },
    ...cells,
  };
  return HEAD.split(';')
    .map((column) => whole[column as ImportColumn] ?? '')
    .join(';');
};
const check = (...rows: string[]) => read([HEAD, ...rows].join('\n'), createContext({ photos: [PHOTO] }));

test('a new product, by the names of everything', () => {
  expect(check(row({}))).toMatchObject([
    {
      plan: 'new',
      target: {
        productId: 0,
        product: { sale_place_id: 7, price: '4.99', categories: [1], photo: [PHOTO.path] },
        schedule: { quantity: 5, schedule: { mon: { time_start: '18:00', time_end: '19:30' } } },
      },
    },
  ]);
});

test.each<[cells: Partial<Record<ImportColumn, string>>, column: ImportColumn, key: string]>([
  [{ id: '17' }, 'id', 'products.import.unknownProduct'],
  [{ id: 'abc' }, 'id', 'products.import.unknownProduct'],
  [{ sale_place: 'Sete Rios' }, 'sale_place', 'products.import.salePlace'],
  [{ sale_place: '' }, 'sale_place', 'field.required'],
  [{ categories: 'Padaria, Pizza' }, 'categories', 'products.import.choice'],
  [{ photos: 'broa.jpg' }, 'photos', 'products.import.photoSimilar'],
  [{ photos: 'something-else.jpg' }, 'photos', 'products.import.photoMissing'],
  [{ vat_rate: '31' }, 'vat_rate', 'products.import.vatRate'],
  [{ vat_rate: '6,125' }, 'vat_rate', 'products.import.vatRate'],
  [{ vat_rate: 'lots' }, 'vat_rate', 'products.import.vatRate'],
  [{ mon: '18-19' }, 'mon', 'products.import.day'],
  [{ mon: '19:00-19:00' }, 'mon', 'products.equal_times'],
  [{ mon: '22:00-02:00', tue: '01:00-03:00' }, 'mon', 'products.overlap'],
  [{ mon: '' }, 'mon', 'products.empty'],
  [{ quantity: '' }, 'quantity', 'field.required'],
  [{ quantity: '0x5' }, 'quantity', 'field.type'],
  [{ quantity: '1e1' }, 'quantity', 'field.type'],
  [{ name: '=A1' }, 'name', 'products.import.formula'],
  [{ price: '=2*2' }, 'price', 'products.import.formula'],
  [{ description: '@SUM(A1)' }, 'description', 'products.import.formula'],
  [{ description: '-cmd.exe(1)' }, 'description', 'products.import.formula'],
])('%j: %s, %s', (cells, column, key) => {
  expect(check(row(cells))).toMatchObject([{ plan: 'wrong', errors: [{ column, key }], target: null }]);
});

test.each([
  ['6', 6],
  ['13,5 %', 13.5],
  ['0', 0],
  ['mista', 'mixed'],
  ['', null],
])('a VAT rate of %j is %j', (text, rate) => {
  expect(check(row({ vat_rate: text }))).toMatchObject([
    { plan: 'new', target: { product: { vat_rate: rate } } },
  ]);
});

test('text that begins with a sign is text', () => {
  expect(check(row({ name: '-10 % de pão', description: '@aurora' })).map(({ plan }) => plan)).toEqual([
    'new',
  ]);
});

const PRODUCT: ProductOfTable & { time_zone: string } = {
  ...{ id: 5, own_code: 'A-1', sale_place_id: 7, sale_place_name: 'Padaria Aurora', name: 'Cesto' },
  ...{
    description: 'Pão.',
    language: 'pt',
    texts: [],
    price_cents: 499,
    old_price_cents: 1200,
    vat_rate: 6,
    type_ids: [1],
  },
  ...{
    allergens: [],
    is_free_of_allergens: false,
    diet: [],
    photos: [{ path: '/media/photos/x-1280.webp' }],
    daily_quantity: null,
    max_per_order: 3,
    weight_grams: null,
  },
  ...{ schedule: null, time_zone: 'Europe/Lisbon', link_id: null },
};

describe('the weight', () => {
  const context = createContext({ products: [{ ...PRODUCT, weight_grams: 800 }] });

  test.each([
    ['950', 950],
    ['950 g', 950],
    ['', null],
  ])('%j is %j', (text, grams) => {
    expect(read(`id;weight_grams\n5;${text}`, context)).toMatchObject([
      { plan: 'changed', target: { product: { weight_grams: grams } } },
    ]);
  });

  test('stays without its column, and the same changes nothing', () => {
    expect(read('id;price\n5;3,99', context)[0]!.target!.product).not.toHaveProperty('weight_grams');
    expect(read('id;weight_grams\n5;800', context)).toMatchObject([{ plan: 'unchanged' }]);
  });

  test('is refused as words', () => {
    expect(read('id;weight_grams\n5;heavy', context)[0]!.errors).toMatchObject([
      { column: 'weight_grams', key: 'field.type' },
    ]);
  });
});

describe('which product a row is about', () => {
  const products = [PRODUCT, { ...PRODUCT, id: 6, sale_place_id: 8, sale_place_name: 'Quiosque' }];
  const context = createContext({ products });

  test('by its number', () => {
    expect(read('id;price\n6;3,99', context)).toMatchObject([
      {
        plan: 'changed',
        target: { productId: 6, product: { price: '3.99', name: 'Cesto' }, schedule: null },
      },
    ]);
  });

  test.each(['6.0', '6,0', '06', ' 6 '])('by its number as a spreadsheet may write it: %j', (id) => {
    expect(read(`id;price\n${id};3,99`, context)).toMatchObject([{ target: { productId: 6 } }]);
  });

  test.each(['0x6', '6e0', '0b110', '6.5', '-6', '+6e0', 'Infinity', '6 6'])(
    'by nothing that only a program takes for its number: %j',
    (id) => {
      expect(read(`id;price\n${id};3,99`, context)[0]!.errors).toMatchObject([
        { column: 'id', key: 'products.import.unknownProduct' },
      ]);
    },
  );

  test('by the code at its sale place', () => {
    expect(read('code;sale_place;price\nA-1;Quiosque;3,99', context)).toMatchObject([
      { plan: 'changed', target: { productId: 6 } },
    ]);
  });

  test('a code of several is none', () => {
    expect(read('code;price\nA-1;3,99', context)[0]!.errors).toMatchObject([
      { column: 'code', key: 'products.import.ambiguousCode' },
    ]);
  });

  test('one product twice is wrong the second time', () => {
    expect(
      read('id;price\n6;3,99\n5;3,99\n6;4,99', context).map(({ plan, errors }) => [plan, errors[0]?.values]),
    ).toEqual([
      ['changed', undefined],
      ['changed', undefined],
      ['wrong', { row: 2 }],
    ]);
  });

  test('a new one twice by its code as well', () => {
    const line = 'B-2;Quiosque;Cesto;Pão.;4,99;Padaria;x-1280.webp';
    const head = 'code;sale_place;name;description;price;categories;photos';
    expect(read([head, line, line].join('\n'), context).map(({ plan }) => plan)).toEqual(['new', 'wrong']);
  });

  test('photos of other own products may be shown, and are their own source', () => {
    const line = 'Quiosque;Cesto;Pão.;4,99;Padaria;x-1280.webp';
    expect(
      read(`sale_place;name;description;price;categories;photos\n${line}`, context)[0]!.target,
    ).toMatchObject({ productId: 0, photoSources: [6], product: { photo: ['/media/photos/x-1280.webp'] } });
  });
});

describe('linked products', () => {
  const linked = [PRODUCT, { ...PRODUCT, id: 6, sale_place_id: 8 }].map((product) => ({
    ...product,
    link_id: 3,
  }));
  const context = createContext({ products: linked });

  test('a text that one row changes is that of all rows that are written', () => {
    const checked = read('id;name;price\n5;Cesto;4,99\n6;Saco;4,99', context);
    expect(checked.map(({ plan }) => plan)).toEqual(['unchanged', 'changed']);
    const both = read('id;name;price\n5;Cesto;3,99\n6;Saco;4,99', context);
    expect(both.map(({ target }) => target?.product)).toMatchObject([
      { name: 'Saco', price: '3.99' },
      { name: 'Saco', price: '4.99' },
    ]);
  });

  test('the row that changes the text has the number of products that change with it', () => {
    const counts = new Map([[3, { total: 4, outside: 0 }]]);
    const checked = read('id;name;price\n5;Cesto;3,99\n6;Saco;4,99', context, counts);
    expect(checked.map(({ linkedCount }) => linkedCount)).toEqual([0, 3]);
    const priced = read('id;name;price\n5;Cesto;3,99', context, counts);
    expect(priced.map(({ plan, linkedCount }) => [plan, linkedCount])).toEqual([['changed', 0]]);
  });

  test('a text of products at sale places that the member does not have stays, as the check says', () => {
    const counts = new Map([[3, { total: 4, outside: 2 }]]);
    const checked = read('id;description;price\n5;Pão e bolos.;3,99\n6;Pão.;3,99', context, counts);
    expect(checked.map(({ plan }) => plan)).toEqual(['wrong', 'changed']);
    expect(checked[0]!.errors).toEqual([
      { column: 'description', key: 'products.linkedOutside', values: { count: 2 } },
    ]);
  });

  test('texts in other languages are those of all as well', () => {
    const checked = read('id;name_en;description_en;price\n5;Basket;Bread.;4,99\n6;;;4,99', context);
    expect(checked.map(({ target }) => target?.product?.texts)).toEqual([
      { en: { name: 'Basket', description: 'Bread.' } },
      undefined,
    ]);
  });

  test('two rows that change it in different ways are wrong', () => {
    const checked = read('id;name;price\n5;Bolsa;4,99\n6;Saco;4,99', context);
    expect(checked.map(({ plan }) => plan)).toEqual(['changed', 'wrong']);
    expect(checked[1]!.errors).toMatchObject([{ key: 'products.import.linkedDiffers', values: { row: 2 } }]);
  });
});

describe('texts in other languages', () => {
  const product = { ...PRODUCT, texts: [{ language: 'en' as const, name: 'Basket', description: 'Bread.' }] };
  const context = createContext({ products: [product] });

  test('are those of the row; a language without a column keeps its text', () => {
    const [checked] = read('id;name_ru;description_ru\n5;Корзина;Хлеб.', context);
    expect(checked).toMatchObject({ plan: 'changed', errors: [] });
    expect(checked!.target!.product!.texts).toEqual({
      en: { name: 'Basket', description: 'Bread.' },
      ru: { name: 'Корзина', description: 'Хлеб.' },
    });
  });

  test('are removed by empty cells, and stay where a table has no such column', () => {
    const [removed] = read('id;name_en;description_en\n5;;', context);
    expect(removed!.target!.product!.texts).toEqual({});
    const [priced] = read('id;price\n5;3,99', context);
    expect(priced!.target!.product).not.toHaveProperty('texts');
  });

  test("the product's own language has the main columns", () => {
    const [same] = read('id;name_pt;description_pt\n5;Cesto;Pão.', context);
    expect(same).toMatchObject({ plan: 'unchanged', errors: [] });
    const [other] = read('id;name_pt\n5;Saco', context);
    expect(other!.errors).toEqual([{ column: 'name_pt', key: 'products.import.ownLanguage', values: {} }]);
  });
});

test.each([
  ['4,99', '4.99'],
  ['4.9', '4.90'],
  ['4', '4.00'],
  ['€ 4,99', '4.99'],
  ['4,99\u00a0€', '4.99'],
  ['4,999', '4,999'],
  ['four', 'four'],
])('%j is the amount %j', (cell, amount) => expect(readAmount(cell)).toBe(amount));

test.each([
  ['18:00-19:30', { time_start: '18:00', time_end: '19:30' }],
  ['8h00 – 9h30', { time_start: '08:00', time_end: '09:30' }],
  ['18:00-19:30 (5)', { time_start: '18:00', time_end: '19:30', quantity: 5 }],
  ['18:00-19:30 x12', { time_start: '18:00', time_end: '19:30', quantity: 12 }],
  ['18:00', null],
  ['closed', null],
])('%j are the hours %j', (cell, plan) => expect(readDayPlan(cell)).toEqual(plan));

test('what can be chosen is told apart where it has commas of its own', () => {
  const tiers = [199, 299].map((price_cents) => ({ price_cents, old_price_cents: 900, retired_at: null }));
  const explain = (language: Language) =>
    createErrorTexts(
      { types: TYPES, tiers, salePlaces: SALE_PLACES },
      language,
    )({
      column: 'price',
      key: 'products.price',
      values: {},
    });
  expect(explain('en')).toMatch(/ 1\.99, 2\.99$/);
  expect(explain('ru')).toMatch(/ 1,99; 2,99$/);
});
