import { type Endpoint, type EndpointName, endpoints } from '@wopack/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeScene, type Scene, samples } from './scene.ts';
import { send } from './send.ts';
import { useTestApp } from './test-app.ts';

const api = useTestApp();
let scene: Scene;
beforeAll(async () => {
  scene = await makeScene(api);
});

interface ArraySchema {
  /** Keys from the body or query down to the array; 0 is the first item of an outer array. */
  path: (string | number)[];
  schema: Record<string, unknown>;
}

function findArrays(schema: unknown, path: ArraySchema['path']): ArraySchema[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const node = schema as Record<string, unknown>;
  const forms = [node.anyOf, node.oneOf, node.allOf].flat().filter(Boolean);
  const properties = Object.entries((node.properties ?? {}) as object);
  return [
    ...(node.type === 'array' ? [{ path, schema: node }] : []),
    ...forms.flatMap((form) => findArrays(form, path)),
    ...properties.flatMap(([key, part]) => findArrays(part, [...path, key])),
    ...Object.values((node.patternProperties ?? {}) as object).flatMap((part) =>
      findArrays(part, [...path, 'key']),
    ),
    ...findArrays(node.additionalProperties, [...path, 'key']),
    ...findArrays(node.items, [...path, 0]),
  ];
}

const all = Object.entries(endpoints) as [EndpointName, Endpoint][];
const inBodies = all.flatMap(([name, { body }]) =>
  findArrays(body, []).map((array) => ({ name, at: array.path.join('.'), ...array })),
);
const inQueries = all.flatMap(([name, { query, params }]) =>
  [...findArrays(query, []), ...findArrays(params, [])].map((array) => ({
    name,
    at: array.path.join('.'),
    ...array,
  })),
);

test('bodies have arrays', () => {
  expect(inBodies.map(({ name, at }) => `${name} ${at}`)).toContain('saveProduct allergens');
});

test.each([...inBodies, ...inQueries])(
  '$name $at has a bound, and no keyword that compares all pairs',
  ({ schema }) => {
    expect(schema.maxItems).toBeLessThanOrEqual(100);
    expect(schema).not.toHaveProperty('uniqueItems');
  },
);

/** A copy of the body with this value at the path. */
function withValueAt(body: unknown, [key, ...rest]: ArraySchema['path'], value: unknown): unknown {
  if (key === undefined) return value;
  if (typeof key === 'number') return [withValueAt((body as unknown[] | undefined)?.[key], rest, value)];
  const parent = (body ?? {}) as Record<string, unknown>;
  return { ...parent, [key]: withValueAt(parent[key], rest, value) };
}

const MAX_BODY = 250_000;
const numbers = Array.from({ length: 42_000 }, (_, index) => index);
const zeros = Array.from({ length: 120_000 }, () => 0);
const empty = Array.from({ length: 80_000 }, () => ({}));

describe.each(inBodies)('$name $at of 250 KB', ({ name, path, at }) => {
  test.each([
    ['different numbers', numbers],
    ['zeros', zeros],
    ['objects', empty],
  ])('%s: refused, the answer is small', async (_, items) => {
    const { owner } = scene;
    const good = await samples[name](scene, owner);
    const body = JSON.stringify(withValueAt(good.body, path, items));
    expect(body.length).toBeLessThan(MAX_BODY + 10_000);
    const answer = await send(api, name, {
      ...good,
      token: owner.token,
      body,
      contentType: 'application/json',
    });
    expect(answer.status, answer.text.slice(0, 300)).toBe(422);
    expect(Object.keys(answer.body.errors ?? {}).some((field) => field.startsWith(at))).toBe(true);
    expect(answer.text.length).toBeLessThan(10_000);
  });
});

test('keys of a closed object: refused, the answer is small', async () => {
  const { owner } = scene;
  const good = await samples.updateSchedule(scene, owner);
  const schedule = Object.fromEntries(numbers.slice(0, 20_000).map((index) => [`d${index}`, 0]));
  const body = { ...(good.body as object), schedule };
  const answer = await send(api, 'updateSchedule', { ...good, token: owner.token, body });
  expect(answer.status).toBe(422);
  expect(answer.text.length).toBeLessThan(10_000);
});
