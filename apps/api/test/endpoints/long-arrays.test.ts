import { type Endpoint, type EndpointName, endpoints } from '@wopack/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { createFixtures, type Fixtures, sampleRequests } from '../support/fixtures.ts';
import { useTestApp } from '../support/test-app.ts';
import { sendRequest } from '../support/test-request.ts';

const api = useTestApp();
let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await createFixtures(api);
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
  '$name $at has a bound, and no keyword that compares all pairs',
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
  ])('%s: refused, the answer is small', async (_, items) => {
    const { seller } = fixtures;
    const validRequest = await sampleRequests[name](fixtures, seller);
    const body = JSON.stringify(setValueAt(validRequest.body, path, items));
    expect(body.length).toBeLessThan(MAX_BODY_BYTES + 10_000);
    const response = await sendRequest(api, name, {
      ...validRequest,
      token: seller.token,
      body,
      contentType: 'application/json',
    });
    expect(response.status, response.text.slice(0, 300)).toBe(422);
    expect(Object.keys(response.body.errors ?? {}).some((field) => field.startsWith(at))).toBe(true);
    expect(response.text.length).toBeLessThan(10_000);
  });
});

test('keys of a closed object: refused, the answer is small', async () => {
  const { seller } = fixtures;
  const validRequest = await sampleRequests.updateSchedule(fixtures, seller);
  const schedule = Object.fromEntries(numbers.slice(0, 20_000).map((index) => [`d${index}`, 0]));
  const body = { ...(validRequest.body as object), schedule };
  const response = await sendRequest(api, 'updateSchedule', { ...validRequest, token: seller.token, body });
  expect(response.status).toBe(422);
  expect(response.text.length).toBeLessThan(10_000);
});
