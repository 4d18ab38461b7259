import { type EndpointName, type ErrorName, endpoints } from '@wopack/contract';
import { beforeAll, expect, test } from 'vitest';
import { expectDeclaredError } from '../support/declared-errors.ts';
import { createFixtures, type Fixtures, sampleRequests } from '../support/fixtures.ts';
import { useTestApp } from '../support/test-app.ts';
import { sendRequest, type TestRequest } from '../support/test-request.ts';

const api = useTestApp();
let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await createFixtures(api);
});

/** One more than any id. */
const ID_OUT_OF_RANGE = '2147483648';
const encodeCursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

type TestCase = [
  name: EndpointName,
  change: Pick<TestRequest, 'query'> & { body?: object },
  error: ErrorName,
];

// Right by their form, and still nothing that there is or that a column holds.
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
  ['initiatePayment', { body: { slot_id: '9999999999' } }, 'notFound'],
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
  const caller = auth === 'owner' ? fixtures.seller : fixtures.buyer;
  const validRequest = await sampleRequests[name](fixtures, caller);
  const response = await sendRequest(api, name, {
    ...validRequest,
    token: caller.token,
    query: { ...validRequest.query, ...query },
    body: validRequest.body && { ...(validRequest.body as object), ...body },
  });
  expectDeclaredError(response, [error], 'en');
});

test('a description without a single space, however it is written, is taken and its pack is found', async () => {
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

/** Letters in no order, so that nothing can be squeezed together on the way into an index. */
function shuffleLetters(alphabet: string): string {
  const letters = [...alphabet];
  let seed = 1;
  const nextLetter = () => {
    seed = (seed * 48271) % 2147483647;
    return letters[seed % letters.length];
  };
  return Array.from({ length: 1900 }, nextLetter).join('');
}

test('dates far away are empty days', async () => {
  for (const date of ['0001-01-01', '9999-12-31']) {
    expect((await fixtures.seller.call('listSellerOrders', { query: { date } })).data).toEqual([]);
  }
});

test('a card that ends in a year beyond all calendars is refused', async () => {
  const { body } = await sampleRequests.confirmSandboxPayment(fixtures, null);
  const { card } = body as { card: object };
  for (const exp_year of [1e300, 300_000, -1, 0]) {
    const response = await sendRequest(api, 'confirmSandboxPayment', {
      body: { ...(body as object), card: { ...card, exp_year } },
    });
    expect(response.body).toMatchObject({ status: 'failed', error: { code: 'invalid_expiry' } });
  }
});
