import Type from 'typebox';
import { expect, test } from 'vitest';
import {
  createDraftProduct,
  createProductOnSale,
  createTestUser,
  TEST_PASSWORD,
} from '../../../test/support/builders.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sendRequest } from '../../../test/support/test-request.ts';
import { buildFieldErrors, isDatabaseUnavailable } from './error-handler.ts';
import { collectSharedSchemas, toReferences } from './route-schemas.ts';

const api = useTestApp();

test('browsers must not store replies to signed-in users', async () => {
  const { token, email } = await createTestUser(api);
  for (const name of ['getMe', 'exportAccount', 'checkAuth', 'listOffers', 'listDevices'] as const) {
    const { status, headers } = await sendRequest(api, name, { token });
    expect([name, status, headers['cache-control']]).toEqual([name, 200, 'no-store']);
  }
  const refused = await sendRequest(api, 'updateLanguage', { token, body: { language: 'xx' } });
  expect([refused.status, refused.headers['cache-control']]).toEqual([422, 'no-store']);
  const body = { email, password: TEST_PASSWORD, device_name: 'test' };
  expect((await sendRequest(api, 'login', { body })).headers['cache-control']).toBe('no-store');
});

test('public replies may be stored', async () => {
  const { status, headers } = await sendRequest(api, 'listAuthProviders');
  expect([status, headers['cache-control']]).toEqual([200, undefined]);
});

const Inner = Type.Object({ n: Type.Integer() }, { $id: 'Inner' });
const Outer = Type.Object({ one: Inner, many: Type.Array(Inner) }, { $id: 'Outer' });

test('a schema with an $id is collected once, with references to nested ones', () => {
  const shared = collectSharedSchemas([Type.Array(Outer), Inner]);
  expect([...shared.keys()]).toEqual(['Inner', 'Outer']);
  expect(shared.get('Outer')).toEqual({
    $id: 'Outer',
    type: 'object',
    required: ['one', 'many'],
    properties: { one: { $ref: 'Inner#' }, many: { type: 'array', items: { $ref: 'Inner#' } } },
  });
  expect(toReferences(Type.Array(Outer))).toEqual({ type: 'array', items: { $ref: 'Outer#' } });
});

test('two schemas of one $id are refused', () => {
  const other = Type.Object({ n: Type.String() }, { $id: 'Inner' });
  expect(() => collectSharedSchemas([Inner, other])).toThrow("two schemas have the $id 'Inner'");
});

test.each([
  ['refused', { code: 'ECONNREFUSED', message: 'connect' }, true],
  ['starting up', { code: '57P03', message: 'the database system is starting up' }, true],
  ['no connection free', { code: '53300', message: 'sorry, too many clients already' }, true],
  ['lost', { message: 'Connection terminated unexpectedly' }, true],
  ['a duplicate', { code: '23505', message: 'duplicate key value' }, false],
  ['our own mistake', { code: '42P01', message: 'relation does not exist' }, false],
])('%s', (_name, error, expected) => {
  expect(isDatabaseUnavailable(error)).toBe(expected);
});

const inherited = ['toString', 'constructor', 'hasOwnProperty', 'valueOf', '__proto__'];

test.each(inherited)('a field named %s is reported like any other', (name) => {
  const format = { keyword: 'format', instancePath: `/${name}`, params: {} };
  expect([...buildFieldErrors([format, format])]).toEqual([[name, { key: 'field.format', values: {} }]]);
});

// Fastify refuses a body with the key `__proto__` before validation.
test.each(inherited.filter((name) => name !== '__proto__'))(
  'a schedule with a day named %s is refused like any unknown day',
  async (day) => {
    const { seller, salePlaceId } = await createProductOnSale(api);
    const id = await createDraftProduct(api, seller, salePlaceId);
    const schedule = { [day]: '\u0000' };
    const body = { product_id: id, quantity: 3, schedule };
    const answer = await sendRequest(api, 'updateSchedule', { token: seller.token, body });
    expect(answer.status, answer.text).toBe(422);
    expect(answer.body.errors).toEqual({ [`schedule.${day}`]: [expect.any(String)] });
  },
);
