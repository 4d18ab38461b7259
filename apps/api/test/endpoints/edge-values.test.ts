import { type Endpoint, type EndpointName, type ErrorName, endpoints } from '@wopack/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestOperator } from '../support/operators.ts';
import { createFixtures, type Fixtures, sampleRequests } from '../support/sample-requests.ts';
import { useTestApp } from '../support/test-app.ts';
import { expectDeclaredError, sendRequest, type TestRequest } from '../support/test-request.ts';

const api = useTestApp();
let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await createFixtures(api);
});

/** One more than the largest id (int4). */
const ID_OUT_OF_RANGE = '2147483648';
const encodeCursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

type TestCase = [
  name: EndpointName,
  change: Pick<TestRequest, 'query'> & { body?: object },
  error: ErrorName,
];

// Values of a valid form that do not exist or do not fit the column.
test.each<TestCase>([
  ['saveSalePlace', { body: { id: ID_OUT_OF_RANGE } }, 'notFound'],
  ['saveSalePlace', { body: { id: '9999999999' } }, 'notFound'],
  ['saveSalePlace', { body: { categories: '[99999999999]' } }, 'validation'],
  ['saveSalePlace', { body: { categories: ['9999999999'] } }, 'validation'],
  ['saveProduct', { body: { id: ID_OUT_OF_RANGE } }, 'notFound'],
  ['saveProduct', { body: { sale_place_id: '9999999999' } }, 'notFound'],
  ['saveProduct', { body: { categories: ['9999999999'] } }, 'validation'],
  ['saveProduct', { body: { price: 1e300 } }, 'validation'],
  ['saveProduct', { body: { old_price: 1e300 } }, 'validation'],
  ['saveProduct', { body: { old_price: '-10' } }, 'validation'],
  ['saveProduct', { body: { photo: ['/media/../postgres-password'] } }, 'validation'],
  ['updateSchedule', { body: { product_id: ID_OUT_OF_RANGE } }, 'notFound'],
  ['initiatePayment', { body: { productId: ID_OUT_OF_RANGE } }, 'notFound'],
  ['initiatePayment', { body: { slot_id: '9999999999999999' } }, 'notFound'],
  ['initiatePayment', { body: { amount: 1e300 } }, 'validation'],
  ['listOffers', { query: { filterByType: '3000000000' } }, 'validation'],
  ['listOffers', { query: { cursor: encodeCursor(0, 1, 3e9, 0) } }, 'validation'],
  ['listOffers', { query: { cursor: encodeCursor(0, 'a', 1, 0) } }, 'validation'],
  ['listOffers', { query: { cursor: encodeCursor(2, 0, 1, 0) } }, 'validation'],
  ['listOffers', { query: { cursor: encodeCursor(0, 1, 1) } }, 'validation'],
  ['listOffers', { query: { cursor: encodeCursor(0, 1, 1, 1e300) } }, 'validation'],
  ['listOffers', { query: { cursor: encodeCursor(0, 1, 1, -8.64e15) } }, 'validation'],
  ['listOffers', { query: { cursor: encodeCursor({}) } }, 'validation'],
  ['listOffers', { query: { cursor: 'nonsense' } }, 'validation'],
  ['listMapOffers', { query: { filterByType: '3000000000' } }, 'validation'],
  ...[
    '',
    '1,2,3',
    '1,2,3,4,5',
    ',,,',
    'a,b,c,d',
    '0,9,1,8',
    '1,0,0,1',
    '0,-91,1,0',
    '0,0,1,91',
    'NaN,0,1,1',
    '-1e999,0,1,1',
  ].map((bbox): TestCase => ['listMapOffers', { query: { bbox } }, 'validation']),
  ...['3000000000', '1.5', '-1', '', ' ', 'abc', '1e3', '0x10'].map(
    (text): TestCase => ['listOrders', { query: { cursor: text } }, 'validation'],
  ),
  ...['0000-01-01', '2026-02-30', '2026-11-20T00:00', '99999-01-01'].map(
    (date): TestCase => ['listSellerOrders', { query: { date } }, 'validation'],
  ),
])('%s with %j: %s', async (name, { query, body }, error) => {
  const { auth } = endpoints[name];
  const caller = auth === 'member' ? fixtures.seller : fixtures.buyer;
  const validRequest = await sampleRequests[name](fixtures, caller);
  const response = await sendRequest(api, name, {
    ...validRequest,
    token: caller.token,
    query: { ...validRequest.query, ...query },
    body: validRequest.body && { ...(validRequest.body as object), ...body },
  });
  expectDeclaredError(response, [error], 'en');
});

test('a description without spaces, in any alphabet, is accepted, and the product is found', async () => {
  const { seller, buyer, spareProductId } = fixtures;
  const chineseCharacters = Array.from({ length: 800 }, (_, i) => String.fromCodePoint(0x4e00 + i * 23)).join(
    '',
  );
  const alphabets = [
    'abcdefghijklmnopqrstuvwxyz0123456789',
    'абвгдежзийклмнопрстуфхцчшщэюя',
    chineseCharacters,
  ];
  for (const alphabet of alphabets) {
    const { body } = await sampleRequests.saveProduct(fixtures, seller);
    const productBody = { ...(body as object), name: 'Bolachas', description: shuffleLetters(alphabet) };
    const { status, text } = await sendRequest(api, 'saveProduct', {
      token: seller.token,
      body: productBody,
    });
    expect({ status, text }).toMatchObject({ status: 200 });
    const { data } = await buyer.call('listOffers', { query: { searchProductText: 'bolachas' } });
    expect(data.map(({ id }) => id)).toEqual([spareProductId]);
  }
});

