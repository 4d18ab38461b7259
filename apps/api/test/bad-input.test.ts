import { type Endpoint, type EndpointName, endpoints } from '@wopack/contract';
import { languages } from '@wopack/rules';
import { beforeAll, describe, expect, test } from 'vitest';
import { person } from './builders.ts';
import { declaredErrors, expectError } from './declared.ts';
import { mutants } from './mutants.ts';
import { makeScene, picture, type Scene, samples, upload } from './scene.ts';
import { type Answer, request, type Sending, send } from './send.ts';
import { useTestApp } from './test-app.ts';

const api = useTestApp();
let scene: Scene;
beforeAll(async () => {
  scene = await makeScene(api);
});

const all = Object.entries(endpoints) as [EndpointName, Endpoint][];
const names = (which: (endpoint: Endpoint) => unknown) =>
  all.filter(([, endpoint]) => which(endpoint)).map(([name]) => [name]);
const takesBody = names(({ body }) => body);
/** What comes instead of the body is not even looked at. */
const optionalBody: EndpointName[] = ['toggleFavourite', 'cancelOrder'];

const ofStatements: EndpointName[] = ['getStatement', 'exportStatementCsv', 'exportStatementPdf'];

const good = async (name: EndpointName): Promise<Sending> => ({
  ...(await samples[name](scene, scene.owner)),
  token: await tokenFor(name),
});

async function tokenFor(name: EndpointName): Promise<string> {
  if (name === 'logout' || name === 'deleteAccount') return (await person(api)).token;
  if (endpoints[name].module === 'affiliates') return scene.partner.token;
  // Buyers may read statements of their own; this one is the owner's.
  if (ofStatements.includes(name)) return scene.owner.token;
  return endpoints[name].auth === 'owner' ? scene.owner.token : scene.client.token;
}

let turn = 0;
/** Sends a bad call, in each language in turn; it has to be refused as declared. */
async function expectRefused(name: EndpointName, bad: Sending): Promise<Answer> {
  const language = languages[turn++ % languages.length]!;
  const answer = await send(api, name, { ...bad, language });
  expectError(answer, declaredErrors(name), language);
  return answer;
}

test.each(all.map(([name]) => [name]))('%s: as it should be, it is answered', async (name) => {
  const { status, text } = await send(api, name, await good(name));
  expect({ status, text }).toMatchObject({ status: 200 });
});

