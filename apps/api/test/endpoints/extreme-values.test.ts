import { type Endpoint, type EndpointName, endpoints } from '@wopack/contract';
import { beforeAll, expect, test } from 'vitest';
import { createTestUser, type TestUser } from '../support/builders.ts';
import { createTestOperator } from '../support/operators.ts';
import { createFixtures, type Fixtures, sampleRequests } from '../support/sample-requests.ts';
import { useTestApp } from '../support/test-app.ts';
import { sendRequest, type TestRequest } from '../support/test-request.ts';
import { type JsonSchema, listAlternatives } from './arbitraries.ts';

const api = useTestApp();
let fixtures: Fixtures;
let operator: TestUser;
beforeAll(async () => {
  fixtures = await createFixtures(api);
  operator = await createTestOperator(api, 'owner');
});

type Path = (string | number)[];
type ExtremeValue = [path: Path, value: unknown];

/** For each field of a part, at every depth, the extremes of what its schema allows, and of what its column may not. */
function listExtremeValues(schema: JsonSchema, path: Path = []): ExtremeValue[] {
  return listAlternatives(schema).flatMap((alternative): ExtremeValue[] => {
    const { type, items, properties = {}, maxItems = 100 } = alternative;
    if (items)
      return [
        ...listExtremeValues(items, [...path, 0]),
        [path, Array(maxItems).fill(listLeafValues(listAlternatives(items)[0]!)[0] ?? {})],
        [path, []],
      ];
    if (type === 'object')
      return Object.entries(properties).flatMap(([key, property]) =>
        listExtremeValues(property, [...path, key]),
      );
    return listLeafValues(alternative).map((value) => [path, value]);
  });
}

function listLeafValues({
  type,
  format,
  enum: choices,
  minimum,
  maximum,
  maxLength = 300,
}: JsonSchema): unknown[] {
  if (type === 'integer') return [minimum ?? Number.MIN_SAFE_INTEGER, maximum ?? Number.MAX_SAFE_INTEGER];
  if (type === 'number') return [minimum ?? -1e308, maximum ?? 1e308, -0, 5e-324];
  if (type !== 'string' || choices) return [];
  return format?.startsWith('date') ? EXTREME_TIMES : [AWKWARD_TEXT.slice(0, maxLength).join('')];
}

const EXTREME_TIMES = ['0001-01-01', '9999-12-31', '0000-01-01T00:00:00Z', '9999-12-31T23:59:60Z'];

/** Four bytes a character, one that compatibility decomposition makes eighteen, operators of patterns and searches. */
const AWKWARD_TEXT = [...'🥐ﷺ\'\\%_:*&|!<->()[]{}?+^$.#;"` '.repeat(100)];

/** A copy of the value with this one at the path. */
function withValue(value: unknown, [key, ...rest]: Path, extreme: unknown): unknown {
  if (key === undefined) return extreme;
  if (typeof key === 'number') return [withValue((value as unknown[] | undefined)?.[key], rest, extreme)];
  const parent = (value ?? {}) as Record<string, unknown>;
  return { ...parent, [key]: withValue(parent[key], rest, extreme) };
}

const ENDS_SESSION = new Set<EndpointName>(['logout', 'deleteAccount']);

async function getCaller(name: EndpointName): Promise<TestUser> {
  const { auth, module } = endpoints[name];
  if (ENDS_SESSION.has(name)) return createTestUser(api);
  if (auth === 'operator') return operator;
  if (auth === 'device') return fixtures.counter;
  if (module === 'affiliates') return fixtures.partner;
  return auth === 'member' ? fixtures.seller : fixtures.buyer;
}

const cases = (Object.entries(endpoints) as [EndpointName, Endpoint][]).flatMap(([name, endpoint]) => {
  const extremes = (['params', 'query', 'body'] as const).flatMap((part) =>
    endpoint[part]
      ? listExtremeValues(endpoint[part] as JsonSchema).map(([path, value]) => ({ part, path, value }))
      : [],
  );
  return extremes.length > 0 && !endpoint.stream ? [{ name, extremes }] : [];
});

test.each(cases)(
  '$name answers the extremes of each field without an internal error',
  async ({ name, extremes }) => {
    let caller = await getCaller(name);
    let validRequest: TestRequest | null = null;
    const buildRequest = () => sampleRequests[name](fixtures, caller);
    const buildWithNewFixtures = async () => {
      fixtures = await createFixtures(api);
      caller = await getCaller(name);
      return buildRequest();
    };
    for (const { part, path, value } of extremes) {
      // Former requests have used up what is on sale.
      validRequest ??= await Promise.try(buildRequest).catch(buildWithNewFixtures);
      const { status, text } = await sendRequest(api, name, {
        ...validRequest,
        token: caller.token,
        [part]: withValue(validRequest[part], path, value),
      });
      const sent = `${part} ${path.join('.')} ${JSON.stringify(value)?.slice(0, 200)}`;
      expect(status, `${sent}: ${text}`).toBeLessThan(500);
      // What it was about may be used up as well.
      if (status === 200 && endpoints[name].method === 'POST') validRequest = null;
    }
  },
);
