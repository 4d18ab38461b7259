import { type EndpointName, type ErrorName, endpoints } from '@wopack/contract';
import { beforeAll, expect, test } from 'vitest';
import { expectError } from './declared.ts';
import { makeScene, type Scene, samples } from './scene.ts';
import { type Sending, send } from './send.ts';
import { useTestApp } from './test-app.ts';

const api = useTestApp();
let scene: Scene;
beforeAll(async () => {
  scene = await makeScene(api);
});

/** One more than any id. */
const BEYOND = '2147483648';
const cursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

type Case = [name: EndpointName, change: Pick<Sending, 'query'> & { body?: object }, error: ErrorName];

// Right by their form, and still nothing that there is or that a column holds.
test.each<Case>([
  ['saveSalePlace', { body: { id: BEYOND } }, 'notFound'],
  ['saveSalePlace', { body: { id: '9999999999' } }, 'notFound'],
  ['saveSalePlace', { body: { categories: '[99999999999]' } }, 'validation'],
  ['saveSalePlace', { body: { categories: ['9999999999'] } }, 'validation'],
  ['saveProduct', { body: { id: BEYOND } }, 'notFound'],
  ['saveProduct', { body: { sale_place_id: '9999999999' } }, 'notFound'],
  ['saveProduct', { body: { categories: ['9999999999'] } }, 'validation'],
  ['saveProduct', { body: { price: 1e300 } }, 'validation'],
  ['saveProduct', { body: { old_price: 1e300 } }, 'validation'],
  ['saveProduct', { body: { old_price: '-10' } }, 'validation'],
  ['saveProduct', { body: { photo: ['/media/../postgres-password'] } }, 'validation'],
  ['updateSchedule', { body: { product_id: BEYOND } }, 'notFound'],
  ['initiatePayment', { body: { productId: BEYOND } }, 'notFound'],
  ['initiatePayment', { body: { slot_id: '9999999999' } }, 'notFound'],
  ['initiatePayment', { body: { amount: 1e300 } }, 'validation'],
  ['listOffers', { query: { filterByType: '3000000000' } }, 'validation'],
  ['listOffers', { query: { cursor: cursor(0, 1, 3e9, 0) } }, 'validation'],
  ['listOffers', { query: { cursor: cursor(0, 'a', 1, 0) } }, 'validation'],
  ['listOffers', { query: { cursor: cursor(2, 0, 1, 0) } }, 'validation'],
  ['listOffers', { query: { cursor: cursor(0, 1, 1) } }, 'validation'],
  ['listOffers', { query: { cursor: cursor(0, 1, 1, 1e300) } }, 'validation'],
  ['listOffers', { query: { cursor: cursor(0, 1, 1, -8.64e15) } }, 'validation'],
  ['listOffers', { query: { cursor: cursor({}) } }, 'validation'],
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
  ].map((bbox): Case => ['listMapOffers', { query: { bbox } }, 'validation']),
  ...['3000000000', '1.5', '-1', '', ' ', 'abc', '1e3', '0x10'].map(
    (text): Case => ['listOrders', { query: { cursor: text } }, 'validation'],
  ),
  ...['0000-01-01', '2026-02-30', '2026-11-20T00:00', '99999-01-01'].map(
    (date): Case => ['listSellerOrders', { query: { date } }, 'validation'],
  ),
])('%s with %j: %s', async (name, { query, body }, error) => {
  const { auth } = endpoints[name];
  const caller = auth === 'owner' ? scene.owner : scene.client;
  const good = await samples[name](scene, caller);
  const answer = await send(api, name, {
    ...good,
    token: caller.token,
    query: { ...good.query, ...query },
    body: good.body && { ...(good.body as object), ...body },
  });
  expectError(answer, [error], 'en');
});

test('a description without a single space, however it is written, is taken and its pack is found', async () => {
  const { owner, client, spareId } = scene;
  const chinese = Array.from({ length: 800 }, (_, i) => String.fromCodePoint(0x4e00 + i * 23)).join('');
  const alphabets = ['abcdefghijklmnopqrstuvwxyz0123456789', 'абвгдежзийклмнопрстуфхцчшщэюя', chinese];
  for (const alphabet of alphabets) {
    const { body } = await samples.saveProduct(scene, owner);
    const sent = { ...(body as object), name: 'Bolachas', description: muddle(alphabet) };
    const { status, text } = await send(api, 'saveProduct', { token: owner.token, body: sent });
    expect({ status, text }).toMatchObject({ status: 200 });
    const { data } = await client.call('listOffers', { query: { searchProductText: 'bolachas' } });
    expect(data.map(({ id }) => id)).toEqual([spareId]);
  }
});

/** Letters in no order, so that nothing can be squeezed together on the way into an index. */
function muddle(alphabet: string): string {
  const signs = [...alphabet];
  let state = 1;
  const next = () => {
    state = (state * 48271) % 2147483647;
    return signs[state % signs.length];
  };
  return Array.from({ length: 1900 }, next).join('');
}

test('dates far away are empty days', async () => {
  for (const date of ['0001-01-01', '9999-12-31']) {
    expect((await scene.owner.call('listSellerOrders', { query: { date } })).data).toEqual([]);
  }
});

test('a card that ends in a year beyond all calendars is refused', async () => {
  const { body } = await samples.confirmSandboxPayment(scene, null);
  const { card } = body as { card: object };
  for (const exp_year of [1e300, 300_000, -1, 0]) {
    const answer = await send(api, 'confirmSandboxPayment', {
      body: { ...(body as object), card: { ...card, exp_year } },
    });
    expect(answer.body).toMatchObject({ status: 'failed', error: { code: 'invalid_expiry' } });
  }
});
