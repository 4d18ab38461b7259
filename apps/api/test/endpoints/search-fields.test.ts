import { type Endpoint, type EndpointName, endpoints } from '@wopack/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  BUSINESS_BODY,
  buyProduct,
  createProductOnSale,
  createTestUser,
  type TestUser,
} from '../support/builders.ts';
import { createTestOperator } from '../support/operators.ts';
import { useTestApp } from '../support/test-app.ts';
import { sendRequest } from '../support/test-request.ts';
import type { JsonSchema } from './arbitraries.ts';

const api = useTestApp();
let operator: TestUser;
let seller: TestUser;
let buyer: TestUser;
let orderId: number;

beforeAll(async () => {
  api.clock.set('2026-11-20T17:45:00Z');
  seller = await createTestUser(api, { name: 'Rui Fontes', isSeller: true, isEmailVerified: true });
  const { productId } = await createProductOnSale(api, {
    seller,
    product: { name: 'Cesto Чаи\u0306 da manhã' },
    salePlace: { name: 'Padaria São José', address: 'Rua da Trindade 18, Lisboa' },
  });
  await seller.call('updateBusiness', { body: { ...BUSINESS_BODY, legal_name: 'Fontes & Irmão, Lda.' } });
  buyer = await createTestUser(api, {
    name: 'Joa\u0303o Łukasz Ёлкин',
    email: 'joao.elkin@padaria.example',
    isPartner: true,
    isEmailVerified: true,
  });
  // Another with everything else, so that a search that finds all is seen.
  await createProductOnSale(api, {
    product: { name: 'Box' },
    salePlace: { name: 'Outra', address: 'Largo 1, Porto', latitude: 41.15, longitude: -8.61 },
  });
  orderId = (await buyProduct(buyer, productId)).id;
  operator = await createTestOperator(api, 'owner', { name: 'Inês Duarte' });
  await api.db
    .insertInto('mail_failures')
    .values({
      recipient: 'full@example.com',
      subject: 'x',
      reason: 'full',
      failures: 1,
      failed_at: api.clock.now(),
    })
    .execute();
});

const SEARCH_FIELDS = ['q', 'search', 'searchProductText', 'query'];
/** They answer with a file. */
const isExport = (name: string) => name.startsWith('export');

const fields = (Object.entries(endpoints) as [EndpointName, Endpoint][]).flatMap(([name, { query }]) =>
  Object.entries((query as JsonSchema | undefined)?.properties ?? {})
    .filter(([field, { type }]) => SEARCH_FIELDS.includes(field) && type === 'string' && !isExport(name))
    .map(([field]) => ({ name, field })),
);