/** Pseudo-random letters, which an index cannot compress. */
function shuffleLetters(alphabet: string): string {
  const letters = [...alphabet];
  let seed = 1;
  const nextLetter = () => {
    seed = (seed * 48271) % 2147483647;
    return letters[seed % letters.length];
  };
  return Array.from({ length: 1900 }, nextLetter).join('');
}

test('dates far from now have no orders', async () => {
  for (const date of ['0001-01-01', '9999-12-31']) {
    expect((await fixtures.seller.call('listSellerOrders', { query: { date } })).data).toEqual([]);
  }
});

test('a card with an expiry year out of range is refused', async () => {
  const { body } = await sampleRequests.confirmSandboxPayment(fixtures, null);
  const { card } = body as { card: object };
  for (const exp_year of [1e300, 300_000, -1, 0]) {
    const response = await sendRequest(api, 'confirmSandboxPayment', {
      body: { ...(body as object), card: { ...card, exp_year } },
    });
    expect(response.body).toMatchObject({ status: 'failed', error: { code: 'invalid_expiry' } });
  }
});

interface ArraySchema {
  /** Keys from the body or query down to the array; 0 is the first item of an outer array. */
  path: (string | number)[];
  schema: Record<string, unknown>;
}

function findArrays(schema: unknown, path: ArraySchema['path']): ArraySchema[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const node = schema as Record<string, unknown>;
  const alternatives = [node.anyOf, node.oneOf, node.allOf].flat().filter(Boolean);
  const properties = Object.entries((node.properties ?? {}) as object);
  return [
    ...(node.type === 'array' ? [{ path, schema: node }] : []),
    ...alternatives.flatMap((alternative) => findArrays(alternative, path)),
    ...properties.flatMap(([key, part]) => findArrays(part, [...path, key])),
    ...Object.values((node.patternProperties ?? {}) as object).flatMap((part) =>
      findArrays(part, [...path, 'key']),
    ),
    ...findArrays(node.additionalProperties, [...path, 'key']),
    ...findArrays(node.items, [...path, 0]),
  ];
}

const allEndpoints = Object.entries(endpoints) as [EndpointName, Endpoint][];
const bodyArrays = allEndpoints.flatMap(([name, { body }]) =>
  findArrays(body, []).map((array) => ({ name, at: array.path.join('.'), ...array })),
);
const queryArrays = allEndpoints.flatMap(([name, { query, params }]) =>
  [...findArrays(query, []), ...findArrays(params, [])].map((array) => ({
    name,
    at: array.path.join('.'),
    ...array,
  })),
);

test('bodies have arrays', () => {
  expect(bodyArrays.map(({ name, at }) => `${name} ${at}`)).toContain('saveProduct allergens');
});

test.each([...bodyArrays, ...queryArrays])(
  '$name $at has maxItems and no uniqueItems, which compares all pairs',
  ({ schema }) => {
    expect(schema.maxItems).toBeLessThanOrEqual(100);
    expect(schema).not.toHaveProperty('uniqueItems');
  },
);

/** A copy of the body with this value at the path. */
function setValueAt(body: unknown, [key, ...rest]: ArraySchema['path'], value: unknown): unknown {
  if (key === undefined) return value;
  if (typeof key === 'number') return [setValueAt((body as unknown[] | undefined)?.[key], rest, value)];
  const parent = (body ?? {}) as Record<string, unknown>;
  return { ...parent, [key]: setValueAt(parent[key], rest, value) };
}

const MAX_BODY_BYTES = 250_000;
const numbers = Array.from({ length: 42_000 }, (_, index) => index);
const zeros = Array.from({ length: 120_000 }, () => 0);
const emptyObjects = Array.from({ length: 80_000 }, () => ({}));

describe.each(bodyArrays)('$name $at of 250 KB', ({ name, path, at }) => {
  test.each([
    ['different numbers', numbers],
    ['zeros', zeros],
    ['objects', emptyObjects],
  ])('%s: refused with a small reply', async (_, items) => {
    const caller =
      endpoints[name].auth === 'operator'
        ? await createTestOperator(api, 'owner')
        : endpoints[name].auth === 'device'
          ? fixtures.counter
          : fixtures.seller;
    const validRequest = await sampleRequests[name](fixtures, caller);
    const body = JSON.stringify(setValueAt(validRequest.body, path, items));
    expect(body.length).toBeLessThan(MAX_BODY_BYTES + 10_000);
    const response = await sendRequest(api, name, {
      ...validRequest,
      token: caller.token,
      body,
      contentType: 'application/json',
    });
    expect(response.status, response.text.slice(0, 300)).toBe(422);
    expect(Object.keys(response.body.errors ?? {}).some((field) => field.startsWith(at))).toBe(true);
    expect(response.text.length).toBeLessThan(10_000);
  });
});

test('keys of a closed object: refused with a small reply', async () => {
  const { seller } = fixtures;
  const validRequest = await sampleRequests.updateSchedule(fixtures, seller);
  const schedule = Object.fromEntries(numbers.slice(0, 20_000).map((index) => [`d${index}`, 0]));
  const body = { ...(validRequest.body as object), schedule };
  const response = await sendRequest(api, 'updateSchedule', { ...validRequest, token: seller.token, body });
  expect(response.status).toBe(422);
  expect(response.text.length).toBeLessThan(10_000);
});