describe('a body that is none', () => {
  test.each(takesBody)('%s', async (name) => {
    const call = await good(name);
    const kinds = [undefined, null, [], 'text', 7, true, {}];
    for (const body of optionalBody.includes(name) ? [[], 'text', 7, true] : kinds) {
      const { body: answer } = await expectRefused(name, {
        ...call,
        contentType: body === undefined ? null : 'application/json',
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      expect(answer.code).toBe(1);
    }
  });
});

describe('JSON that is broken, of another type or far too long', () => {
  const broken = ['{"a":', 'nope', '', '{"__proto__":{"a":1}}', '{"a":1}{', '\ufeff', '"\\ud800"'];
  const types = [
    ...['text/xml', 'text/plain', 'application/x-www-form-urlencoded', 'image/png', 'nonsense', ';'],
    ...['multipart/form-data; boundary=x', 'multipart/form-data'],
  ];

  test.each(takesBody)('%s', async (name) => {
    const call = await good(name);
    const bad: Sending[] = [
      ...broken.map((body) => ({ body })),
      ...types.map((contentType) => ({ contentType, body: 'email=a@b.c' })),
      { body: { name: 'x'.repeat(300_000) } },
    ];
    for (const { body, contentType = 'application/json' } of bad) {
      // A body that may be missing is not missed when none can be read.
      if (optionalBody.includes(name) && contentType?.startsWith('multipart')) continue;
      const { body: answer } = await expectRefused(name, { ...call, body, contentType });
      expect(answer.code).toBe(1);
    }
  });

  test('a call that takes no body minds only one that cannot be read', async () => {
    const call = await good('logout');
    await expectRefused('logout', { ...call, contentType: 'application/json', body: '{"a":' });
    await expectRefused('logout', { ...call, contentType: 'text/xml', body: '<a/>' });
    expect((await send(api, 'logout', { ...call, body: { a: 1 } })).status).toBe(200);
  });
});

describe('each field missing, of the wrong type, too long, too large, with a NUL in it', () => {
  test.each(takesBody)('%s: body', async (name) => {
    const call = await good(name);
    const { body: schema }: Endpoint = endpoints[name];
    for (const { field, value } of mutants(schema!, call.body)) {
      const { body } = await expectRefused(name, { ...call, body: value });
      expect(body.code).toBe(1);
      expect(Object.keys(body.errors ?? {}).map((path) => path.split('.')[0])).toContain(field);
    }
  });

  test.each(names(({ query }) => query))('%s: query', async (name) => {
    const call = await good(name);
    const { query: schema }: Endpoint = endpoints[name];
    for (const { field, value } of mutants(schema!, call.query, true)) {
      const { body } = await expectRefused(name, { ...call, query: value as Record<string, unknown> });
      expect(body.code).toBe(1);
      expect(Object.keys(body.errors ?? {})).toContain(field);
    }
  });
});

describe('an id that is none', () => {
  const bad = [
    'abc',
    '1.5',
    '-1',
    '0',
    '99999999999',
    '1e400',
    'NaN',
    ' ',
    '%',
    '\u0000',
    "1' or '1'='1",
    'null',
  ];
  test.each(names(({ path }) => path.includes('{id}')))('%s', async (name) => {
    const call = await good(name);
    for (const id of bad) {
      const { body } = await expectRefused(name, { ...call, params: { ...call.params, id } });
      expect(body.errors).toHaveProperty('id');
    }
    const { body } = await expectRefused(name, { ...call, params: { ...call.params, id: 2147483647 } });
    expect(body.code).toBe(4);
  });
});

test('what a caller may not set is not set', async () => {
  const { owner, spareId } = scene;
  const plain = await person(api);
  await send(api, 'updateProfile', {
    token: plain.token,
    body: {
      name: 'Eva',
      sname: '',
      phone: '',
      is_owner: true,
      is_partner: true,
      email: 'a@b.c',
      id: owner.id,
    },
  });
  expect((await plain.call('getMe')).data).toMatchObject({
    ...{ id: plain.id, name: 'Eva', email: plain.email },
    ...{ is_owner: false, is_partner: false, email_verified: false },
  });
  const { body } = await samples.saveProduct(scene, owner);
  await send(api, 'saveProduct', {
    token: owner.token,
    body: {
      ...(body as object),
      rating_sum: 500,
      rating_count: 100,
      price_cents: 1,
      state: 'paused',
      owner_id: 1,
    },
  });
  const { data } = await plain.call('getOffer', { params: { id: spareId } });
  expect(data).toMatchObject({ rating: null, rating_count: 0, price: 3.99, is_mine: false });
});

describe('an upload that is none', () => {
  test.each(names(({ file }) => file))('%s', async (name) => {
    const call = await good(name);
    const { file: field = '' }: Endpoint = endpoints[name];
    const whole = call.body as Buffer;
    const bad: [code: number, sending: Sending][] = [
      [8, { body: { photo: 'text' }, contentType: 'application/json' }],
      [8, { body: 'text', contentType: 'text/xml' }],
      [8, { body: undefined, contentType: null }],
      [8, { body: whole, contentType: 'multipart/form-data' }],
      [8, { body: whole.subarray(0, whole.length - 60), contentType: call.contentType }],
      [1, { body: '', contentType: call.contentType }],
      [8, { body: 'nonsense', contentType: call.contentType }],
      [1, upload('another_field', await picture())],
      [8, upload(field, new Uint8Array())],
      [8, upload(field, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'x.jpg')],
    ];
    for (const [code, sending] of bad) {
      const { body } = await expectRefused(name, { token: call.token, ...sending });
      expect(body.code, `${sending.contentType} ${sending.body}`).toBe(code);
    }
  });
});

describe('what is no call', () => {
  const paths = [
    ...['/api/v1/nothing', '/api/v2/me', '/nothing', '/api/v1/products/%', '/api/v1/products/%E0%A4%A'],
    ...['/media/nothing.webp', '/media/..%2fpostgres-password', '/media/', '/docs/nothing.js'],
    ...[`/api/v1/products/${'9'.repeat(300)}`, '/%', '/.env', '/sandbox/payments/nothing'],
  ];
  test.each(paths)('%s', async (path) => {
    for (const language of languages) {
      const answer = await request(api, 'GET', path, { headers: { 'accept-language': language } });
      expectError(answer, ['notFound'], language);
    }
  });

  test('a NUL in a file name', async () => {
    expectError(await request(api, 'GET', '/media/%00'), ['notFound', 'validation'], 'en');
  });

  test('the right path by the wrong method', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'GET'] as const) {
      expectError(await request(api, method, '/api/v1/login'), ['notFound'], 'en');
    }
  });
});
