import { type Endpoint, type EndpointName, endpoints } from '@wopack/contract';
import { languages } from '@wopack/domain';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestUser, type TestUser } from '../support/builders.ts';
import { createTestOperator } from '../support/operators.ts';
import { createFixtures, type Fixtures, sampleRequests } from '../support/sample-requests.ts';
import { useTestApp } from '../support/test-app.ts';
import {
  expectDeclaredError,
  injectRequest,
  sendRequest,
  type TestRequest,
} from '../support/test-request.ts';

const api = useTestApp();
let fixtures: Fixtures;
/** One for all calls: those of POST are refused, the others only read. */
let operator: TestUser;
beforeAll(async () => {
  fixtures = await createFixtures(api);
  operator = await createTestOperator(api, 'owner');
});

const getCaller = async (name: EndpointName): Promise<TestUser> => {
  if (name === 'logout' || name === 'deleteAccount') return createTestUser(api);
  if (endpoints[name].auth === 'operator') return operator;
  if (endpoints[name].auth === 'device') return fixtures.counter;
  if (endpoints[name].module === 'affiliates') return fixtures.partner;
  return endpoints[name].auth === 'member' ? fixtures.seller : fixtures.buyer;
};

const requests = new Map<EndpointName, Promise<TestRequest>>();
/** A valid request, to be refused for its nesting: that does not use it up. */
const getRequest = (name: EndpointName): Promise<TestRequest> =>
  requests.getOrInsertComputed(name, async () => {
    const caller = await getCaller(name);
    return { ...(await sampleRequests[name](fixtures, caller)), token: caller.token };
  });

/** Of the size that every body may have. */
const DEPTH = 100_000;
const nestedTexts = {
  arrays: '['.repeat(DEPTH) + ']'.repeat(DEPTH),
  objects: `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`,
  'an unknown key': `{"unknown":${'[{"a":'.repeat(30_000)}[]${'}]'.repeat(30_000)}}`,
  'an opened array': '['.repeat(240_000),
};

const allEndpoints = Object.entries<Endpoint>(endpoints) as [EndpointName, Endpoint][];
const withJsonBody = allEndpoints.filter(([, { method, file }]) => method === 'POST' && !file);
let languageIndex = 0;

describe.each(withJsonBody)('%s refuses a body that is nested too deeply', (name, endpoint) => {
  test.each(Object.entries(nestedTexts))('%s', async (_, body) => {
    const language = languages[languageIndex++ % languages.length]!;
    const response = await sendRequest(api, name, { ...(await getRequest(name)), language, body });
    expect({ status: response.status, code: response.body.code }).toEqual({ status: 422, code: 1 });
    if (endpoint.body) expectDeclaredError(response, ['validation'], language);
  });

  test('in each known field', async () => {
    const validRequest = await getRequest(name);
    for (const field of Object.keys((validRequest.body as object | undefined) ?? {})) {
      const body = `{${JSON.stringify(field)}:${'['.repeat(40)}${']'.repeat(40)}}`;
      const response = await sendRequest(api, name, { ...validRequest, body });
      expect({ field, code: response.body.code }).toEqual({ field, code: 1 });
    }
  });
});

describe.each(allEndpoints.filter(([, { query }]) => query))(
  '%s: a query that is nested',
  (name, { query }) => {
    test('is refused or has no effect', async () => {
      const validRequest = await getRequest(name);
      const nested = '['.repeat(3000) + ']'.repeat(3000);
      const fields = Object.keys((query as { properties?: object }).properties ?? {});
      for (const field of fields) {
        const cursor = Buffer.from(nested).toString('base64url');
        for (const value of field === 'cursor' ? [nested, cursor] : [nested]) {
          const { status, body } = await sendRequest(api, name, {
            ...validRequest,
            query: { ...validRequest.query, [field]: value },
          });
          expect([200, 404, 409, 422], `${field}: ${JSON.stringify(body)}`).toContain(status);
        }
      }
      const deepKey = `a${'[b]'.repeat(2000)}`;
      const { status } = await sendRequest(api, name, {
        ...validRequest,
        query: { ...validRequest.query, [deepKey]: 'x' },
      });
      expect(status).toBe((await sendRequest(api, name, validRequest)).status);
    });
  },
);

describe('routes outside the contract', () => {
  const outside = [
    '/api/v1/nothing',
    '/sandbox/payments/x',
    '/unsubscribe/reminder/x',
    '/apple/callback',
    '/google/callback',
  ];
  test.each(outside)('%s', async (path) => {
    for (const payload of Object.values(nestedTexts)) {
      const { status, body } = await injectRequest(api, 'POST', path, {
        payload,
        headers: { 'content-type': 'application/json' },
      });
      expect(status, JSON.stringify(body)).toBeLessThan(500);
    }
  });
});

test('as many levels as any client needs are accepted', async () => {
  const validRequest = await sampleRequests.sendCode(fixtures, fixtures.buyer);
  // Brackets within strings are no levels.
  const deep = `${'[{"[[[{":'.repeat(15)}"]\\"}"${'}]'.repeat(15)}`;
  const body = JSON.stringify(validRequest.body).replace(/}$/, `,"unknown":${deep}}`);
  const { status, text } = await sendRequest(api, 'sendCode', { ...validRequest, body });
  expect({ status, text }).toMatchObject({ status: 200 });
});
