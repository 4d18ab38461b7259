import { type Endpoint, type EndpointName, endpoints } from '@wopack/contract';
import { languages } from '@wopack/domain';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestUser, type TestUser } from '../support/builders.ts';
import { createTestOperator } from '../support/operators.ts';
import {
  buildUpload,
  createFixtures,
  createPictureBytes,
  type Fixtures,
  sampleRequests,
  setPayoutWayFor,
} from '../support/sample-requests.ts';
import { useTestApp } from '../support/test-app.ts';
import {
  expectDeclaredError,
  injectRequest,
  listDeclaredErrors,
  sendRequest,
  type TestRequest,
  type TestResponse,
} from '../support/test-request.ts';
import { listInvalidValues } from './arbitraries.ts';

const api = useTestApp();
let fixtures: Fixtures;
/** One for all calls that are refused. */
let operator: TestUser;
beforeAll(async () => {
  fixtures = await createFixtures(api);
  operator = await createTestOperator(api, 'owner');
});

const allEndpoints = Object.entries(endpoints) as [EndpointName, Endpoint][];
const listNames = (predicate: (endpoint: Endpoint) => unknown) =>
  allEndpoints.filter(([, endpoint]) => predicate(endpoint)).map(([name]) => [name]);
const endpointsWithBody = listNames(({ body }) => body);
/** Accept a missing body and JSON null. */
const endpointsWithOptionalBody: EndpointName[] = ['toggleFavourite', 'cancelOrder', 'joinWaitlist'];

/** Need nothing of their body. */
const endpointsWithEmptyBody: EndpointName[] = [
  'refreshPayoutAccount',
  'startOnboarding',
  'openProviderPage',
];

const statementEndpoints: EndpointName[] = [
  'getStatement',
  'exportStatementCsv',
  'exportStatementPdf',
  'exportCommissionInvoicePdf',
];

const buildValidRequest = async (name: EndpointName, sender?: TestUser): Promise<TestRequest> => {
  const caller = sender ?? (await getCaller(name));
  return { ...(await sampleRequests[name](fixtures, caller)), token: caller.token };
};

const refusedRequests = new Map<EndpointName, Promise<TestRequest>>();
/** A valid request for variants that are refused: none of them uses it up. */
const getRequestToSpoil = (name: EndpointName): Promise<TestRequest> =>
  refusedRequests.getOrInsertComputed(name, () => buildValidRequest(name));

async function getCaller(name: EndpointName): Promise<TestUser> {
  if (name === 'logout' || name === 'deleteAccount') return createTestUser(api);
  if (endpoints[name].auth === 'operator') return operator;
  if (endpoints[name].auth === 'device') return fixtures.counter;
  if (endpoints[name].module === 'affiliates') return fixtures.partner;
  // Buyers may read their own statements, and choose among their businesses; these are the seller's.
  if (statementEndpoints.includes(name) || name === 'chooseBusiness') return fixtures.seller;
  return endpoints[name].auth === 'member' ? fixtures.seller : fixtures.buyer;
}

let languageIndex = 0;
/** Sends an invalid request, each in the next language; expects an error that the endpoint declares. */
async function expectDeclaredRefusal(name: EndpointName, invalidRequest: TestRequest): Promise<TestResponse> {
  const language = languages[languageIndex++ % languages.length]!;
  const response = await sendRequest(api, name, { ...invalidRequest, language });
  expectDeclaredError(response, listDeclaredErrors(name), language);
  return response;
}

test.each(allEndpoints.map(([name]) => [name]))('%s: a valid request succeeds', async (name) => {
  // It may end the session of an operator.
  const sender = endpoints[name].auth === 'operator' ? await createTestOperator(api, 'owner') : undefined;
  await setPayoutWayFor(api, name);
  const { status, text } = await sendRequest(api, name, await buildValidRequest(name, sender));
  expect({ status, text }).toMatchObject({ status: 200 });
});

