import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { TestUser } from '../support/builders.ts';
import { createTestOperator } from '../support/operators.ts';
import { createFixtures, type Fixtures } from '../support/sample-requests.ts';
import { useTestApp } from '../support/test-app.ts';
import { injectRequest } from '../support/test-request.ts';
import { dereference, mostlyValid, type OpenApiSchema } from './arbitraries.ts';

const REQUEST_COUNT = Number(process.env.NUM_FUZZ ?? (process.env.TEST_LONG ? 50_000 : 1500));

interface Operation {
  parameters?: { name: string; in: string; schema: OpenApiSchema }[];
  requestBody?: { content: Record<string, { schema: OpenApiSchema }> };
}

const paths = Object.assign(
  {},
  ...['openapi.json', 'openapi-admin.json'].map((name) => {
    const text = readFileSync(join(import.meta.dirname, '../../../..', name), 'utf8');
    return dereference<{ paths: object }>(JSON.parse(text)).paths;
  }),
) as Record<string, Record<string, Operation>>;

const api = useTestApp();
let fixtures: Fixtures & { operator: TestUser };
beforeAll(async () => {
  fixtures = { ...(await createFixtures(api)), operator: await createTestOperator(api, 'owner') };
});

interface FuzzRequest {
  method: 'GET' | 'POST';
  url: string;
  payload: string | undefined;
  contentType: string;
  caller: 'buyer' | 'seller' | 'otherSeller' | 'operator' | 'nobody' | 'stranger';
  language: string;
}

const toText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
/** Lone surrogates cannot be encoded in a URL. */
const encodeText = (text: string) => encodeURIComponent(text.toWellFormed());

function arbitraryRequests(
  path: string,
  method: string,
  { parameters = [], requestBody }: Operation,
): fc.Arbitrary<FuzzRequest> {
  const recordOf = (location: string) =>
    fc.record(
      Object.fromEntries(
        parameters.filter((p) => p.in === location).map((p) => [p.name, mostlyValid(p.schema)]),
      ),
      location === 'query' ? { requiredKeys: [] } : {},
    ) as fc.Arbitrary<Record<string, unknown>>;
  const [contentTypeOfBody = 'application/json', content] =
    Object.entries(requestBody?.content ?? {})[0] ?? [];
  const body = content
    ? fc.oneof(
        { weight: 9, arbitrary: mostlyValid(content.schema).map((value) => JSON.stringify(value)) },
        { weight: 1, arbitrary: fc.string() },
      )
    : fc.constant(undefined);
  const isOfConsole = path.startsWith('/api/v1/admin/');
  const anyCaller = fc.constantFrom<FuzzRequest['caller']>(
    // Signing out would end the session for later requests.
    isOfConsole && !path.endsWith('/sign_out') ? 'operator' : 'buyer',
    'seller',
    'otherSeller',
    'nobody',
    'stranger',
  );
  return fc
    .tuple(
      recordOf('path'),
      recordOf('query'),
      body,
      // Logging out would end the token for later requests.
      path.endsWith('/logout') ? fc.constant('stranger' as const) : anyCaller,
      fc.oneof(
        { weight: 9, arbitrary: fc.constant(contentTypeOfBody) },
        { weight: 1, arbitrary: fc.constantFrom('text/plain', 'x') },
      ),
      fc.constantFrom('pt', 'en', 'ru', 'de', '\u00ff', 'pt;q=x,,'),
    )
    .map(([pathParams, query, payload, caller, contentType, language]) => {
      const queryParts = Object.entries(query).map(([key, value]) => `${key}=${encodeText(toText(value))}`);
      const filledPath = path.replace(
        /\{(\w+)\}/g,
        (_, key: string) => encodeText(toText(pathParams[key])) || '%20',
      );
      return {
        method: method.toUpperCase() as FuzzRequest['method'],
        url: queryParts.length ? `${filledPath}?${queryParts.join('&')}` : filledPath,
        payload,
        contentType,
        caller,
        language,
      };
    });
}

const anyRequest = fc.oneof(
  ...Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => arbitraryRequests(path, method, operation)),
  ),
);

/** Words of stack traces, SQL and file paths. */
const INTERNALS_PATTERN =
  /node_modules|\.ts:|\bat \S+ \(|pg_|relation "|column "|syntax|invalid input|violates|constraint|ECONN|Kysely|stack|undefined/i;

test(`${REQUEST_COUNT} malformed requests: no internal error, and no internal details in replies`, {
  timeout: 30_000 + REQUEST_COUNT * 50,
}, async () => {
  const getToken = (caller: FuzzRequest['caller']) =>
    caller === 'nobody' ? null : caller === 'stranger' ? 'x'.repeat(43) : fixtures[caller].token;
  await fc.assert(
    fc.asyncProperty(anyRequest, async ({ method, url, payload, contentType, caller, language }) => {
      const token = getToken(caller);
      const { status, body, text } = await injectRequest(api, method, url, {
        payload,
        headers: {
          'accept-language': language,
          ...(payload !== undefined && { 'content-type': contentType }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
      });
      expect(status, text).toBeLessThan(500);
      if (status !== 200) {
        expect(text).not.toMatch(INTERNALS_PATTERN);
        expect(body).toMatchObject({ code: expect.any(Number), message: expect.any(String) });
      }
    }),
    { numRuns: REQUEST_COUNT, seed: Number(process.env.FUZZ_SEED ?? 20261120), endOnFailure: true },
  );
});