const sendSearch = async (name: EndpointName, field: string, text: string) => {
  const { auth } = endpoints[name];
  const caller = auth === 'operator' ? operator : auth === 'member' ? seller : buyer;
  const { status, body } = await sendRequest(api, name, {
    token: caller.token,
    query: {
      [field]: text,
      ...(name === 'listMapOffers' && { bbox: '-10,38,-8,42', zoom: 15 }),
    },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  const lists = Object.values(body as object).filter(Array.isArray);
  return (lists[0] ?? body) as unknown[];
};

test('all fields that search are found', () => {
  expect(fields.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['listOffers', 'listMapOffers', 'searchCities', 'searchEstablishments']),
  );
  expect(fields.length).toBeGreaterThan(14);
});

/** Marks, blanks, wildcards of SQL in several widths, and quotes. */
const nonsense = [
  '!',
  '…',
  '🚀',
  'ь',
  '%',
  '％',
  '_',
  '\\',
  '¨',
  '-----',
  '(  )',
  "%' OR 1=1 --",
  '"; drop table x',
  'ьь!',
];

describe.each(fields)('$name $field', ({ name, field }) => {
  test.each(nonsense)('finds nothing for %j', async (text) => {
    expect(await sendSearch(name, field, text)).toEqual([]);
  });
});

const listNames = async (name: EndpointName, text: string) =>
  (await sendSearch(name, name === 'listSellerOrders' ? 'search' : 'q', text)) as Record<string, unknown>[];

describe('operators find', () => {
  test.each([
    ...[
      'joao',
      'JOÃO',
      'Joa\u0303o',
      'elkin joao',
      'lukasz',
      'елкин',
      'ЁЛКИН',
      'Елкин',
      'joao.elk',
      'elkin@pad',
    ],
    ...['JOAO.ELKIN@padaria.example', 'n.º USER', '#USER'],
  ])('a person by %j', async (typed) => {
    const text = typed.replace('USER', String(buyer.id));
    for (const name of ['listAdminUsers', 'listPartners'] as const)
      expect((await listNames(name, text)).map(({ id }) => id)).toEqual([buyer.id]);
    const hits = await listNames('searchAdmin', text);
    expect(hits.filter(({ kind }) => kind === 'user').map(({ id }) => id)).toEqual([buyer.id]);
  });

  test.each([
    ...['ORDER', '#ORDER', 'n.º ORDER', 'N.º\u00A0ORDER', '№ ORDER', 'Pedido ORDER', 'заказ ORDER'],
    ...['joao', 'elkin joao', 'joao.elkin@pad', '4242', '•• 4242', '•••• 4242'],
  ])('an order by %j', async (typed) => {
    const text = typed.replace('ORDER', String(orderId));
    expect((await listNames('listAdminOrders', text)).map(({ id }) => id)).toEqual([orderId]);
    const hits = await listNames('searchAdmin', text);
    expect(hits.filter(({ kind }) => kind === 'order').map(({ id }) => id)).toEqual([orderId]);
  });

  test.each([
    'padaria sao jose',
    'São José',
    'jose padaria',
    'JOSE',
    'rua da trindade',
    'trindade 18',
    'Trindade, 18',
    'jos',
  ])('a sale place and its seller by %j', async (text) => {
    expect(await listNames('listAdminSalePlaces', text)).toMatchObject([{ name: 'Padaria São José' }]);
    expect((await listNames('listAdminSellers', text)).map(({ id }) => id)).toEqual([seller.id]);
  });

  test.each(['fontes irmao', 'FONTES & IRMÃO', 'irmao, fontes'])('a seller by %j', async (text) => {
    expect((await listNames('listAdminSellers', text)).map(({ id }) => id)).toEqual([seller.id]);
  });

  test.each(['чай', 'ЧАЙ', 'Чаи\u0306', 'manha', 'cesto manhã'])('a product by %j', async (text) => {
    expect(await listNames('listAdminProducts', text)).toMatchObject([{ name: 'Cesto Чай da manhã' }]);
  });

  test('an operator, and a mail that was not delivered', async () => {
    expect(await listNames('listOperators', 'ines d')).toHaveLength(1);
    expect(await listNames('listFailedMails', 'full@exam')).toHaveLength(1);
  });
});

test.each(['joao', 'João', 'JOÃO', 'joa', 'joao ё', 'Joa\u0303o Е', '#ORDER'])(
  'a seller finds an order by %j',
  async (typed) => {
    const orders = await listNames('listSellerOrders', typed.replace('ORDER', String(orderId)));
    expect(orders.map(({ id }) => id)).toEqual([orderId]);
  },
);

test.each(['чай', 'Чаи\u0306', 'chay', 'manha', 'MANHÃ', 'sao jose'])(
  'everybody finds a pack by %j',
  async (text) => {
    expect(await sendSearch('listOffers', 'searchProductText', text)).toMatchObject([
      { name: 'Cesto Чай da manhã' },
    ]);
  },
);

test('an emoji finds what it shows', async () => {
  expect(await sendSearch('listOffers', 'searchProductText', '🥐')).not.toEqual([]);
});

test('names are looked up in an index', async () => {
  for (const [table, words] of [
    ['users', sql`name || ' ' || surname || ' ' || email collate "default"`],
    ['legal_identities', sql`legal_name`],
    ['sale_places', sql`name || ' ' || address`],
    ['products', sql`name`],
    ['product_texts', sql`name`],
  ] as const) {
    const { rows } = await api.db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      return sql<{ 'QUERY PLAN': string }>`explain select 1 from ${sql.table(table)}
        where fold_words(${words}) like contains_words(${'padaria'})`.execute(trx);
    });
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(`${table}_words`);
  }
});