describe('a body that is no object', () => {
  test.each(endpointsWithBody)('%s', async (name) => {
    const validRequest = await getRequestToSpoil(name);
    const noBodies = endpointsWithEmptyBody.includes(name) ? [] : [{}];
    const wrongBodies = [undefined, null, [], 'text', 7, true, ...noBodies];
    for (const body of endpointsWithOptionalBody.includes(name) ? [[], 'text', 7, true] : wrongBodies) {
      const { body: replyBody } = await expectDeclaredRefusal(name, {
        ...validRequest,
        contentType: body === undefined ? null : 'application/json',
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      expect(replyBody.code).toBe(1);
    }
  });
});

describe('JSON that is malformed, of another type or too long', () => {
  const brokenBodies = ['{"a":', 'nope', '', '{"__proto__":{"a":1}}', '{"a":1}{', '\ufeff', '"\\ud800"'];
  const contentTypes = [
    'text/xml',
    'text/plain',
    'application/x-www-form-urlencoded',
    'image/png',
    'nonsense',
    ';',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
  ];

  test.each(endpointsWithBody)('%s', async (name) => {
    const validRequest = await getRequestToSpoil(name);
    const bad: TestRequest[] = [
      ...brokenBodies.map((body) => ({ body })),
      ...contentTypes.map((contentType) => ({ contentType, body: 'email=a@b.c' })),
      { body: { name: 'x'.repeat(300_000) } },
    ];
    for (const { body, contentType = 'application/json' } of bad) {
      // An optional body counts as missing when the content type has no parser.
      if (endpointsWithOptionalBody.includes(name) && contentType?.startsWith('multipart')) continue;
      const { body: replyBody } = await expectDeclaredRefusal(name, { ...validRequest, body, contentType });
      expect(replyBody.code).toBe(1);
    }
  });

  test('an endpoint without a body refuses only unreadable bodies', async () => {
    const validRequest = await buildValidRequest('logout');
    await expectDeclaredRefusal('logout', {
      ...validRequest,
      contentType: 'application/json',
      body: '{"a":',
    });
    await expectDeclaredRefusal('logout', { ...validRequest, contentType: 'text/xml', body: '<a/>' });
    expect((await sendRequest(api, 'logout', { ...validRequest, body: { a: 1 } })).status).toBe(200);
  });
});

describe('each field missing, of the wrong type, too long, too large, with a NUL in it', () => {
  test.each(endpointsWithBody)('%s: body', async (name) => {
    const validRequest = await getRequestToSpoil(name);
    const { body: schema }: Endpoint = endpoints[name];
    for (const { field, value } of listInvalidValues(schema!, validRequest.body)) {
      const { body } = await expectDeclaredRefusal(name, { ...validRequest, body: value });
      expect(body.code).toBe(1);
      expect(Object.keys(body.errors ?? {}).map((path) => path.split('.')[0])).toContain(field);
    }
  });

  test.each(listNames(({ query }) => query))('%s: query', async (name) => {
    const validRequest = await getRequestToSpoil(name);
    const { query: schema }: Endpoint = endpoints[name];
    for (const { field, value } of listInvalidValues(schema!, validRequest.query, true)) {
      const { body } = await expectDeclaredRefusal(name, {
        ...validRequest,
        query: value as Record<string, unknown>,
      });
      expect(body.code).toBe(1);
      expect(Object.keys(body.errors ?? {})).toContain(field);
    }
  });
});

describe('an invalid id', () => {
  const bad = [
    'abc',
    '1.5',
    '-1',
    '0',
    '99999999999999999999',
    '1e400',
    'NaN',
    ' ',
    '%',
    '\u0000',
    "1' or '1'='1",
    'null',
  ];
  test.each(listNames(({ path }) => path.includes('{id}')))('%s', async (name) => {
    const validRequest = await getRequestToSpoil(name);
    const { params }: Endpoint = endpoints[name];
    const { maximum } = (params as unknown as { properties: { id: { maximum: number } } }).properties.id;
    for (const id of [...bad, String(maximum + 1)]) {
      const { body } = await expectDeclaredRefusal(name, {
        ...validRequest,
        params: { ...validRequest.params, id },
      });
      expect(body.errors).toHaveProperty('id');
    }
    const { body } = await expectDeclaredRefusal(name, {
      ...validRequest,
      // Of a card the provider's reference.
      params: {
        ...validRequest.params,
        id: name === 'removeSavedCard' || name === 'setDefaultCard' ? 'pm_missing' : 2147483647,
      },
    });
    expect(body.code).toBe(4);
  });
});

test('fields that a caller may not set are ignored', async () => {
  const { seller, spareProductId } = fixtures;
  const plainUser = await createTestUser(api);
  await sendRequest(api, 'updateProfile', {
    token: plainUser.token,
    body: {
      name: 'Eva',
      sname: '',
      phone: '',
      is_owner: true,
      is_partner: true,
      email: 'a@b.c',
      id: seller.id,
    },
  });
  expect((await plainUser.call('getMe')).data).toMatchObject({
    id: plainUser.id,
    name: 'Eva',
    email: plainUser.email,
    is_owner: false,
    is_partner: false,
    email_verified: false,
  });
  const { body } = await sampleRequests.saveProduct(fixtures, seller);
  await sendRequest(api, 'saveProduct', {
    token: seller.token,
    body: {
      ...(body as object),
      rating_sum: 500,
      rating_count: 100,
      price_cents: 1,
      state: 'paused',
      seller_id: 1,
    },
  });
  const { data } = await plainUser.call('getOffer', { params: { id: spareProductId } });
  expect(data).toMatchObject({ price: 3.99, is_mine: false });
  expect(data.rating_count).toBeLessThan(100);
  const product = await api.db
    .selectFrom('products')
    .select(['rating_sum', 'rating_count', 'state'])
    .where('id', '=', spareProductId)
    .executeTakeFirst();
  expect(product).toEqual({ rating_sum: 0, rating_count: 0, state: 'active' });
});

describe('an invalid upload', () => {
  test.each(listNames(({ file }) => file))('%s', async (name) => {
    const validRequest = await buildValidRequest(name);
    const { file: field = '' }: Endpoint = endpoints[name];
    const wholeBody = validRequest.body as Buffer;
    // Any text may be a table: what is wrong with it is said of its columns.
    const noContent = name === 'createProductImport' ? 1 : 8;
    const bad: [code: number, sending: TestRequest][] = [
      [8, { body: { photo: 'text' }, contentType: 'application/json' }],
      [8, { body: 'text', contentType: 'text/xml' }],
      [8, { body: undefined, contentType: null }],
      [8, { body: wholeBody, contentType: 'multipart/form-data' }],
      [8, { body: wholeBody.subarray(0, wholeBody.length - 60), contentType: validRequest.contentType }],
      [1, { body: '', contentType: validRequest.contentType }],
      [8, { body: 'nonsense', contentType: validRequest.contentType }],
      [1, buildUpload('another_field', await createPictureBytes())],
      [noContent, buildUpload(field, new Uint8Array())],
      [noContent, buildUpload(field, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'x.jpg')],
    ];
    for (const [code, testRequest] of bad) {
      const { token, params } = validRequest;
      const { body } = await expectDeclaredRefusal(name, {
        token,
        ...(params && { params }),
        ...testRequest,
      });
      expect(body.code, `${testRequest.contentType} ${testRequest.body}`).toBe(code);
    }
  });
});

describe('a path that is no endpoint', () => {
  const paths = [
    '/api/v1/nothing',
    '/api/v2/me',
    '/nothing',
    '/api/v1/products/%',
    '/api/v1/products/%E0%A4%A',
    '/media/nothing.webp',
    '/media/..%2fpostgres-password',
    '/media/',
    '/docs/nothing.js',
    `/api/v1/products/${'9'.repeat(300)}`,
    '/%',
    '/.env',
    '/sandbox/payments/nothing',
  ];
  test.each(paths)('%s', async (path) => {
    for (const language of languages) {
      const response = await injectRequest(api, 'GET', path, { headers: { 'accept-language': language } });
      expectDeclaredError(response, ['notFound'], language);
    }
  });

  test('a NUL in a file name', async () => {
    expectDeclaredError(await injectRequest(api, 'GET', '/media/%00'), ['notFound', 'validation'], 'en');
  });

  test('an existing path with the wrong method', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'GET'] as const) {
      expectDeclaredError(await injectRequest(api, method, '/api/v1/login'), ['notFound'], 'en');
    }
  });
});
